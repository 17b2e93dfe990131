import BubbleLayout
import ChatModel
import FoundationEssentials
import Frames
import ICU
import SiteWriter
import TextLayout
import Themes

/// Lays a conversation out without writing anything, to print the plan.
public struct Inspector {
  private let options: ExportOptions

  public init(_ options: ExportOptions) { self.options = options }

  /// The plan of all rows, or of those of one message, as text or JSON.
  public func plan(ofMessage id: String?, asJSON: Bool) throws -> String {
    do {
      return try print(only: id, asJSON: asJSON)
    } catch {
      throw Exporter.described(error)
    }
  }

  private func print(only id: String?, asJSON: Bool) throws -> String {
    let assets = try SiteAssets()
    let theme = try Look(options, assets: assets).theme
    var log = DiagnosticLog()
    let inputs = try InputReader(options).open(log: &log)
    var dump = FrameDump()
    var plan = FramePlan(columnWidth: theme.columnWidth)
    var texts = TextSurvey()
    let surveys = try ConversationSurvey.all(
      of: inputs, options: options, fonts: &texts, log: &log, progress: { _ in })
    let fonts = try FontCutter(options: options, assets: assets, theme: theme).cut(
      for: texts, surveys: surveys)
    for survey in surveys {
      try eachRow(of: survey, theme: theme, fonts: fonts) { row, page, y in
        if let id, !row.kind.isOf(message: id) { return }
        if asJSON { plan.add(row, page: page, y: y) } else { dump.add(row, page: page, y: y) }
      }
    }
    if let id, dump.isEmpty, plan.rows.isEmpty {
      throw ExportError.usage(
        "no message has the id '\(id)'; 'chatexport inspect' without --message lists all of them")
    }
    guard asJSON else { return dump.text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(plan), as: UTF8.self)
  }

  private func eachRow(
    of survey: ConversationSurvey, theme: Theme, fonts: FontSet, _ body: (Row, Int, Int) -> Void
  ) throws {
    let locale = survey.locale(options)
    let people = survey.participants.participants.map {
      Person($0, avatar: nil, colours: Int(PersonColour.count))
    }
    let layouter = RowLayouter(
      theme: theme, fonts: fonts, locale: locale, dates: DateTexts(locale: locale), people: people)
    var reader = PageReader(survey, options: options, theme: theme, media: ProbedMedia())
    while let job = try reader.next() {
      var y = 0
      for input in job.inputs {
        var rows: [Row] = []
        layouter.appendRows(for: input, to: &rows)
        for row in rows {
          body(row, job.number, y)
          y += Int(row.frame.size.height.raw / 64)
        }
      }
    }
  }
}

extension Row.Kind {
  /// Whether the row is of the message with this anchor.
  fileprivate func isOf(message id: String) -> Bool {
    switch self {
    case .message(_, let anchor, _, _), .notice(_, let anchor): anchor == id
    case .day: false
    }
  }
}
