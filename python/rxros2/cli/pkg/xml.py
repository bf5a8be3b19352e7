# Copyright 2026 The RxROS2 authors. SPDX-License-Identifier: Apache-2.0
"""rxros2 pkg xml: prints the package.xml of a package."""

from __future__ import annotations

import argparse
from xml.etree import ElementTree

from ..frame import CommandError
from ..packages import prefix_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the package and the option --tag."""
    parser.add_argument('package')
    parser.add_argument('-t', '--tag', help="print only the texts of these elements, such as 'version'")


def main(args: argparse.Namespace) -> int:
    """Prints the file or the texts of a tag. Raises CommandError if the package, its file or the tag is missing."""
    file = prefix_of(args.package) / 'share' / args.package / 'package.xml'
    try:
        text = file.read_text(encoding='utf-8', errors='replace')
        if args.tag is None:
            print(text, end='' if text.endswith('\n') else '\n')
            return 0
        elements = ElementTree.fromstring(text).findall(args.tag)
    except OSError as error:
        raise CommandError(f'{file} cannot be read: {error.strerror}') from None
    except ElementTree.ParseError as error:
        raise CommandError(f'{file} is not valid XML: {error}') from None
    except SyntaxError as error:  # of the path in --tag
        raise CommandError(f"'{args.tag}' of --tag is not a path of elements: {error}", 2) from None
    if not elements:
        raise CommandError(f'{file} has no element {args.tag}')
    for element in elements:
        print((element.text or '').strip())
    return 0
