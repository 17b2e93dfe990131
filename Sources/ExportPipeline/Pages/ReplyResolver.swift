import BubbleLayout
import ChatImport
import ChatModel
import Frames
import Phrases

/// Finds the messages that replies answer: on the same page, the one before it, or anywhere by position.
struct ReplyResolver {
  private let survey: ConversationSurvey
  private let pageSize: Int
  /// The messages of the page that is read and of the one before it: most answers are near.
  private var current: [Message] = []
  private var previous: [Message] = []
  private var currentStart = 0
  private var table: ParticipantTable
  private let quoting: QuoteLine

  init(survey: ConversationSurvey, pageSize: Int, phrases: Phrases) {
    (self.survey, self.pageSize, table) = (survey, pageSize, survey.participants)
    quoting = QuoteLine(people: survey.participants, phrases: phrases)
  }

  /// Keeps the messages of the page that begins, and of the one before it if that was the last to begin.
  mutating func begin(page: [Message], firstIndex: Int) {
    previous = currentStart + current.count == firstIndex ? current : []
    (current, currentStart) = (page, firstIndex)
  }

  /// What to show above a reply.
  mutating func quote(for reply: Reply) throws -> QuotedMessage {
    if let target = reply.target, let place = survey.ids.place(of: target),
      let message = try message(at: place), message.id == target
    {
      let sender = message.sender.map { survey.participants[$0].name } ?? ""
      return QuotedMessage(
        name: sender, text: quoting.line(of: message),
        page: Int32(truncatingIfNeeded: place / pageSize + 1),
        anchor: survey.anchor(of: place, id: message.id))
    }
    return QuotedMessage(
      name: reply.quotedName ?? "", text: reply.quotedText.map(quoting.line(ofPlain:)) ?? quoting.missing,
      page: nil, anchor: "")
  }

  /// The way to the message at a place of the conversation.
  mutating func target(at place: Int, _ purpose: MessageLink.Purpose) throws -> MessageLink? {
    try message(at: place).map { target($0, at: place, purpose) }
  }

  private func target(_ message: Message, at place: Int, _ purpose: MessageLink.Purpose) -> MessageLink {
    MessageLink(
      page: Int32(truncatingIfNeeded: place / pageSize + 1), anchor: survey.anchor(of: place, id: message.id),
      purpose: purpose)
  }

  /// The way to the message that began the thread a message belongs to.
  mutating func target(ofRoot id: String) throws -> MessageLink? {
    guard let place = survey.ids.place(of: id), let message = try message(at: place), message.id == id
    else { return nil }
    return target(message, at: place, .threadRoot)
  }

  private mutating func message(at place: Int) throws -> Message? {
    let offset = place - currentStart
    if current.indices.contains(offset) { return current[offset] }
    if offset < 0, offset + previous.count >= 0 { return previous[offset + previous.count] }
    switch survey.order {
    case .sorted(let positions):
      return try survey.source.message(at: positions[place], participants: &table)
    case .asRead(let checkpoints):
      let interval = MessageOrder.checkpointInterval
      guard checkpoints.indices.contains(place / interval) else { return nil }
      return try message(place % interval, behind: checkpoints[place / interval])
    }
  }

  /// The message `steps` after the one at `position`, counting only those that are exported.
  private mutating func message(_ steps: Int, behind position: SourcePosition) throws -> Message? {
    var left = steps
    var found: Message?
    var log = DiagnosticLog()
    var table = self.table
    var clock = survey.clock
    let filter = survey.filter
    try survey.source.survey(from: position, participants: &table, log: &log) { message, _ in
      guard filter.passes(message, clock: &clock) else { return true }
      if left == 0 { found = message.message }
      left -= 1
      return left >= 0
    }
    return found
  }
}
