import ImportKit

/// The parts of Mattermost’s bulk export that are left out on purpose.
extension MattermostFormat {
  static let omissions: [Omission] = [
    Omission(
      .surroundings,
      "<team>.**", "<channel>.channel.purpose", "<channel>.channel.header"),
    // Events are sentences in the page’s language; attachments have their own words.
    Omission(
      .duplicate,
      "<post>.post.message", "**.attachments[].fallback"),
    Omission(
      .accountData,
      "<user>.user.notify_props.**", "<user>.user.theme", "<user>.user.teams[].**", "<user>.user.locale",
      "<user>.user.position", "<user>.user.email", "<user>.user.roles"),
    Omission(
      .bookkeeping,
      "<direct_channel>.direct_channel.members[]", "<post>.post.props.from_webhook"),
    // An event names its people.
    Omission(
      .duplicate,
      "<post>.post.props.username"),
    Omission(
      .looks,
      "**.fields[].short"),
  ]
}
