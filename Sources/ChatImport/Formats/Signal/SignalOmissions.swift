/// The parts of Signal’s exports that are left out on purpose.
extension SignalFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**currentAppVersion", "**firstAppVersion"),
    // The first version of a history is the message itself.
    Omission(
      .duplicate,
      "**.editHistory[].body", "message_fts**", "emoji_search**"),
    Omission(
      .accountData,
      "**account.accountSettings.**", "sticker.**", "**.accountSettings.*"),
  ]
}
