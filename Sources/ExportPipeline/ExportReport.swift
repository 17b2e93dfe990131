import ChatImport
import ChatModel

/// The result of an export: the closing summary and, as JSON, `--report`.
public struct ExportReport: Sendable, Encodable {
  public struct Conversation: Sendable, Encodable {
    public var id: String
    public var title: String
    public var format: String
    public var messages: Int
    public var pages: Int
    public var participants: Int
    public var timeZone: String
    public var first: String?
    public var last: String?
    /// Messages by kind.
    public var kinds: [String: Int]
  }
  public struct Font: Sendable, Encodable {
    public var face: String
    /// Bytes shipped.
    public var bytes: Int
    public var glyphSource: String
  }
  public struct Finding: Sendable, Encodable {
    public var severity: String
    public var code: String
    public var message: String
    public var place: String?
  }

  public var version = ChatExportVersion.current
  public var conversations: [Conversation] = []
  /// Messages of all conversations by kind.
  public var kinds: [String: Int] = [:]
  public var fonts: [Font] = []
  /// Characters no face had: the reader's own fonts show them.
  public var charactersWithoutFace: [String] = []
  public var emoji = 0
  /// Emoji no font had a picture of: the reader's own fonts show them.
  public var emojiWithoutPicture: [String] = []
  /// The number of messages, or parts of one, that are not fully represented.
  public var losses = 0
  /// The number of things that were understood in part or repaired.
  public var warningCount = 0
  /// Findings by code.
  public var findingCounts: [String: Int] = [:]
  /// The first findings of each code.
  public var findings: [Finding] = []
  public var media = MediaCounts()
  /// The pages and rows that were laid out, and those taken over from the site that was there.
  public var laidOut = Work()
  public var kept = Work()
  /// Seconds of wall-clock time by stage.
  public var seconds: [String: Double] = [:]

  public struct Work: Sendable, Encodable {
    public var pages = 0
    /// Messages, notices and separators of days.
    public var rows = 0
  }

  public struct MediaCounts: Sendable, Encodable {
    public var stored = 0
    public var missing = 0
  }

  public var messageCount: Int { conversations.reduce(0) { $0 + $1.messages } }
  public var pageCount: Int { conversations.reduce(0) { $0 + $1.pages } }

  mutating func add(_ log: DiagnosticLog) {
    losses += log.lossCount
    warningCount += log.warningCount
    findingCounts.merge(log.counts, uniquingKeysWith: +)
    findings += log.kept.map {
      Finding(
        severity: $0.severity.rawValue, code: $0.code, message: $0.message, place: $0.origin?.location)
    }
  }
}

/// The program's version.
public enum ChatExportVersion {
  public static let current = "0.1.0"
}
