import ChatImport
import ChatModel
import Storage

/// The facts from the first reading of a conversation that pages, fronts and reports show.
///
/// ``FirstPass`` fills them in, and ``ConversationSurvey`` keeps them.
struct SurveyFacts: Sendable {
  var messageCount = 0
  /// The first message of each local month, in order.
  var months: [MonthStart] = []
  var firstInstant: Instant?
  var lastInstant: Instant?
  /// True if a message shows times besides its own.
  var hasOtherInstants = false
  /// Messages by kind, for the report.
  var kinds: [String: Int] = [:]
  var branches = BranchIndex()
  var threads = ThreadIndex()
  /// The number of messages of each participant, the first and last of them, and their hours.
  var senders = SenderTally()
  /// The people who sent messages other than notices.
  var speakers = Speakers()
  /// The currencies of amounts in events.
  var currencies: Set<String> = []
  /// The messages that files came with.
  var files = AttachmentIndex()
  /// The days and hours at which messages were written.
  var activity = Activity()
  /// The indexes of the first pinned messages.
  var pins: [Int] = []
  /// A digest of each page's source.
  var pageSources: PageSources

  /// The beginning of a month.
  struct MonthStart: Sendable, Equatable {
    var year: Int
    var month: Int
    var firstIndex: Int
    /// The id of that message.
    var id: String
  }
}

extension SurveyFacts: CodedFields {
  static var blank: SurveyFacts { SurveyFacts(pageSources: .blank) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&messageCount)
    try coder.code(&months)
    try coder.code(&firstInstant)
    try coder.code(&lastInstant)
    try coder.code(&hasOtherInstants)
    try coder.code(&kinds)
    try coder.code(&branches)
    try coder.code(&threads)
    try coder.code(&senders)
    try coder.code(&speakers)
    try coder.code(&currencies)
    try coder.code(&files)
    try coder.code(&activity)
    try coder.code(&pins)
    try coder.code(&pageSources)
  }
}

extension SurveyFacts.MonthStart: CodedFields {
  static var blank: Self { Self(year: 0, month: 0, firstIndex: 0, id: "") }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&year)
    try coder.code(&month)
    try coder.code(&firstIndex)
    try coder.code(&id)
  }
}
