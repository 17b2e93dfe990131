import BubbleLayout
import ChatModel
import Fonts
import ICU
import ImportKit
import RichText
import SiteWriter
import Storage

/// The first reading of a conversation: adds up facts message by message, in order.
struct FirstPass: Sendable {
  private(set) var facts: SurveyFacts
  private(set) var checkpoints: [SourcePosition] = []
  private(set) var isOutOfOrder = false
  private(set) var references = MessageReferences()
  private(set) var refusedLinks = RefusedLinks()
  private var days = ActivityTally()
  private var ids = IDSurvey()
  private var kinds = Array(repeating: 0, count: MessageKind.allCases.count)
  private var clock: DisplayClock
  private var lastDay: Int32?
  /// The characters that the texts show, by face.
  private(set) var fonts: CharacterUsage

  /// Adds to the characters already in `fonts`.
  init(clock: DisplayClock, pageSize: Int, fonts: CharacterUsage) {
    (self.clock, self.fonts) = (clock, fonts)
    facts = SurveyFacts(pageSources: PageSources(pageSize: pageSize))
  }

  /// Adds the next message.
  mutating func add(_ message: borrowing SurveyedMessage, _ entry: SourceEntry) {
    if facts.messageCount % MessageOrder.checkpointInterval == 0 { checkpoints.append(entry.position) }
    facts.pageSources.add(entry)
    switch message {
    case .plain(let message): add(message)
    case .whole(let message): add(message)
    }
  }

  private mutating func add(_ message: TextMessage) {
    add(message.id, message.instant, message.sender, answering: message.replyTo)
    kinds[MessageKind.text.index] += 1
    facts.speakers.insert(message.sender)
    // Skips almost all texts: which faces they use makes no difference to their characters.
    if !(message.isASCII && fonts.hasAllSlots) {
      message.withText { text in
        fonts.add(text, slots: Self.slots(RichTextParser.possibleSlots(of: text, markup: message.markup)))
      }
    }
    if message.withText({ RichTextParser.mayShowOtherText($0, markup: message.markup) }) {
      addTexts(of: message.message)
    }
    facts.messageCount += 1
  }

  private mutating func add(_ message: Message) {
    add(message.id, message.instant, message.sender, answering: message.reply?.target)
    if !facts.hasOtherInstants, !message.otherInstants.isEmpty { facts.hasOtherInstants = true }
    if let extras = message.extras {
      if let parent = extras.parent {
        facts.branches.append(parent: parent, of: facts.messageCount, isAside: extras.isAside)
        references.append(parent, .parent, of: facts.messageCount)
        ids.want(parent)
      }
      if extras.isPinned, facts.pins.count < ConversationPins.most { facts.pins.append(facts.messageCount) }
      if let root = extras.thread, root != message.id {
        facts.threads.append(root: root, of: facts.messageCount)
        ids.want(root)
        references.append(root, extras.topic == nil ? .thread : .topic, of: facts.messageCount)
      }
    }
    facts.files.add(message, at: facts.messageCount)
    if case .system(let event) = message.content {
      // The world has fewer currencies than this.
      if let amount = event.facts?.amount, facts.currencies.count < 300 {
        facts.currencies.insert(amount.currency)
      }
    } else {
      facts.speakers.insert(message.sender)
    }
    if case .part(let part) = message.content {
      facts.kinds[type(of: part).kind, default: 0] += 1
    } else if let kind = message.content.kind {
      kinds[kind.index] += 1
    }
    addTexts(of: message)
    facts.messageCount += 1
  }

  private mutating func addTexts(of message: Message) {
    var refused: [String] = []
    message.forEachDisplayedText { text in
      if !text.refusedLinks.isEmpty { refused += text.refusedLinks }
      let slots = Self.slots((text.mayBeBold, text.mayBeItalic, text.mayBeCode))
      if text.isLabel {
        fonts.add(label: text.string, slots: slots)
      } else {
        fonts.add(text.string, slots: slots)
      }
    }
    refusedLinks.add(refused)
  }

  /// Adds up the facts that every message has.
  @inline(__always)
  private mutating func add(
    _ id: String, _ instant: Instant?, _ sender: ParticipantIndex?, answering target: String?
  ) {
    var minute: Int16?
    if let instant {
      if let last = facts.lastInstant, instant < last { isOutOfOrder = true }
      facts.firstInstant = facts.firstInstant.map { min($0, instant) } ?? instant
      facts.lastInstant = facts.lastInstant.map { max($0, instant) } ?? instant
      let local = clock.local(instant)
      days.add(day: local.day, minute: local.minute)
      minute = local.minute
      noteDay(local.day, id: id)
    }
    ids.append(id)
    if let target {
      ids.want(target)
      references.append(target, .reply, of: facts.messageCount)
    }
    if let sender { facts.senders.add(sender, message: facts.messageCount, instant: instant, minute: minute) }
  }

  /// The faces of a text.
  private static func slots(_ may: (bold: Bool, italic: Bool, code: Bool)) -> FaceSlots {
    var slots: FaceSlots = [.regular]
    if may.bold { slots.formUnion([.bold, .boldItalic]) }
    if may.italic { slots.formUnion([.italic, .boldItalic]) }
    if may.code { slots.insert(.code) }
    return slots
  }

  /// Completes the facts, and determines how messages refer to each other; called once, after the last.
  mutating func finish() throws(StorageError) -> MessageIDIndex {
    for kind in MessageKind.allCases where kinds[kind.index] > 0 {
      facts.kinds[kind.rawValue] = kinds[kind.index]
    }
    facts.activity = days.finish()
    var ids = IDSurvey()
    swap(&ids, &self.ids)
    facts.pageSources.finish()
    let index = try ids.finish(seed: facts.pageSources.seed) { facts.branches.findParents($0) }
    facts.branches.finish()
    return index
  }

  private mutating func noteDay(_ day: Int32, id: String) {
    guard day != lastDay else { return }
    lastDay = day
    let date = CivilDate(daysSince1970: Int(day))
    guard facts.months.last.map({ ($0.year, $0.month) != (date.year, date.month) }) ?? true else { return }
    facts.months.append(.init(year: date.year, month: date.month, firstIndex: facts.messageCount, id: id))
  }
}
