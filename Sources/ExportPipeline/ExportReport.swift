import ChatModel
import ImportKit
public import Redaction

/// The result of an export: the closing summary and, as JSON, `--report`.
public struct ExportReport: Sendable, Encodable {
  /// The counts and facts of one conversation.
  public struct ReportedConversation: Sendable, Encodable {
    /// The name of the conversation's folder.
    public var id: String
    /// The title.
    public var title: String
    /// The name of the import format.
    public var format: String
    /// The number of messages.
    public var messages: Int
    /// The number of pages.
    public var pages: Int
    /// The number of participants.
    public var participants: Int
    /// The IANA name of the time zone that times are shown in.
    public var timeZone: String
    /// The time of the first message in UTC (ISO 8601); nil if no message has one.
    public var first: String?
    /// The time of the last message in UTC (ISO 8601); nil if no message has one.
    public var last: String?
    /// Messages by kind.
    public var kinds: [String: Int]
  }
  /// A font file of the site.
  public struct Font: Sendable, Encodable {
    /// The name of the face, such as its file's.
    public var face: String
    /// Bytes shipped.
    public var bytes: Int
    /// The PostScript name of the font that the glyphs come from.
    public var glyphSource: String
  }
  /// A diagnostic in the form that the report gives it.
  public struct Finding: Sendable, Encodable {
    /// `note`, `warning` or `loss`.
    public var severity: String
    /// The short stable word that findings are counted by.
    public var code: String
    /// The sentence for people.
    public var message: String
    /// The position in the input, e.g. `Chat: message 4`; nil if the finding is about no single one.
    public var place: String?
  }

  /// The parts of the inputs at one path that are not shown as they are; see `Account.Row`.
  public struct AccountRow: Sendable, Encodable {
    /// The position of a part.
    public struct Example: Sendable, Encodable {
      /// The file, as the user named it.
      public var file: String
      /// The line, from 1, in formats that have lines.
      public var line: Int?
      /// The byte in the file.
      public var offset: Int?
    }
    /// The name of the import format.
    public var format: String
    /// The shape of the position, for example `messages[].poll.note`.
    public var path: String
    /// `card`, `left-out` or `unknown`.
    public var state: String
    /// The name of the rule that leaves the parts out; nil unless the state is `left-out`.
    public var rule: String?
    /// Why the rule leaves them out.
    public var reason: String?
    /// The number of records that have such parts.
    public var records: Int
    /// The number of parts that hold words.
    public var texts: Int
    /// The first such part.
    public var example: Example?

    init(_ row: Account.Row) {
      (format, path, state) = (row.format, row.path, row.state.rawValue)
      (rule, reason) = (row.rule, row.reason)
      (records, texts) = (row.records, row.texts)
      example = row.example.map { Example(file: $0.file, line: $0.line, offset: $0.offset) }
    }

    /// True if nothing asked for the parts.
    public var isUnknown: Bool { state == Account.State.unknown.rawValue }
    /// True if the parts are shown on cards.
    public var isOnCard: Bool { state == Account.State.card.rawValue }
  }

  /// The version of the program that wrote the site.
  public var version = ChatExportVersion.current
  /// The conversations in the site's order.
  public var conversations: [ReportedConversation] = []
  /// Messages of all conversations by kind.
  public var kinds: [String: Int] = [:]
  /// The font files of the site.
  public var fonts: [Font] = []
  /// Characters that no face has, left to the reader's own fonts.
  public var charactersWithoutFace: [String] = []
  /// The number of different emoji that are shown as pictures.
  public var emoji = 0
  /// Emoji that no font has a picture of, left to the reader's own fonts.
  public var emojiWithoutPicture: [String] = []
  /// The number of messages, or parts of one, that are not fully represented.
  public var losses = 0
  /// The number of things that were understood in part or repaired.
  public var warningCount = 0
  /// Findings by code.
  public var findingCounts: [String: Int] = [:]
  /// The first findings of each code.
  public var findings: [Finding] = []
  /// The matches of each rule of redaction, in the order of the rules; nil if the site is not redacted.
  public var redaction: [Redaction.RuleCount]?
  /// The paths in the output of attachments that keep what is written in them, sorted; nil if the output is not redacted.
  public var unredactedFiles: [String]?
  /// The parts of the inputs that are not shown as they are, sorted by format and path.
  public var account: [AccountRow] = []
  /// The counts of attachments.
  public var media = MediaCounts()
  /// The pages and rows that were laid out.
  public var laidOut = Work()
  /// The pages and rows reused from the earlier site.
  public var kept = Work()
  /// Seconds of wall-clock time by stage.
  public var seconds: [String: Double] = [:]
  /// Seconds of CPU time of the stages that run on one thread: `opening` and `reading`.
  public var cpuSeconds: [String: Double] = [:]

  /// A number of pages and rows.
  public struct Work: Sendable, Encodable {
    /// Pages of messages.
    public var pages = 0
    /// Messages, notices and separators of days.
    public var rows = 0
  }

  /// The counts of files that messages refer to.
  public struct MediaCounts: Sendable, Encodable {
    /// Files copied or linked into the site.
    public var stored = 0
    /// Files that could not be found or used.
    public var missing = 0
  }

  /// The messages of all conversations.
  public var messageCount: Int { conversations.reduce(0) { $0 + $1.messages } }
  /// The pages of all conversations.
  public var pageCount: Int { conversations.reduce(0) { $0 + $1.pages } }

  /// The matches of all rules of redaction.
  public var ruleMatchCount: Int { redaction?.reduce(0) { $0 + $1.matches } ?? 0 }

  /// True if parts of the inputs that our code does not know contain people's words.
  public var hasUnknownTexts: Bool { account.contains { $0.isUnknown && $0.texts > 0 } }

  mutating func add(_ log: DiagnosticLog) {
    account += log.account.rows.map(AccountRow.init)
    losses += log.lossCount
    warningCount += log.warningCount
    findingCounts.merge(log.counts, uniquingKeysWith: +)
    findings += log.kept.map {
      Finding(
        severity: $0.severity.rawValue, code: $0.code, message: $0.message, place: $0.origin?.location)
    }
  }
}
