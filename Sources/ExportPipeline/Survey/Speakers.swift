import ChatModel
import Storage

/// The people who sent messages other than notices. Messages without a sender count as one more person's.
struct Speakers: Sendable, Equatable {
  /// By participant.
  private var isSpeaking: [Bool] = []
  private var hasUnknown = false

  /// Enters the sender of a message, nil for none.
  @inline(__always)
  mutating func insert(_ sender: ParticipantIndex?) {
    guard let index = sender.map({ Int($0.value) }), index >= 0 else {
      hasUnknown = true
      return
    }
    while isSpeaking.count <= index { isSpeaking.append(false) }
    isSpeaking[index] = true
  }

  /// Returns the number of people whose messages are incoming.
  func incoming(in table: ParticipantTable) -> Int {
    participants(of: table).count { !$0.isMe } + (hasUnknown ? 1 : 0)
  }

  /// Returns the participants who sent messages, in the order of the table.
  func participants(of table: ParticipantTable) -> [Participant] {
    zip(table.participants, isSpeaking).filter { $1 }.map(\.0)
  }
}

extension Speakers: CodedFields {
  static var blank: Speakers { Speakers() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&isSpeaking)
    try coder.code(&hasUnknown)
  }
}
