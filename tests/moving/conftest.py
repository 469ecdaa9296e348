"""The browser, which all tests in one share."""

from __future__ import annotations

from localdiscord.tests.browsers import browser, one_browser

__all__ = ("browser", "one_browser")
