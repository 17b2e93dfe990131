import ChatImport
import ChatModel

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
