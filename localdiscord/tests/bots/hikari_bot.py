"""A bot with hikari; it knows nothing of the local Discord."""

import os

import hikari

bot = hikari.GatewayBot(os.environ["DISCORD_TOKEN"], banner=None)
NOW, LATER = hikari.ResponseType.MESSAGE_CREATE, hikari.ResponseType.DEFERRED_MESSAGE_CREATE


@bot.listen()
async def register(_event: hikari.StartedEvent) -> None:
    application = await bot.rest.fetch_application()
    names = ("ask", "later", "form", "file", "tidy")
    commands = [bot.rest.slash_command_builder(name, "Does it") for name in names]
    kind = hikari.OptionType.STRING
    question = hikari.CommandOption(type=kind, name="question", description="Question", is_required=True)
    commands[0].add_option(question)
    await bot.rest.set_application_commands(application, commands)


@bot.listen()
async def answer(event: hikari.InteractionCreateEvent) -> None:
    interaction = event.interaction
    if isinstance(interaction, hikari.CommandInteraction):
        await COMMANDS[interaction.command_name](interaction)
    elif isinstance(interaction, hikari.ModalInteraction):
        [row] = interaction.components
        await interaction.create_initial_response(NOW, f"named {row.components[0].value}")
    elif interaction.custom_id == "yes":
        await interaction.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, "yes")
    else:
        flags = hikari.MessageFlag.EPHEMERAL
        await interaction.create_initial_response(NOW, f"picked {interaction.values[0]}", flags=flags)


async def ask(interaction):
    button, menu = bot.rest.build_message_action_row(), bot.rest.build_message_action_row()
    button.add_interactive_button(hikari.ButtonStyle.PRIMARY, "yes", label="Yes")
    options = menu.add_text_menu("pick", placeholder="Colour")
    options.add_option("red", "red").add_option("blue", "blue")
    question = interaction.options[0].value
    await interaction.create_initial_response(NOW, question, components=[button, menu])


async def later(interaction):
    await interaction.create_initial_response(LATER)
    await interaction.edit_initial_response("at last")
    await interaction.execute("and more")


async def form(interaction):
    row = bot.rest.build_modal_action_row().add_text_input("name", "Name")
    await interaction.create_modal_response("Form", "form", component=row)


async def file(interaction):
    await interaction.create_initial_response(NOW, attachment=hikari.Bytes(b"abc", "abc.txt"))


async def tidy(interaction):
    await interaction.create_initial_response(LATER, flags=hikari.MessageFlag.EPHEMERAL)
    channel = interaction.channel_id
    kept, gone = (
        await bot.rest.create_message(channel, "first"),
        await bot.rest.create_message(channel, "gone"),
    )
    await kept.edit("edited")
    await gone.delete()
    thread = await bot.rest.create_message_thread(channel, kept, "Thread")
    await bot.rest.create_message(thread, "in the thread")
    await interaction.edit_initial_response("tidy")


COMMANDS = {"ask": ask, "later": later, "form": form, "file": file, "tidy": tidy}
bot.run()
