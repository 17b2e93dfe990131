import ImportKit

/// Hashes of a session's texts, by which copies of them in other sessions are recognised.
struct CodexHistory {
  /// The hashes of all records with words.
  var records: Set<UInt64> = []
  /// The hashes of all texts.
  var texts: Set<UInt64> = []

  mutating func formUnion(_ other: CodexHistory) {
    records.formUnion(other.records)
    texts.formUnion(other.texts)
  }
}

extension JSONValue {
  /// Calls `body` with each text in the value and the hash of its words.
  func forEachText(_ body: (_ text: JSONValue, _ hash: UInt64) -> Void) {
    if let text = unreadText { return body(self, text.wordsHash) }
    for member in members { member.value.forEachText(body) }
    for element in elements { element.forEachText(body) }
  }

  /// Leaves out the texts that another part of the export shows.
  func leaveOutTexts(in shown: Set<UInt64>) {
    forEachText { text, hash in
      if shown.contains(hash) { text.leaveOut(.duplicate) }
    }
  }
}
