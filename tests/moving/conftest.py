"""The browser, shared by all tests that need one."""

from __future__ import annotations

from localdiscord.tests.browsers import browser, one_browser

__all__ = ("browser", "one_browser")
