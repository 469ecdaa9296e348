// A bot with discord.js; all that it knows of the local Discord is where its API is.

const { Client, GatewayIntentBits, MessageFlags } = require("discord.js");

const api = process.env.DISCORD_API_BASE.replace("/v10", "");
const bot = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });

const text = { type: 3, name: "question", description: "Question", required: true };
const commands = {
  async ask(interaction) {
    const button = { type: 2, style: 1, label: "Yes", custom_id: "yes" };
    const options = ["red", "blue"].map((colour) => ({ label: colour, value: colour }));
    const menu = { type: 3, custom_id: "pick", placeholder: "Colour", options };
    const components = [button, menu].map((part) => ({ type: 1, components: [part] }));
    await interaction.reply({ content: interaction.options.getString("question"), components });
  },
  async later(interaction) {
    await interaction.deferReply();
    await interaction.editReply("at last");
    await interaction.followUp("and more");
  },
  async form(interaction) {
    const input = { type: 4, custom_id: "name", label: "Name", style: 1 };
    const components = [{ type: 1, components: [input] }];
    await interaction.showModal({ title: "Form", custom_id: "form", components });
  },
  async file(interaction) {
    await interaction.reply({ files: [{ attachment: Buffer.from("abc"), name: "abc.txt" }] });
  },
  async tidy(interaction) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const kept = await interaction.channel.send("first");
    const gone = await interaction.channel.send("gone");
    await kept.edit("edited");
    await gone.delete();
    const thread = await kept.startThread({ name: "Thread" });
    await thread.send("in the thread");
    await interaction.editReply("tidy");
  },
};

bot.once("clientReady", () =>
  bot.application.commands.set(
    Object.keys(commands).map((name) => ({
      name,
      description: "Does it",
      options: name === "ask" ? [text] : [],
    })),
  ),
);

bot.on("interactionCreate", async (interaction) => {
  if (interaction.isChatInputCommand()) await commands[interaction.commandName](interaction);
  else if (interaction.isButton()) await interaction.update("yes");
  else if (interaction.isModalSubmit())
    await interaction.reply(`named ${interaction.fields.getTextInputValue("name")}`);
  else await interaction.reply({ content: `picked ${interaction.values[0]}`, flags: MessageFlags.Ephemeral });
});

bot.login(process.env.DISCORD_TOKEN);
