import ChatModel
import ICU
import ImportKit

/// Selects the messages of a conversation that are exported (`--from`, `--to`, `--participant`).
struct MessageFilter: Sendable {
  private let firstDay: Int32
  private let lastDay: Int32
  private let participant: ParticipantIndex?
  let passesAll: Bool

  /// True if the wanted participant is not in the conversation, so that nothing passes.
  var wantsSomebodyElse: Bool { participant == Self.nobody }

  private static let nobody = ParticipantIndex(-1)

  /// The index of the wanted participant; −1 if they are not in the conversation, nil if everybody is wanted.
  var participantIndex: Int32? { participant?.value }

  /// The filter for one conversation, which is read once to find a wanted participant.
  init(_ options: ExportOptions, for source: any ConversationSource) throws {
    self.init(
      options, participantIndex: try options.participant.map { try Self.index(of: $0, in: source).value })
  }

  /// The filter for a conversation in which the wanted participant has this index.
  init(_ options: ExportOptions, participantIndex: Int32?) {
    firstDay = options.from.map { Int32(clamping: $0.daysSince1970) } ?? .min
    lastDay = options.to.map { Int32(clamping: $0.daysSince1970) } ?? .max
    participant = participantIndex.map(ParticipantIndex.init)
    passesAll = options.from == nil && options.to == nil && participant == nil
  }

  func passes(_ message: borrowing Message, clock: inout DisplayClock) -> Bool {
    passesAll || passes(message.sender, message.instant, clock: &clock)
  }

  func passes(_ message: borrowing SurveyedMessage, clock: inout DisplayClock) -> Bool {
    passesAll || passes(message.sender, message.instant, clock: &clock)
  }

  private func passes(_ sender: ParticipantIndex?, _ instant: Instant?, clock: inout DisplayClock) -> Bool {
    if let participant, sender != participant { return false }
    guard firstDay != .min || lastDay != .max else { return true }
    guard let instant else { return false }
    let day = clock.local(instant).day
    return day >= firstDay && day <= lastDay
  }

  private static func index(
    of nameOrKey: String, in source: any ConversationSource
  ) throws -> ParticipantIndex {
    var table = source.info.participants
    var log = DiagnosticLog()
    try source.survey(from: nil, participants: &table, log: &log, digests: false) { _, _ in true }
    for index in table.participants.indices where table.isCalled(nameOrKey, at: index) {
      return ParticipantIndex(Int32(truncatingIfNeeded: index))
    }
    return nobody
  }
}
