/// The parts of Slack’s exports that are left out on purpose.
extension SlackFormat {
  static let omissions: [Omission] = [
    // Blocks, titles and the messages of a thread have the same words.
    Omission(
      .duplicate,
      "**attachments[].fallback", "**attachments[].service_name", "**files[].preview",
      "**files[].preview_highlight", "**root.text", "**root.blocks**",
      "**root.user_profile.*name*", "MESSAGE.TXT", "**.message.text", "**previous_message.text",
      "**message.attachments[].title",
      "**message.attachments[].text", "**files[].name", "m[].text", "sm[].text", "p.text", "messages[].text"),
    Omission(
      .token,
      "**url_private", "**url_private_download", "**permalink*", "**thumb_*"),
    Omission(
      .otherName,
      "**profile.*name*", "**user_profile.*name*", "**bot_profile.name", "**[].real_name", "**[].name",
      "u[].real_name"),
    Omission(
      .surroundings,
      "[].title", "**purpose.value", "**topic.value"),
    Omission(
      .accountData,
      "**tz_label", "**.tz", "**profile.email", "**profile.phone", "**profile.status_*", "**profile.title"),
  ]
}
