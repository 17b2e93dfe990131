import ImportKit

/// The parts of X’s archive that are left out on purpose.
extension TwitterFormat {
  static let omissions: [Omission] = [
    Omission(.bookkeeping, "**.eventId", "**.conversationId"),
    Omission(.accountData, "[].account.**"),
    Omission(.duplicate, "**.urls[].display"),
  ]
}
