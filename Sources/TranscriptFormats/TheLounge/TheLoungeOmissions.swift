import ImportKit

/// The parts of The Lounge's database that are left out on purpose.
extension TheLoungeFormat {
  static let omissions: [Omission] = [
    Omission(
      .surroundings,
      "**.from.mode", "**.hostmask", "**.gecos", "**.account", "**.users[]", "**.target.mode",
      "**.statusmsgGroup"),
    Omission(.seen, "**.highlight", "**.showInActive"),
    Omission(
      .bookkeeping, "messages.msgid", "options.**", "migrations.**", "**.self", "**.replyTo", "**.multiline",
      "**.text"),
  ]
}
