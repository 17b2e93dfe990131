import ImportKit

/// The parts of Telegram Desktop’s pages that are left out on purpose.
extension TelegramHTMLFormat {
  static let omissions: [Omission] = [
    // Labels and initials around a message.
    Omission(
      .furniture,
      "a", "a.pagination**", "div.initials", "div.reply_to.details", "div.status.details",
      "span.date.details",
      "div.page_header**", "div.text.bold"),
    // Events and kinds of media are words in the page’s language.
    Omission(
      .duplicate,
      "div.body.details", "div.title.bold"),
    Omission(
      .furniture,
      "div.gif_play"),
    // The clock of a message; its title has the time to the second.
    Omission(
      .duplicate,
      "div.pull_right.date.details"),
  ]
}
