import ChatImport
import ChatModel
import Fonts
import Frames
import ICU
import ImportKit
import SiteFiles
import Themes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The contents of inputs as an export would understand them, found without laying out or writing anything.
public struct InputCheck: Sendable, Encodable {
  /// A conversation of the inputs.
  public struct CheckedConversation: Sendable, Encodable {
    /// The title.
    public var title: String
    /// The name of the import format.
    public var format: String
    /// The number of messages.
    public var messages: Int
    /// Messages by kind.
    public var kinds: [String: Int]
    /// The participants, those with the most messages first.
    public var people: [CheckedPerson]
    /// The time of the first message in UTC (ISO 8601); nil if no message has one.
    public var first: String?
    /// The time of the last message in UTC (ISO 8601); nil if no message has one.
    public var last: String?
    /// The person whose messages are on the right, with the reason.
    public var me: Assumption
    /// The time zone of the times shown, with the reason.
    public var timeZone: Assumption
  }

  /// A person of a conversation.
  public struct CheckedPerson: Sendable, Encodable {
    /// The name that pages show.
    public var name: String
    /// The id, which `--me` also accepts.
    public var id: String
    /// The number of messages.
    public var messages: Int
  }

  /// A map that an export of the inputs needs.
  public struct CheckedMap: Sendable, Encodable {
    /// The option, ready to be pasted into a command.
    public var option: String
    /// The columns with the reasons for them, one a line.
    public var lines: [String]
  }

  /// The value of an option as an export would take it.
  public struct Assumption: Sendable, Encodable {
    /// The value; nil if none is known.
    public var value: String?
    /// The reason for the value, in words.
    public var evidence: String
  }

  /// The files, folders and archives, as the user named them.
  public var inputs: [String]
  /// The map with which a table in no known format was read, because its columns suggest it; nil if no map was needed.
  public var map: CheckedMap?
  /// The order of day, month and year in dates of digits; nil if the inputs have none.
  public var dateOrder: Assumption
  /// The conversations in the order of the site.
  public var conversations: [CheckedConversation]
  /// The parts of the inputs that an export would not show as they are.
  public var account: [ExportReport.AccountRow]
  /// The number of messages, or parts of one, that are not fully represented.
  public var losses: Int
  /// The number of things that were understood in part or repaired.
  public var warningCount: Int
  /// The findings by code.
  public var findingCounts: [String: Int]
  /// The first findings of each code.
  public var findings: [ExportReport.Finding]

  /// True if parts of the inputs that our code does not know contain people's words.
  public var hasUnknownTexts: Bool { account.contains { $0.isUnknown && $0.texts > 0 } }

  /// Reads the inputs of `options` as an export would.
  ///
  /// - Throws: ``ExportError`` as an export does.
  public init(_ options: ExportOptions) throws {
    do {
      do {
        self = try Self.read(options)
      } catch ExportError.unmapped(_, let proposal) where options.map == nil {
        var mapped = options
        mapped.map = proposal.map.lines
        self = try Self.read(mapped)
        map = CheckedMap(option: proposal.option, lines: proposal.lines)
      }
      try InputChanges.check()
    } catch {
      try Exporter.output { try InputChanges.check() }
      throw Exporter.described(error)
    }
  }

  private static func read(_ options: ExportOptions) throws -> InputCheck {
    var log = DiagnosticLog()
    let assets = try SiteAssets(publicOverride: options.publicFolder)
    let languages = Languages(assets)
    var inputs = try InputOpener(options).open(log: &log).namingStandIns(languages, options)
    // An unreadable look ends a check as it ends an export.
    _ = try Look(options, rooms: inputs.rooms, assets: assets)
    var texts = CharacterUsage()
    let surveys = try ConversationSurvey.all(
      of: &inputs, options: options, fonts: &texts, log: &log, progress: { _ in })
    let media = MediaStore()
    for survey in surveys { try survey.findFiles(in: media) }
    log.merge(media.log(surveys))
    var report = ExportReport()
    report.add(log)
    return InputCheck(
      inputs: options.inputs, dateOrder: dateOrder(options, report, surveys),
      conversations: zip(surveys, inputs.formats).map { CheckedConversation($0, $1, options, report) },
      account: report.account, losses: report.losses, warningCount: report.warningCount,
      findingCounts: report.findingCounts, findings: report.findings)
  }

  private init(
    inputs: [String], dateOrder: Assumption, conversations: [CheckedConversation],
    account: [ExportReport.AccountRow], losses: Int, warningCount: Int, findingCounts: [String: Int],
    findings: [ExportReport.Finding]
  ) {
    (self.inputs, self.dateOrder, self.conversations) = (inputs, dateOrder, conversations)
    (self.account, self.losses, self.warningCount) = (account, losses, warningCount)
    (self.findingCounts, self.findings) = (findingCounts, findings)
  }

  private static func dateOrder(
    _ options: ExportOptions, _ report: ExportReport, _ surveys: [ConversationSurvey]
  ) -> Assumption {
    if let order = options.dateOrder { return Assumption(value: order.rawValue, evidence: "--date-order") }
    if let finding = report.findings.first(where: { $0.code.contains("date-order") }) {
      return Assumption(value: nil, evidence: finding.message)
    }
    let orders = Set(surveys.compactMap(\.info.dateStyle.isDayFirst))
    if orders.count == 1, let isDayFirst = orders.first {
      return Assumption(value: isDayFirst ? "dmy" : "mdy", evidence: "from the dates of the inputs")
    }
    return Assumption(value: nil, evidence: "nothing in the inputs is ambiguous")
  }

  /// The result as JSON with sorted keys.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension InputCheck.CheckedConversation {
  init(
    _ survey: ConversationSurvey, _ format: ImportFormat, _ options: ExportOptions, _ report: ExportReport
  ) {
    (title, self.format, messages) = (survey.info.title, format.rawValue, survey.facts.messageCount)
    kinds = survey.facts.kinds
    let people = survey.participants.participants
    let sent = people.indices.map { survey.facts.senders[$0].messages }
    self.people = people.indices.sorted { (sent[$1], $0) < (sent[$0], $1) }
      .map { InputCheck.CheckedPerson(name: people[$0].name, id: people[$0].key, messages: sent[$0]) }
    first = survey.facts.firstInstant.map { UTCTime(seconds: $0.seconds).text }
    last = survey.facts.lastInstant.map { UTCTime(seconds: $0.seconds).text }
    let owner = people.first(where: \.isMe)?.name
    if let me = options.me {
      self.me = InputCheck.Assumption(
        value: owner, evidence: owner == nil ? "nobody in this conversation is called '\(me)'" : "--me")
    } else if let owner {
      me = InputCheck.Assumption(value: owner, evidence: "the export says whose it is")
    } else {
      me = InputCheck.Assumption(
        value: nil, evidence: "nothing in the export says whose it is; give --me NAME")
    }
    let zone = survey.clock.zone
    if options.timeZone != nil {
      timeZone = InputCheck.Assumption(value: zone, evidence: "--time-zone")
    } else if survey.info.timeZone != nil {
      timeZone = InputCheck.Assumption(value: zone, evidence: "the export names it")
    } else if report.findingCounts["assumed-time-zone"] != nil {
      timeZone = InputCheck.Assumption(
        value: zone, evidence: "assumed where the export gives times without a zone; give --time-zone")
    } else {
      timeZone = InputCheck.Assumption(
        value: zone,
        evidence: "the export's times are instants; give --time-zone to show them in another zone")
    }
  }
}
