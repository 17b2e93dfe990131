public import ExportPipeline
import SiteReading

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares two chats, each a site, a plan or an input.
///
/// Inputs are exported to a temporary folder first, with the options of the other side if that is a site.
public struct ChatComparison: Sendable {
  private let old: String
  private let new: String
  private let given: ExportOptions
  private let levels: Set<Difference.Level>
  private let keepsRows: Bool

  /// Creates a comparison. `given` has the options for exports of inputs. `keepsRows` keeps the messages that differ, for pages.
  public init(
    old: String, new: String, given: ExportOptions, levels: Set<Difference.Level>, keepsRows: Bool
  ) {
    (self.old, self.new, self.given, self.levels, self.keepsRows) = (old, new, given, levels, keepsRows)
  }

  /// Compares the two sides.
  ///
  /// - Throws: ``ExportError`` if a side cannot be read, or the two cannot be compared.
  public func run() async throws -> Differences {
    let (side, other) = (try ComparedSide(old), try ComparedSide(new))
    var result = Differences(old: old, new: new, oldKind: side.word, newKind: other.word)
    switch (side, other) {
    case (.plan, .site), (.site, .plan):
      throw ExportError.usage(
        "a plan and a site cannot be compared, because a plan has no times and a site no lines; give the plan of the site's input: chatexport inspect INPUT --json"
      )
    case (.plan(let bytes), .plan(let others)):
      try compare(PlanRows(bytes, path: old), PlanRows(others, path: new), into: &result)
    case (.plan(let bytes), .input):
      try compare(PlanRows(bytes, path: old), plan(of: new), into: &result)
    case (.input, .plan(let others)):
      try compare(plan(of: old), PlanRows(others, path: new), into: &result)
    default:
      let folder = try TemporaryFolder("diff")
      defer { folder.remove() }
      let (site, stated) = try await self.site(side, at: old, like: other, in: folder.path + "/old")
      let (newSite, newStated) = try await self.site(other, at: new, like: side, in: folder.path + "/new")
      try SiteComparison(site, stated, newSite, newStated, settings).run(into: &result)
    }
    return result
  }

  private var settings: ComparisonSettings {
    var settings = ComparisonSettings()
    (settings.levels, settings.keepsRows) = (levels, keepsRows)
    return settings
  }

  private func compare(_ rows: PlanRows, _ others: PlanRows, into result: inout Differences) throws {
    var found = ConversationComparison(rows, others, folder: "", settings).run()
    if rows.width != others.width, levels.contains(.layout) {
      found.differences.append(
        Difference(
          kind: .pages, file: others.path,
          changes: [
            Change(
              what: "column width", old: LookDifference.text(rows.width),
              new: LookDifference.text(others.width), by: others.width - rows.width)
          ]))
    }
    result.add(
      Differences.ComparedConversation(
        id: "", title: "", old: found.old, new: found.new, equal: found.equal), found.differences,
      found.uniform)
    result.finish()
  }

  private func plan(of input: String) throws -> PlanRows {
    var options = given
    options.inputs = [input]
    let json = try Inspector(options).plan(ofMessage: nil, asJSON: true)
    return try PlanRows(Array(json.utf8), path: input)
  }

  /// Returns the site of a side; an input is exported to `path` first.
  private func site(
    _ side: ComparedSide, at input: String, like other: ComparedSide, in path: String
  ) async throws -> (SiteFolder, SiteManifest) {
    if case .site(let folder, let stated) = side { return (folder, stated) }
    var options = given
    options.inputs = [input]
    if case .site(_, let stated) = other { options = try stated.optionsToRepeat(options) }
    (options.output, options.attachments, options.isFresh) = (path, .linked, true)
    _ = try await Exporter(options).run { _ in }
    guard case .site(let folder, let stated) = try ComparedSide(path) else {
      throw ExportError.output("\(path) can no longer be opened")
    }
    return (folder, stated)
  }
}
