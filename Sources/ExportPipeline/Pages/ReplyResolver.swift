import BubbleLayout
import ChatModel
import Frames
import ImportKit
import Phrases

/// Finds the messages that replies answer: on the same page, the one before it, or anywhere by position.
struct ReplyResolver {
  private let survey: ConversationSurvey
  private let pageSize: Int
  /// The messages of the page being read and of the one before it, because most answers are near.
  private var current: [Message] = []
  private var previous: [Message] = []
  private var currentStart = 0
  private var table: ParticipantTable
  private let quoting: QuoteLine

  init(survey: ConversationSurvey, pageSize: Int, phrases: Phrases) {
    (self.survey, self.pageSize, table) = (survey, pageSize, survey.participants)
    quoting = QuoteLine(people: survey.participants, phrases: phrases)
  }

  /// Begins a page: keeps its messages, and the previous page's if that was the last to begin.
  mutating func begin(page: [Message], firstIndex: Int) {
    previous = currentStart + current.count == firstIndex ? current : []
    (current, currentStart) = (page, firstIndex)
  }

  /// Returns the quotation to show above a reply.
  mutating func quote(for reply: Reply) throws -> QuotedMessage {
    if let target = reply.target, let index = survey.ids.index(of: target),
      let message = try message(at: index), message.id == target
    {
      let sender = message.sender.map { survey.participants[$0].name } ?? ""
      var quote = QuotedMessage(
        name: sender, text: quoting.line(of: message),
        page: Int32(truncatingIfNeeded: index / pageSize + 1),
        anchor: survey.anchor(of: index, id: message.id), sender: message.sender)
      quote.instant = message.instant
      return quote
    }
    return QuotedMessage(
      name: reply.quotedName ?? "", text: reply.quotedText.map(quoting.line(ofQuoted:)) ?? quoting.missing,
      page: nil, anchor: "")
  }

  /// Returns a link to the message at `index` of the conversation.
  mutating func target(at index: Int, _ purpose: MessageLink.Purpose) throws -> MessageLink? {
    try message(at: index).map { target($0, at: index, purpose) }
  }

  private func target(_ message: Message, at index: Int, _ purpose: MessageLink.Purpose) -> MessageLink {
    MessageLink(
      page: Int32(truncatingIfNeeded: index / pageSize + 1), anchor: survey.anchor(of: index, id: message.id),
      purpose: purpose)
  }

  /// Returns a link to the message that began the thread a message belongs to.
  mutating func target(ofRoot id: String) throws -> MessageLink? {
    guard let index = survey.ids.index(of: id), let message = try message(at: index), message.id == id
    else { return nil }
    return target(message, at: index, .threadRoot)
  }

  private mutating func message(at index: Int) throws -> Message? {
    let offset = index - currentStart
    if current.indices.contains(offset) { return current[offset] }
    if offset < 0, offset + previous.count >= 0 { return previous[offset + previous.count] }
    switch survey.order {
    case .sorted(let positions):
      return try survey.source.message(at: positions[index], participants: &table)
    case .asRead(let checkpoints):
      let interval = MessageOrder.checkpointInterval
      guard checkpoints.indices.contains(index / interval) else { return nil }
      return try message(index % interval, behind: checkpoints[index / interval])
    }
  }

  /// The message `steps` after the one at `position`, counting only exported messages.
  private mutating func message(_ steps: Int, behind position: SourcePosition) throws -> Message? {
    var left = steps
    var found: Message?
    var log = DiagnosticLog()
    var table = self.table
    var clock = survey.clock
    let filter = survey.filter
    try survey.source.survey(from: position, participants: &table, log: &log, digests: false) { message, _ in
      guard filter.passes(message, clock: &clock) else { return true }
      if left == 0 { found = message.message }
      left -= 1
      return left >= 0
    }
    return found
  }
}
