/// The parts of Meta’s downloads that are left out on purpose.
extension MetaFormat {
  static let omissions: [Omission] = [
    // The heads and foots of pages, and labels around a message.
    Omission(
      .furniture,
      "a", "div", "h1", "h2", "title", "div._2lek", "div.thread", "div._2ph_._a6-p", "div._3b0e", "div._2pin"),
    // The text of a notice names them.
    Omission(
      .duplicate,
      "messages[].users[].name"),
  ]
}
