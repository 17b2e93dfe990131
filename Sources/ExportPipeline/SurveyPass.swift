import BubbleLayout
import ChatImport
import ChatModel
import Dispatch
import ICU
internal import Scratch
import Synchronization
import TextLayout

/// Adds messages up in batches, on another core than the one that reads them.
///
/// Batches are added in the order they come in, so the sums never depend on timing. Few wait at a time: whoever
/// reads faster than this adds up waits too, and memory stays flat.
struct SurveyAdder: ~Copyable {
  /// A message and where it stands in its source.
  typealias Entry = (message: Message, position: SourcePosition)

  private static let batchSize = 1024
  private static let batchesWaiting = 3

  private let sums: Sums
  private let queue = DispatchQueue(label: "survey")
  private let room = DispatchSemaphore(value: batchesWaiting)
  private var batch: [Entry] = []

  private final class Sums: Sendable {
    let state: Mutex<(pass: SurveyPass, fonts: TextSurvey)>
    init(_ pass: SurveyPass, _ fonts: TextSurvey) { state = Mutex((pass, fonts)) }
  }

  /// Adds to what `fonts` knows already.
  init(_ pass: SurveyPass, fonts: TextSurvey) {
    sums = Sums(pass, fonts)
    batch.reserveCapacity(Self.batchSize)
  }

  /// Adds the next message.
  mutating func add(_ message: consuming Message, at position: SourcePosition) {
    batch.append((message, position))
    if batch.count == Self.batchSize { send() }
  }

  /// Waits for all batches and gives the sums.
  consuming func finish() -> (pass: SurveyPass, fonts: TextSurvey) {
    send()
    queue.sync {}
    return sums.state.withLock { $0 }
  }

  private mutating func send() {
    var full: [Entry] = []
    full.reserveCapacity(Self.batchSize)
    swap(&full, &batch)
    room.wait()
    queue.async { [sums, room, full] in
      sums.state.withLock { state in
        for (message, position) in full { state.pass.add(message, at: position, fonts: &state.fonts) }
      }
      room.signal()
    }
  }
}

/// Adds messages up, one by one, in order.
struct SurveyPass: Sendable {
  private(set) var count = 0
  private(set) var months: [ConversationSurvey.MonthStart] = []
  private(set) var first: Instant?
  private(set) var last: Instant?
  private(set) var checkpoints: [SourcePosition] = []
  private(set) var isOutOfOrder = false
  /// Whether some message tells of a time besides its own.
  private(set) var hasOtherInstants = false
  private(set) var activity = ActivityTally()
  private var ids = IDSurvey()
  private(set) var branches = BranchIndex()
  private(set) var threads = ThreadIndex()
  private var kinds = Array(repeating: 0, count: MessageKind.allCases.count)
  private var partKinds: [String: Int] = [:]
  private var bySender: [Int] = []
  private var clock: DisplayClock
  private var lastDay: Int32?

  /// What pages are made from.
  private(set) var origins: PageOrigins

  init(clock: DisplayClock, pageSize: Int) {
    self.clock = clock
    origins = PageOrigins(pageSize: pageSize)
  }

  mutating func add(_ message: Message, at position: SourcePosition, fonts: inout TextSurvey) {
    if count % MessageOrder.checkpointInterval == 0 { checkpoints.append(position) }
    origins.add(message)
    if let instant = message.instant {
      if let last, instant < last { isOutOfOrder = true }
      first = first.map { min($0, instant) } ?? instant
      last = last.map { max($0, instant) } ?? instant
      let local = clock.local(instant)
      activity.add(day: local.day, minute: local.minute)
      noteDay(local.day, id: message.id)
    }
    if !hasOtherInstants, !message.otherInstants.isEmpty { hasOtherInstants = true }
    ids.append(message.id)
    if let target = message.reply?.target { ids.want(target) }
    if let extras = message.extras {
      if let parent = extras.parent { branches.append(parent: parent, of: count) }
      if let root = extras.thread, root != message.id {
        threads.append(root: root, of: count)
        ids.want(root)
      }
    }
    if case .part(let part) = message.content {
      partKinds[type(of: part).kind, default: 0] += 1
    } else if let kind = message.content.kind {
      kinds[kind.place] += 1
    }
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

  /// Finds out how messages refer to each other; called once, after the last.
  mutating func finishRelations() throws(ScratchError) -> IDIndex {
    var ids = IDSurvey()
    swap(&ids, &self.ids)
    let index = try ids.finish { branches.findParents($0) }
    branches.finish()
    return index
  }

  /// Whether no message says which branch or thread it belongs to.
  var isOrderly: Bool { branches.isEmpty && threads.isEmpty }

  private mutating func noteDay(_ day: Int32, id: String) {
    guard day != lastDay else { return }
    lastDay = day
    let date = CivilDate(daysSince1970: Int(day))
    guard months.last.map({ ($0.year, $0.month) != (date.year, date.month) }) ?? true else { return }
    months.append(.init(year: date.year, month: date.month, firstIndex: count, id: id))
  }

  var kindCounts: [String: Int] {
    var counts = partKinds
    for kind in MessageKind.allCases where kinds[kind.place] > 0 { counts[kind.rawValue] = kinds[kind.place] }
    return counts
  }

  func sent(for people: Int) -> [Int] {
    (0..<people).map { $0 < bySender.count ? bySender[$0] : 0 }
  }
}
