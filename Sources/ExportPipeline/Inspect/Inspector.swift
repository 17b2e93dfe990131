import BubbleLayout
import ChatModel
import Fonts
import Frames
import ImportKit
import Phrases
import SiteFiles
import SiteWriter
import Themes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Lays a conversation out without writing anything, to print the plan.
public struct Inspector {
  private let options: ExportOptions
  private let isWide: Bool

  /// An inspector of the narrow layout, or of the one for large screens.
  public init(_ options: ExportOptions, wide: Bool = false) { (self.options, isWide) = (options, wide) }

  /// A range of heights on one page of each conversation.
  public struct Heights: Sendable, Equatable {
    /// The page's number, from 1.
    public var page: Int
    /// The heights in whole px of the layout, from the top of the page's rows.
    public var range: Range<Int>

    /// The heights in `range` on `page`.
    public init(page: Int, range: Range<Int>) { (self.page, self.range) = (page, range) }
  }

  /// Returns the plan of all rows, of one message's, or of those at some heights, as text or JSON.
  ///
  /// - Throws: ``ExportError`` if an option or the input is wrong, or if no row is selected.
  public func plan(ofMessage id: String?, at heights: Heights? = nil, asJSON: Bool) throws -> String {
    do {
      return try print(only: id, at: heights, asJSON: asJSON)
    } catch {
      try Exporter.output { try InputChanges.check() }
      throw Exporter.described(error)
    }
  }

  private func print(only id: String?, at heights: Heights?, asJSON: Bool) throws -> String {
    let assets = try SiteAssets()
    var log = DiagnosticLog()
    let languages = Languages(assets)
    var inputs = try InputOpener(options).open(log: &log).namingStandIns(languages, options)
    let theme = try Look(options, rooms: inputs.rooms, assets: assets).theme
    var dump = FrameDump()
    var plan = FramePlan(columnWidth: theme.columnWidth)
    var texts = CharacterUsage()
    let surveys = try ConversationSurvey.all(
      of: &inputs, options: options, fonts: &texts, log: &log, progress: { _ in })
    let subsetter = FontSubsetter(
      options: options, theme: theme, languages: languages,
      fonts: try AvailableFonts(options, assets: assets, isPrepared: true))
    let fonts = try subsetter.cut(for: subsetter.allTexts(of: surveys, messages: texts)).set
    var reasons: [LayoutReason] = []
    func add(_ row: Row, page: Int, y: Int) {
      if asJSON {
        plan.add(row, page: page, y: y)
      } else {
        dump.add(row, page: page, y: y)
      }
    }
    for survey in surveys {
      let bench = InspectionBench(
        survey, options: options, theme: theme, isWide: isWide, fonts: fonts,
        words: try languages.words(of: survey, options))
      if let heights {
        for (row, y) in try bench.rows(at: heights) { add(row, page: heights.page, y: y) }
        continue
      }
      try bench.eachMessage { message in
        guard id == nil || message.input.anchor == id else { return }
        var y = message.y
        for row in message.rows(isAlone: id != nil) {
          // Day separators belong to the conversation, not to the message below.
          if id == nil || !row.kind.isDay { add(row, page: message.page, y: y) }
          y += Int(row.frame.size.height.raw / 64)
        }
        if id != nil { reasons += message.reasons() }
      }
    }
    if let id, dump.isEmpty, plan.rows.isEmpty {
      throw ExportError.usage(
        "no message has the id '\(id)'; 'chatexport inspect' without --message lists all messages")
    }
    if let heights, dump.isEmpty, plan.rows.isEmpty {
      throw ExportError.usage(
        "page \(heights.page) has no row at \(heights.range.lowerBound) px; "
          + "'chatexport inspect' without --at lists all rows with their heights")
    }
    guard asJSON else { return dump.text + Self.table(of: reasons) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let printed =
      try id == nil ? encoder.encode(plan) : encoder.encode(ExplainedPlan(plan: plan, reasons: reasons))
    return String(decoding: printed, as: UTF8.self)
  }

  /// Returns a line for each reason: property, value and explanation.
  private static func table(of reasons: [LayoutReason]) -> String {
    reasons.isEmpty
      ? "" : "why\n" + reasons.map { "  \($0.about): \($0.value) – \($0.because)\n" }.joined()
  }
}

/// The plan of one message with explanations.
private struct ExplainedPlan: Encodable {
  var plan: FramePlan
  var reasons: [LayoutReason]

  private enum Keys: String, CodingKey { case reasons }

