# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings for the documentation site. tools/docs.py writes the pages and passes the version in RXROS2_VERSION."""

import os
import pathlib

project = 'RxROS2'
release = version = os.environ.get('RXROS2_VERSION', '')
copyright = '2026, the RxROS2 authors'

extensions = ['myst_parser', 'sphinx_copybutton']
root_doc = 'index'
# Headings get GitHub's anchors, so that a link works on GitHub and on the site.
myst_heading_anchors = 4
# Code blocks contain `…` for omitted code, which the highlighter cannot parse.
suppress_warnings = ['misc.highlighting_failure']

html_theme = 'furo'
html_title = f'RxROS2 {version}'.strip()
html_show_sourcelink = False
html_copy_source = False
# Summaries would load pages over HTTP, which does not work for a site opened from a folder.
html_show_search_summary = False
html_search_scorer = str(pathlib.Path(__file__).with_name('scorer.js'))
html_permalinks_icon = '#'
html_static_path = ['_static']
html_css_files = ['rxros2.css']
html_theme_options = {'navigation_with_keys': True}
pygments_style = 'friendly'
pygments_dark_style = 'github-dark'
