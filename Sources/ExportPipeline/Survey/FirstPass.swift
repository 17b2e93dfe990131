import BubbleLayout
import ChatImport
import ChatModel
import Fonts
import ICU
import RichText
import SiteWriter
internal import Storage

/// The first reading of a conversation: adds messages up, one by one, in order.
struct FirstPass: Sendable {
  private(set) var count = 0
  private(set) var months: [ConversationSurvey.MonthStart] = []
  private(set) var first: Instant?
  private(set) var last: Instant?
  private(set) var checkpoints: [SourcePosition] = []
  private(set) var isOutOfOrder = false
  /// True if a message shows times besides its own.
  private(set) var hasOtherInstants = false
  private(set) var activity = ActivityTally()
  private var ids = IDSurvey()
  private(set) var branches = BranchIndex()
  private(set) var threads = ThreadIndex()
  private var kinds = Array(repeating: 0, count: MessageKind.allCases.count)
  private var partKinds: [String: Int] = [:]
  private(set) var references = MessageReferences()
  private(set) var files = AttachmentIndex()
  private(set) var senders = SenderTally()
  /// The currencies of amounts that events tell of.
  private(set) var currencies: Set<String> = []
  private(set) var speakers = Speakers()
  /// The indexes of the first pinned messages.
  private(set) var pins: [Int] = []
  private var clock: DisplayClock
  private var lastDay: Int32?
  /// The characters that the texts show, by face.
  private(set) var fonts: CharacterUsage

  /// A digest of each page's source.
  private(set) var pageSources: PageSources

  /// Adds to what `fonts` knows already.
  init(clock: DisplayClock, pageSize: Int, fonts: CharacterUsage) {
    (self.clock, self.fonts) = (clock, fonts)
    pageSources = PageSources(pageSize: pageSize)
  }

  /// Adds the next message.
  mutating func add(_ message: borrowing SurveyedMessage, _ entry: SourceEntry) {
    if count % MessageOrder.checkpointInterval == 0 { checkpoints.append(entry.position) }
    pageSources.add(entry)
    switch message {
    case .plain(let message): add(message)
    case .whole(let message): add(message)
    }
  }

  private mutating func add(_ message: TextMessage) {
    add(message.id, message.instant, message.sender, answering: message.replyTo)
    kinds[MessageKind.text.index] += 1
    speakers.insert(message.sender)
    // Almost all texts; a face more or less matters to none of their characters.
    if !(message.isASCII && fonts.hasAllSlots) {
      message.withText { text in
        fonts.add(text, slots: Self.slots(RichTextParser.possibleSlots(of: text, markup: message.markup)))
      }
    }
    if message.withText({ RichTextParser.mayShowOtherText($0, markup: message.markup) }) {
      addTexts(of: message.message)
    }
    count += 1
  }

  private mutating func add(_ message: Message) {
    add(message.id, message.instant, message.sender, answering: message.reply?.target)
    if !hasOtherInstants, !message.otherInstants.isEmpty { hasOtherInstants = true }
    if let extras = message.extras {
      if let parent = extras.parent {
        branches.append(parent: parent, of: count, isAside: extras.isAside)
        references.append(parent, .parent, of: count)
        ids.want(parent)
      }
      if extras.isPinned, pins.count < ConversationPins.most { pins.append(count) }
      if let root = extras.thread, root != message.id {
        threads.append(root: root, of: count)
        ids.want(root)
        references.append(root, extras.topic == nil ? .thread : .topic, of: count)
      }
    }
    files.add(message, at: count)
    if case .system(let event) = message.content {
      // There are fewer currencies than this in the world.
      if let amount = event.facts?.amount, currencies.count < 300 { currencies.insert(amount.currency) }
    } else {
      speakers.insert(message.sender)
    }
    if case .part(let part) = message.content {
      partKinds[type(of: part).kind, default: 0] += 1
    } else if let kind = message.content.kind {
      kinds[kind.index] += 1
    }
    addTexts(of: message)
    count += 1
  }

  private mutating func addTexts(of message: Message) {
    message.forEachDisplayedText { text in
      let slots = Self.slots((text.mayBeBold, text.mayBeItalic, text.mayBeCode))
      if text.isLabel {
        fonts.add(label: text.string, slots: slots)
      } else {
        fonts.add(text.string, slots: slots)
      }
    }
  }

  /// Adds up what every message has.
  @inline(__always)
  private mutating func add(
    _ id: String, _ instant: Instant?, _ sender: ParticipantIndex?, answering target: String?
  ) {
    var minute: Int16?
    if let instant {
      if let last, instant < last { isOutOfOrder = true }
      first = first.map { min($0, instant) } ?? instant
      last = last.map { max($0, instant) } ?? instant
      let local = clock.local(instant)
      activity.add(day: local.day, minute: local.minute)
      minute = local.minute
      noteDay(local.day, id: id)
    }
    ids.append(id)
    if let target {
      ids.want(target)
      references.append(target, .reply, of: count)
    }
    if let sender { senders.add(sender, message: count, instant: instant, minute: minute) }
  }

  /// The faces of a text.
  private static func slots(_ may: (bold: Bool, italic: Bool, code: Bool)) -> FaceSlots {
    var slots: FaceSlots = [.regular]
    if may.bold { slots.formUnion([.bold, .boldItalic]) }
    if may.italic { slots.formUnion([.italic, .boldItalic]) }
    if may.code { slots.insert(.code) }
    return slots
  }

  /// Finds out how messages refer to each other; called once, after the last.
  mutating func finishRelations() throws(StorageError) -> MessageIDIndex {
    var ids = IDSurvey()
    swap(&ids, &self.ids)
    let index = try ids.finish { branches.findParents($0) }
    branches.finish()
    pageSources.finish()
    return index
  }

  private mutating func noteDay(_ day: Int32, id: String) {
    guard day != lastDay else { return }
    lastDay = day
    let date = CivilDate(daysSince1970: Int(day))
    guard months.last.map({ ($0.year, $0.month) != (date.year, date.month) }) ?? true else { return }
    months.append(.init(year: date.year, month: date.month, firstIndex: count, id: id))
  }

  var kindCounts: [String: Int] {
    var counts = partKinds
    for kind in MessageKind.allCases where kinds[kind.index] > 0 { counts[kind.rawValue] = kinds[kind.index] }
    return counts
  }

  func sent(for people: Int) -> [Int] { (0..<people).map { senders[$0].messages } }
}
