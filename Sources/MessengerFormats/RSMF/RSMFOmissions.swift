import ImportKit

/// The parts of RSMF that are left out on purpose.
extension RSMFFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping, "version", "eventcollectionid", "events[].custom[]**", "conversations[].custom[]**",
      "participants[].custom[]**"),
    Omission(.otherName, "participants[].email", "participants[].account_id"),
    Omission(.seen, "events[].read_receipts[]**"),
    Omission(.rareMark, "events[].importance"),
    Omission(.surroundings, "conversations[].**"),
    Omission(.bookkeeping, "events[].direction", "events[].edits[].participant", "events[].deleted"),
  ]
}