  func encode(to encoder: any Encoder) throws {
    try plan.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(reasons, forKey: .reasons)
  }
}

/// Lays a conversation out message by message, with the grouping keys of neighbours for explanations.
private struct InspectionBench {
  let survey: ConversationSurvey
  let fonts: FontSet
  let layouter: RowLayouter
  let reader: PageReader
  let isWide: Bool

  init(
    _ survey: ConversationSurvey, options: ExportOptions, theme: Theme, isWide: Bool, fonts: FontSet,
    words: LanguageWords
  ) {
    self.isWide = isWide
    let people = survey.participants.participants.map {
      Person($0, avatar: nil)
    }
    (self.survey, self.fonts) = (survey, fonts)
    layouter = RowLayouter(
      theme: theme, fonts: fonts, language: words.ofRows, people: people, namesSenders: survey.namesSenders)
    reader = PageReader(survey, options: options, theme: theme, phrases: words.phrases, media: MediaStore())
  }

  /// A message with its rows; the first starts `y` px below the top of its page.
  struct InspectedMessage {
    let input: RowInput
    let page: Int
    let y: Int
    var rows: [Row]
    /// The message's own row in a run of notices; otherwise nil.
    var notice: Row?
    let key: GroupKey
    var previous: GroupKey?
    var next: GroupKey?
    let bench: InspectionBench

    /// Returns the rows to print; for a message printed alone, only its own.
    func rows(isAlone: Bool) -> [Row] {
      guard isAlone, let notice else { return rows }
      return [notice]
    }

    /// Makes this a notice of the run in its rows, which belong to the first notice only.
    mutating func narrow(to input: RowInput, isFirst: Bool) {
      guard case .run(let notices)? = rows.last?.kind else {
        // A step with its result: a row for each.
        rows = rows.filter { $0.kind.messageIndex == input.index }
        return
      }
      notice = notices.first { $0.kind.messageIndex == input.index }
      if !isFirst { rows = [] }
    }

    func reasons() -> [LayoutReason] {
      (bench.isWide ? bench.layouter.wide : bench.layouter).reasons(
        for: input, rows: rows(isAlone: true),
        group: RowLayouter.GroupContext(key, previous: previous, next: next),
        fonts: bench.fonts)
    }
  }

  /// Calls `body` with each message, after the next one is known.
  func eachMessage(_ body: (InspectedMessage) -> Void) throws {
    var reader = reader
    var waiting: InspectedMessage?
    for number in 0..<reader.pageCount {
      let job = try reader.page(number + 1)
      var y = 0
      var index = 0
      while index < job.inputs.count {
        let (rows, next) = rows(of: job.inputs, at: index)
        for input in job.inputs[index..<next] {
          let key = reader.key(of: input.message, at: Int(input.index)).key
          waiting?.next = key
          if let waiting { body(waiting) }
          waiting = InspectedMessage(
            input: input, page: job.number, y: y, rows: rows, key: key, previous: waiting?.key, bench: self)
          if next > index + 1 { waiting?.narrow(to: input, isFirst: input.index == job.inputs[index].index) }
        }
        y += rows.reduce(0) { $0 + Int($1.frame.size.height.raw / 64) }
        index = next
      }
    }
    if let waiting { body(waiting) }
  }

  private func rows(of inputs: [RowInput], at index: Int) -> (rows: [Row], next: Int) {
    var rows: [Row] = []
    let next = layouter.appendRows(of: inputs, at: index, to: &rows)
    return (isWide ? rows.map(\.inWideColumn) : rows, next)
  }

  /// Returns the rows at some heights of a page, each with its distance from the page's top.
  func rows(at heights: Inspector.Heights) throws -> [(row: Row, y: Int)] {
    var reader = reader
    var column = RowTops()
    guard heights.page >= 1, heights.page <= reader.pageCount else { return [] }
    let inputs = try reader.page(heights.page).inputs
    var (rows, index): ([Row], Int) = ([], 0)
    while index < inputs.count {
      let (some, next) = self.rows(of: inputs, at: index)
      rows += some
      index = next
    }
    var tops: [Int] = []
    for row in rows {
      tops.append(column.height / 64)
      column.append(height: row.frame.size.height)
    }
    let range = heights.range.lowerBound * 64..<heights.range.upperBound * 64
    return column.rows(in: range).map { (rows[$0], tops[$0]) }
  }
}

extension Row {
  /// The row with its wide layout alone.
  fileprivate var inWideColumn: Row {
    guard case .run(let notices) = kind else { return Row(kind: kind, frame: wide ?? frame) }
    return Row(kind: .run(notices.map(\.inWideColumn)), frame: wide ?? frame)
  }
}

extension Row.Kind {
  fileprivate var isDay: Bool { if case .day = self { true } else { false } }
}
