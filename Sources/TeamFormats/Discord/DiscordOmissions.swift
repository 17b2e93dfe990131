import ImportKit

/// The parts of DiscordChatExporter’s files that are left out on purpose.
extension DiscordFormat {
  static let omissions: [Omission] = [
    Omission(
      .surroundings,
      "guild.*", "channel.category", "channel.topic", "channel.categoryId", "**.roles[].*"),
    // Pictures of emoji that are in fonts.
    Omission(
      .duplicate,
      "**.emoji.imageUrl", "**.inlineEmojis[].imageUrl", "**.avatarUrl"),
    // The long form of a time or name, and the name and size of a file.
    Omission(
      .duplicate,
      "div.chatlog__**@title", "span.chatlog__**@title", "img**@title", "source@title", "audio**@title",
      "video**@title"),
    Omission(
      .furniture,
      "a", "span", "div", "title", "div.preamble__*", "div.preamble__**", "div.postamble__**",
      "div.chatlog__attachment-generic-size", "div.chatlog__short-timestamp", "div.chatlog__reply-unknown",
      "span.chatlog__**"),
    Omission(
      .bookkeeping,
      "exportedAt", "messageCount", "messages[].reference.messageId", "messages[].reference.channelId",
      "messages[].reference.guildId"),
    Omission(
      .otherName,
      "**.discriminator", "messages[].interaction.user.name"),
    // The emoji and pictures themselves are shown.
    Omission(
      .duplicate,
      "**.emoji.code", "**.inlineEmojis[].code", "**.inlineEmojis[].name", "**.thumbnail.canonicalUrl"),
    Omission(
      .looks,
      "**.isAnimated", "**.components[].style", "**.components[].isDisabled", "**.fields[].isInline"),
    Omission(
      .surroundings,
      "messages[].interaction.user.isBot"),
  ]
}
