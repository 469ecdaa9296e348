from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from localdiscord import BadInput, LocalDiscord
from localdiscord.checks.components import ComponentCheck
from localdiscord.model.errors import FormErrors
from localdiscord.tests.local_bots import Bot, running

Spoken = discord.Interaction[Bot]

BOXES = ("a", "b", "c")


class Form(ui.Modal):
    """A form that stores the submitted values."""

    sent: list[dict[str, Any]]

    async def on_submit(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        told = (part["component"] for part in data["components"])
        self.sent.append({one["custom_id"]: one.get("value", one.get("values")) for one in told})
        await interaction.response.send_message("Thanks")


def filling(sent: list[dict[str, Any]], **given: Any) -> Form:
    """Return a form with radio buttons, checkboxes, a checkbox and a list; B is preselected everywhere."""
    radios = [discord.RadioGroupOption(label=one, value=one, default=one == "b") for one in BOXES]
    boxes = [discord.CheckboxGroupOption(label=one, value=one, default=one == "b") for one in BOXES]
    options = [discord.SelectOption(label=one, value=one, default=one == "b") for one in BOXES]
    form = Form(title="Form", custom_id="form")
    form.sent = sent
    for name, component in {
        "radio": ui.RadioGroup[Any](custom_id="radio", options=given.get("radios", radios)),
        "boxes": ui.CheckboxGroup[Any](
            custom_id="boxes", options=boxes, required=False, min_values=0, max_values=given.get("most", 2)
        ),
        "box": ui.Checkbox[Any](custom_id="box", default=True),
        "menu": ui.Select[Any](custom_id="menu", options=options),
    }.items():
        form.add_item(ui.Label(text=name, component=component))
    return form


async def test_buttons_and_boxes_in_forms_are_filled_as_discord_does(local: LocalDiscord) -> None:
    sent: list[dict[str, Any]] = []

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Form")
        async def form(interaction: Spoken) -> None:
            await interaction.response.send_modal(filling(sent))

    async with running(local, setup):
        ana = local.person("Ana")
        opened = await (await ana.command("form")).answered()
        await (await ana.submit(opened)).answered()
        opened = await (await ana.command("form")).answered()  # discord.py accepts each form only once.
        filled = {"radio": "c", "boxes": ["a", "c"], "box": False, "menu": "a"}
        await (await ana.submit(opened, **filled)).answered()
        assert sent == [
            {"radio": "b", "boxes": ["b"], "box": True, "menu": ["b"]},
            {"radio": "c", "boxes": ["a", "c"], "box": False, "menu": ["a"]},
        ]
        for wrong in ({"radio": "d"}, {"boxes": ["d"]}, {"boxes": ["a", "b", "c"]}, {"menu": "d"}):
            with pytest.raises(BadInput):
                await ana.submit(opened, **wrong)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"radios": [discord.RadioGroupOption(label="a", value="a")]}, "0.component.options"),
        ({"radios": [discord.RadioGroupOption(label="a", value="a")] * 2}, "0.component.options.1.value"),
        (
            {"radios": [discord.RadioGroupOption(label="x" * 101, value=v) for v in "ab"]},
            "0.component.options.0.label",
        ),
        (
            {"radios": [discord.RadioGroupOption(label=v, value=v, default=True) for v in "ab"]},
            "0.component.options",
        ),
        ({"most": 4}, "1.component.max_values"),
        ({"most": 11}, "1.component.max_values"),
    ],
)
async def test_malformed_buttons_and_boxes_are_refused(given: Any, place: str) -> None:
    errors = FormErrors()
    ComponentCheck(errors, emojis=(), modal=True).form(filling([], **given).to_dict()["components"], ())
    assert ".".join(map(str, errors.found[0][0])) == place
