# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings for the site of the documentation; tools/docs.py lays out the pages and says which version they are of."""

import os
import pathlib

project = 'RxROS2'
release = version = os.environ.get('RXROS2_VERSION', '')
copyright = '2026, the RxROS2 authors'

extensions = ['myst_parser', 'sphinx_copybutton']
root_doc = 'index'
# Headings have the anchors that GitHub gives them, so links are the same there and here.
myst_heading_anchors = 4
# Code in the pages leaves things out by `…`.
suppress_warnings = ['misc.highlighting_failure']

html_theme = 'furo'
html_title = f'RxROS2 {version}'.strip()
html_show_sourcelink = False
html_copy_source = False
# Reads pages over HTTP, which a site opened from a folder has not.
html_show_search_summary = False
html_search_scorer = str(pathlib.Path(__file__).with_name('scorer.js'))
html_permalinks_icon = '#'
html_static_path = ['_static']
html_css_files = ['rxros2.css']
html_theme_options = {'navigation_with_keys': True}
pygments_style = 'friendly'
pygments_dark_style = 'github-dark'
