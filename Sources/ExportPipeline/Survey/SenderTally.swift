import ChatModel
import Storage

/// Counts for each participant: messages, the first and the last of them, and the hours of the day.
///
/// Some 120 bytes for each participant.
struct SenderTally: Sendable {
  /// The counts of one participant.
  struct Sender: Sendable {
    var messages = 0
    /// The first and the last message, with their times if known.
    var first: Moment?
    var last: Moment?
  }
  /// A message's index in the conversation, and its time.
  struct Moment: Sendable {
    var message: Int32
    var instant: Instant?
  }

  private static let hoursOfDay = 24
  private var senders: [Sender] = []
  /// Messages by hour: 24 numbers for each sender.
  private var hours: [UInt32] = []

  /// Adds the message at an index; `minute` is its local minute of the day, or nil without a time.
  mutating func add(_ sender: ParticipantIndex, message: Int, instant: Instant?, minute: Int16?) {
    let index = Int(sender.value)
    guard index >= 0 else { return }
    while senders.count <= index {
      senders.append(Sender())
      hours.append(contentsOf: repeatElement(0, count: Self.hoursOfDay))
    }
    let moment = Moment(message: Int32(truncatingIfNeeded: message), instant: instant)
    senders[index].messages += 1
    if senders[index].first == nil { senders[index].first = moment }
    senders[index].last = moment
    guard let minute, (0..<1440).contains(minute) else { return }
    hours[index * Self.hoursOfDay + Int(minute) / 60] &+= 1
  }

  /// Returns the counts of a participant, who may have sent nothing.
  subscript(index: Int) -> Sender { senders.indices.contains(index) ? senders[index] : Sender() }

  /// Returns a participant's messages by hour, empty if none is known.
  func hours(of index: Int) -> [Int] {
    guard senders.indices.contains(index) else { return [] }
    let start = index * Self.hoursOfDay
    return hours[start..<start + Self.hoursOfDay].map(Int.init)
  }
}

extension SenderTally: CodedFields {
  static var blank: SenderTally { SenderTally() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&senders)
    try coder.code(&hours)
    guard hours.count == senders.count * Self.hoursOfDay else { throw DamagedRecord() }
  }
}

extension SenderTally.Sender: CodedFields {
  static var blank: Self { Self() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&messages)
    try coder.code(&first)
    try coder.code(&last)
  }
}

extension SenderTally.Moment: CodedFields {
  static var blank: Self { Self(message: 0) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&message)
    try coder.code(&instant)
  }
}
