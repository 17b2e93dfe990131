package import ChatModel
import Digests

/// A conversation whose messages were converted to records, in their final order.
package struct ConvertedSource: ConversationSource {
  package let info: ConversationInfo
  package let mediaRoot: InputFolder
  private(set) var bytes: InputBytes
  private let records: [StoredRecord]
  private let kinds: PartKinds
  /// For each number of participants, a digest of their keys, because records refer to people by their indexes.
  private let contexts: [ShortDigest]

  package init(
    info: ConversationInfo, mediaRoot: InputFolder, bytes: InputBytes,
    entries: [ConversationBuilder.MessageEntry],
    kinds: PartKinds
  ) {
    (self.info, self.mediaRoot, self.bytes, self.kinds) = (info, mediaRoot, bytes, kinds)
    records = entries.map {
      StoredRecord(
        offset: UInt64($0.offset), byteCount: $0.byteCount, participantEnd: $0.participantEnd)
    }
    var contexts = [ShortDigest.zero]
    for participant in info.participants.participants {
      contexts.append(
        ShortDigest(of: participant.key.utf8Span.span, behind: contexts[contexts.count - 1]))
    }
    self.contexts = contexts
  }

  /// Returns the conversation with its records in `bytes`, a later mapping of the spool.
  func reading(_ bytes: InputBytes) -> ConvertedSource {
    var source = self
    source.bytes = bytes
    return source
  }

  /// Returns the memory of the records, unless records of other conversations lie between them, which would have to be read again.
  package func rest() {
    guard let first = records.map(\.offset).min(), let last = records.map(\.end).max() else { return }
    let byteCount = records.reduce(0) { $0 &+ UInt64($1.byteCount) }
    if last - first < 2 * byteCount { bytes.rest(in: Int(first)..<Int(last)) }
  }

  package func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    for index in Int(clamping: position?.value ?? 0)..<records.count {
      let message = MessageRecord.message(at: Int(records[index].offset), of: bytes, kinds: kinds)
      guard try sink(message, SourcePosition(UInt64(index))) else { return }
    }
  }

  package func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    for index in Int(clamping: position?.value ?? 0)..<records.count {
      let record = records[index]
      let (offset, end) = (Int(record.offset), Int(record.participantEnd))
      let message = MessageRecord.surveyed(at: offset, of: bytes, kinds: kinds)
      var digest = ShortDigest.zero
      if digests {
        digest = bytes.withBytes(in: offset..<offset + Int(record.byteCount)) {
          ShortDigest(of: $0, behind: contexts[end])
        }
      }
      let entry = SourceEntry(position: SourcePosition(UInt64(index)), digest: digest, participantEnd: end)
      guard try sink(message, entry) else { return }
    }
  }
}
