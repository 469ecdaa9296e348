"""`python -m localdiscord.tests.documents`: makes the documents' parts that come from code, and pictures."""

from __future__ import annotations

import argparse
import asyncio
import sys

from localdiscord.tests.browsers import chromium
from localdiscord.tests.documents.pictures import FOLDER, draw
from localdiscord.tests.documents.tables import PAGE, made


def main() -> int:
    """Make the page of routes and events and, if asked, the pictures; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m localdiscord.tests.documents",
        description="Makes the page of routes and events anew.",
    )
    parser.add_argument("--pictures", action="store_true", help="draw the pictures too: needs Chromium")
    options = parser.parse_args()
    PAGE.write_text(made(), "utf-8")
    if options.pictures:
        if chromium() is None:
            sys.stderr.write("No Chromium is installed; the variable CHROMIUM names one elsewhere.\n")
            return 1
        asyncio.run(draw(FOLDER))
    return 0


if __name__ == "__main__":
    sys.exit(main())
