import ChatModel
public import ImportKit
public import Storage

/// The order in which a conversation's messages are exported, with access to any of them.
enum MessageOrder: Sendable {
  /// In the source's order; the position of every `checkpointInterval`-th message is kept.
  case asRead(checkpoints: [SourcePosition])
  /// By instant, then by position in the source, which is out of order.
  case sorted([SourcePosition])

  /// The positions of all messages, if they had to be sorted.
  var positions: [SourcePosition] {
    switch self {
    case .asRead: []
    case .sorted(let positions): positions
    }
  }

  /// The most messages that have to be read to reach a given one.
  static let checkpointInterval = 10

  /// Reads all messages that pass the filter once and sorts them; for sources that are out of order.
  ///
  /// Costs 16 bytes a message. A message without a time stays after the one before it.
  static func sorting(
    _ source: any ConversationSource, filter: MessageFilter, clock: DisplayClock
  ) throws -> MessageOrder {
    var entries: [(instant: Int64, position: SourcePosition)] = []
    var table = source.info.participants
    var clock = clock
    var log = DiagnosticLog()
    var last = Int64.min
    try source.survey(from: nil, participants: &table, log: &log, digests: false) { message, entry in
      guard filter.passes(message, clock: &clock) else { return true }
      last = message.instant?.milliseconds ?? last
      entries.append((last, entry.position))
      return true
    }
    entries.sort { $0.instant != $1.instant ? $0.instant < $1.instant : $0.position < $1.position }
    return .sorted(entries.map(\.position))
  }
}

/// Reads a conversation's messages in export order, any number at a time, from anywhere.
struct MessageStream {
  private let source: any ConversationSource
  private let order: MessageOrder
  private let filter: MessageFilter
  private var clock: DisplayClock
  private var table: ParticipantTable
  /// The number of messages that were returned or skipped.
  private var given = 0
  private var resume: SourcePosition?
  /// The number of messages to skip from `resume` on.
  private var skips = 0
  private var isAtEnd = false

  init(
    _ source: any ConversationSource, order: MessageOrder, filter: MessageFilter, clock: DisplayClock,
    table: ParticipantTable
  ) {
    (self.source, self.order, self.filter) = (source, order, filter)
    (self.clock, self.table) = (clock, table)
  }

  /// Returns the next `count` messages, and the one after them, which is returned again by the next call.
  mutating func next(_ count: Int) throws -> (messages: [Message], ahead: Message?) {
    switch order {
    case .asRead: return try nextAsRead(count)
    case .sorted(let positions): return try nextSorted(count, positions)
    }
  }

  /// Makes the message at `index` the next one.
  mutating func go(to index: Int) {
    guard index != given else { return }
    given = index
    if case .asRead(let checkpoints) = order {
      let checkpoint = index / MessageOrder.checkpointInterval
      isAtEnd = !checkpoints.indices.contains(checkpoint)
      resume = isAtEnd ? nil : checkpoints[checkpoint]
      skips = index % MessageOrder.checkpointInterval
    }
  }

  private mutating func nextAsRead(_ count: Int) throws -> (messages: [Message], ahead: Message?) {
    guard !isAtEnd else { return ([], nil) }
    var messages: [Message] = []
    messages.reserveCapacity(count)
    var ahead: Message?
    var log = DiagnosticLog()
    var table = self.table
    var clock = self.clock
    var stop: SourcePosition?
    var skips = self.skips
    try source.read(from: resume, participants: &table, log: &log) { message, position in
      guard filter.passes(message, clock: &clock) else { return true }
      if skips > 0 {
        skips -= 1
        return true
      }
      if messages.count < count {
        messages.append(message)
        return true
      }
      ahead = message
      stop = position
      return false
    }
    (self.table, self.clock) = (table, clock)
    resume = stop
    self.skips = 0
    given += messages.count
    isAtEnd = stop == nil
    return (messages, ahead)
  }

  private mutating func nextSorted(
    _ count: Int, _ positions: [SourcePosition]
  ) throws -> (messages: [Message], ahead: Message?) {
    let end = min(given + count, positions.count)
    var messages: [Message] = []
    messages.reserveCapacity(count)
    for index in given..<max(given, end) {
      if let message = try one(at: positions[index]) { messages.append(message) }
    }
    given = end
    return (messages, end < positions.count ? try one(at: positions[end]) : nil)
  }

  private mutating func one(at position: SourcePosition) throws -> Message? {
    try source.message(at: position, participants: &table)
  }
}

extension ConversationSource {
  /// The one message at `position`.
  func message(at position: SourcePosition, participants: inout ParticipantTable) throws -> Message? {
    var found: Message?
    var log = DiagnosticLog()
    try read(from: position, participants: &participants, log: &log) { message, _ in
      found = message
      return false
    }
    return found
  }
}

extension MessageOrder: CodedFields {
  static var blank: MessageOrder { .asRead(checkpoints: []) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    var (isSorted, positions) =
      switch self {
      case .asRead(let checkpoints): (false, checkpoints)
      case .sorted(let positions): (true, positions)
      }
    try coder.code(&isSorted)
    try coder.code(&positions)
    self = isSorted ? .sorted(positions) : .asRead(checkpoints: positions)
  }
}

extension SourcePosition: CodedFields {
  public static var blank: SourcePosition { SourcePosition(0) }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&value)
  }
}
