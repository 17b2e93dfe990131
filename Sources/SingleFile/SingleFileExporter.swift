public import ExportPipeline
import SiteFiles
import SiteReading

/// Exports a conversation as a single HTML file: a site in a temporary folder, which is then put into one file.
public struct SingleFileExporter: Sendable {
  private let options: ExportOptions

  /// The most messages of a file, measured in docs/performance.md.
  public static let messageLimit = 20_000
  /// The most bytes of pictures, films and other files in a file, measured in docs/performance.md.
  public static let mediaLimit = 50_000_000
  /// The line by which a file of this program is known, within its first bytes.
  static let mark = "<meta name=\"generator\" content=\"chatexport single file\">"

  /// Creates an exporter, whose `output` is the path of the file.
  public init(_ options: ExportOptions) { self.options = options }

  /// Writes the file and returns the report. An existing file is replaced once the new one is complete.
  ///
  /// - Throws: ``ExportError``; the existing file is then unchanged.
  public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    let folder = try TemporaryFolder("single-file")
    defer { folder.remove() }
    var site = options
    site.output = folder.path + "/site"
    site.pageSize = Self.messageLimit
    site.isFresh = true
    site.attachments = .linked
    // Refused before anything is read.
    _ = try open()
    let report = try await Exporter(site).run(progress: progress)
    try check(report)
    try write(report, from: site.output)
    return report
  }

  private func check(_ report: ExportReport) throws(ExportError) {
    guard let conversation = report.conversations.first, report.conversations.count == 1 else {
      throw .usage(
        "one file shows one conversation, and the input has \(report.conversations.count); give an input with one, or export a folder with --out"
      )
    }
    guard conversation.messages > 0 else {
      throw .usage(
        "there are no messages to show in a file; check --from, --to and --participant, or the input")
    }
    guard conversation.pages <= 1 else {
      throw .usage(
        "the conversation has \(conversation.messages) messages, and one file shows at most \(Self.messageLimit); choose a part with --from and --to, or export a folder with --out"
      )
    }
  }

  private func open() throws(ExportError) -> OutputFile {
    do throws(OutputError) {
      return try OutputFile(
        at: options.output, keeping: options.readPaths, force: options.force,
        isOurs: { String(decoding: $0, as: UTF8.self).contains(Self.mark) })
    } catch {
      throw .output(error.description)
    }
  }

  private func write(_ report: ExportReport, from site: String) throws {
    guard let folder = SiteFolder(site), let conversation = report.conversations.first else {
      throw ExportError.output("the temporary site at \(site) is gone; do not remove it during the export")
    }
    let assets = try SiteAssets(publicOverride: options.publicFolder)
    let writer = SingleFileWriter(site: folder, folder: conversation.id, assets: assets)
    guard writer.mediaBytes <= Self.mediaLimit else {
      throw ExportError.usage(
        "the conversation has \(writer.mediaBytes / 1_000_000) MB of pictures and files, and one file takes at most \(Self.mediaLimit / 1_000_000) MB; choose a part with --from and --to, leave files out with --redact, or export a folder with --out"
      )
    }
    let file = try open()
    do {
      try writer.write { (bytes) throws(OutputError) in try file.write(bytes) }
      try file.commit()
    } catch let error as OutputError {
      throw ExportError.output(error.description)
    }
  }
}
