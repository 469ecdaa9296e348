"""The page of routes and events agrees with the code."""

from __future__ import annotations

from localdiscord.rest.call import ROUTES
from localdiscord.tests.documents.events import EVENTS, names_in_code
from localdiscord.tests.documents.tables import PAGE, made


def test_the_page_of_routes_and_events_is_as_the_command_makes_it() -> None:
    """If this fails, run `python -m localdiscord.tests.documents`."""
    assert PAGE.read_text("utf-8") == made()


def test_every_route_has_its_line() -> None:
    lines = [line for line in made().splitlines() if line.startswith("| `")]
    for route in ROUTES:
        assert sum(line.startswith(f"| `{route.method} {route.template}` |") for line in lines) == 1


def test_the_events_on_the_page_are_those_that_the_code_sends() -> None:
    assert names_in_code() == set(EVENTS)
