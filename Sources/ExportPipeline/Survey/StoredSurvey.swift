public import ChatModel
import ImportKit
public import Storage

/// A survey as a plan stores it: everything that cannot be known without reading the messages.
struct StoredSurvey: CodedFields {
  private var zone = "UTC"
  private var filteredParticipant: Int32?
  private var participants: [Participant] = []
  private var order = MessageOrder.blank
  private var ids = MessageIDIndex.blank
  private var replyThreads = ReplyThreads.blank
  private var facts = SurveyFacts.blank
  private var asksNearbyLanguages = false

  /// The number of messages.
  var messageCount: Int { facts.messageCount }

  private init() {}

  static var blank: StoredSurvey { StoredSurvey() }

  /// Stores a survey, except its source and the name of its folder.
  init(_ survey: ConversationSurvey) {
    zone = survey.clock.zone
    filteredParticipant = survey.filter.participantIndex
    participants = survey.participants.participants
    (order, ids, replyThreads, facts) = (survey.order, survey.ids, survey.replyThreads, survey.facts)
    asksNearbyLanguages = survey.asksNearbyLanguages
  }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&zone)
    try coder.code(&filteredParticipant)
    try coder.code(&participants)
    try coder.code(&order)
    try coder.code(&ids)
    try coder.code(&replyThreads)
    try coder.code(&facts)
    try coder.code(&asksNearbyLanguages)
  }

  /// Returns the survey of `source`, whose folder in the site is `folderName`.
  ///
  /// - Throws: ``ExportError`` if the system does not know the time zone.
  func survey(
    of source: any ConversationSource, folderName: String, _ options: ExportOptions
  ) throws(ExportError) -> ConversationSurvey {
    var table = source.info.participants
    table.restore(participants)
    return ConversationSurvey(
      of: source, folderName: folderName,
      filter: MessageFilter(options, participantIndex: filteredParticipant),
      clock: try DisplayClock(zone: zone), participants: table, order: order, ids: ids,
      replyThreads: replyThreads, facts: facts, asksNearbyLanguages: asksNearbyLanguages)
  }
}

extension Instant: CodedFields {
  public static var blank: Instant { Instant(milliseconds: 0) }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&milliseconds)
  }
}

extension Participant: CodedFields {
  public static var blank: Participant { Participant(key: "", name: "") }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&key)
    try coder.code(&name)
    try coder.code(&avatar)
    try coder.code(&isMe)
    try coder.code(&standIn)
  }
}

extension Participant.StandIn: CodedFields {
  public static var blank: Self { .me }

  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(raw: &self)
  }
}
