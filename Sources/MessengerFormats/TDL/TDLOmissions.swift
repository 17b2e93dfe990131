import ImportKit

/// The parts of tdl's exports that are left out on purpose.
extension TDLFormat {
  static let omissions: [Omission] = [
    // The message as Telegram sent it: its text, times and files are members of their own.
    Omission(.duplicate, "messages[].raw.Media.**", "messages[].raw.Message", "messages[].raw.Entities[]**"),
    Omission(.bookkeeping, "messages[].type", "messages[].raw.**"),
  ]
}
