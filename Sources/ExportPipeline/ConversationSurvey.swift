import BubbleLayout
import ChatImport
import ChatModel
import ICU
import TextLayout

/// What one reading of a conversation finds out before anything is laid out.
///
/// Pages need it: how many there are, where months begin, where reply targets are, which characters the fonts
/// must have. Its size hardly grows with the conversation.
struct ConversationSurvey: Sendable {
  let source: any ConversationSource
  /// Which messages count: all others are as if the source did not have them.
  let filter: MessageFilter
  var info: ConversationInfo
  var clock: DisplayClock
  var participants: ParticipantTable
  var order: MessageOrder
  var ids: IDIndex
  var messageCount = 0
  /// The first message of each local month, in order.
  var months: [MonthStart] = []
  var firstInstant: Instant?
  var lastInstant: Instant?
  /// Messages by kind, for the report.
  var kinds: [String: Int] = [:]
  /// Messages of each participant.
  var sent: [Int] = []

  struct MonthStart: Sendable, Equatable {
    var year: Int
    var month: Int
    var firstIndex: Int
    /// The id of that message.
    var id: String
  }

  /// Surveys `source`, reading it once, or three times when its messages are out of order.
  static func make(
    of source: any ConversationSource, options: ExportOptions, fonts: inout TextSurvey,
    log: inout DiagnosticLog, progress: (Int) -> Void
  ) throws -> ConversationSurvey {
    let zone = options.timeZone ?? source.info.timeZone ?? "UTC"
    let clock = try DisplayClock(zone: zone)
    let filter = try MessageFilter(options, for: source)
    var pass = SurveyPass(clock: clock)
    var table = source.info.participants
    var order = MessageOrder.asRead(checkpoints: [])
    var filterClock = clock
    try source.read(from: nil, participants: &table, log: &log) { message, position in
      guard filter.passes(message, clock: &filterClock) else { return true }
      if pass.count & 0xFFF == 0 {
        try Task.checkCancellation()
        progress(pass.count)
      }
      pass.add(message, at: position, fonts: &fonts)
      return true
    }
    if pass.isOutOfOrder, source.info.order == .byInstant {
      order = try .sorting(source, filter: filter, clock: clock)
      var stream = MessageStream(source, order: order, filter: filter, clock: clock, table: table)
      pass = SurveyPass(clock: clock)
      while true {
        let batch = try stream.next(MessageOrder.checkpointInterval).messages
        if batch.isEmpty { break }
        for message in batch { pass.add(message, at: SourcePosition(0), fonts: &fonts) }
      }
      log.append(
        Diagnostic(
          .note, "reordered", "messages were not in order of time and have been sorted",
          at: Origin(file: source.info.title)))
    } else {
      order = .asRead(checkpoints: pass.checkpoints)
    }
    pass.ids.finish()
    for place in pass.ids.repeats.keys.sorted() {
      log.append(
        Diagnostic(
          .warning, "duplicate-id",
          "message \(place + 1) has the id of an earlier one; its anchor got a suffix",
          at: Origin(file: source.info.title)))
    }
    if let me = options.me { table.markMe(me) }
    return ConversationSurvey(
      source: source, filter: filter, info: source.info, clock: clock, participants: table, order: order,
      ids: pass.ids,
      messageCount: pass.count, months: pass.months, firstInstant: pass.first, lastInstant: pass.last,
      kinds: pass.kindCounts, sent: pass.sent(for: table.participants.count))
  }

  /// The anchor of a message: its id, made unique, or its number when the source gave none.
  func anchor(of index: Int, id: String) -> String {
    if id.isEmpty { return unused("n\(index + 1)") }
    guard let occurrence = ids.repeats[Int32(truncatingIfNeeded: index)] else { return id }
    return unused("\(id)-\(occurrence)")
  }

  private func unused(_ anchor: String) -> String {
    var anchor = anchor
    while ids.place(of: anchor) != nil { anchor += "_" }
    return anchor
  }
}

/// Adds messages up, one by one, in order.
private struct SurveyPass {
  private(set) var count = 0
  private(set) var months: [ConversationSurvey.MonthStart] = []
  private(set) var first: Instant?
  private(set) var last: Instant?
  private(set) var checkpoints: [SourcePosition] = []
  private(set) var isOutOfOrder = false
  var ids = IDIndex()
  private var kinds = Array(repeating: 0, count: MessageKind.allCases.count)
  private var bySender: [Int] = []
  private var clock: DisplayClock
  private var lastDay: Int32?

  init(clock: DisplayClock) { self.clock = clock }

  mutating func add(_ message: Message, at position: SourcePosition, fonts: inout TextSurvey) {
    if count % MessageOrder.checkpointInterval == 0 { checkpoints.append(position) }
    if let instant = message.instant {
      if let last, instant < last { isOutOfOrder = true }
      first = first.map { min($0, instant) } ?? instant
      last = last.map { max($0, instant) } ?? instant
      noteDay(clock.local(instant).day, id: message.id)
    }
    ids.append(message.id)
    kinds[MessageKind(message.content).place] += 1
    if let sender = message.sender {
      let place = Int(sender.value)
      while bySender.count <= place { bySender.append(0) }
      bySender[place] += 1
    }
    message.forEachDisplayedText { text in
      var slots: FaceSlots = [.regular]
      if text.mayBeBold { slots.formUnion([.bold, .boldItalic]) }
      if text.mayBeItalic { slots.formUnion([.italic, .boldItalic]) }
      if text.mayBeCode { slots.insert(.code) }
      fonts.add(text.string, slots: slots)
    }
    count += 1
  }

  private mutating func noteDay(_ day: Int32, id: String) {
    guard day != lastDay else { return }
    lastDay = day
    let date = CivilDate(daysSince1970: Int(day))
    guard months.last.map({ ($0.year, $0.month) != (date.year, date.month) }) ?? true else { return }
    months.append(.init(year: date.year, month: date.month, firstIndex: count, id: id))
  }

  var kindCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for kind in MessageKind.allCases where kinds[kind.place] > 0 { counts[kind.rawValue] = kinds[kind.place] }
    return counts
  }

  func sent(for people: Int) -> [Int] {
    (0..<people).map { $0 < bySender.count ? bySender[$0] : 0 }
  }
}
