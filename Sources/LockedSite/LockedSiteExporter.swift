public import ExportPipeline
import ICU
import SiteFiles
import SiteReading

/// Exports a site whose contents open with a password: an ordinary site in a temporary folder, which is then encrypted.
public struct LockedSiteExporter: Sendable {
  private let options: ExportOptions
  private let password: String

  /// Creates an exporter. Everybody who knows the password can read the site.
  public init(_ options: ExportOptions, password: String) {
    (self.options, self.password) = (options, password)
  }

  /// Writes the site and returns the report. The site appears complete or not at all.
  public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    let temporary = try TemporaryFolder("locked")
    defer { temporary.remove() }
    var plain = options
    plain.output = temporary.path + "/site"
    plain.isFresh = true
    plain.hidesNames = true
    let output = try describing { () throws(OutputError) in
      try OutputFolder(at: options.output, keeping: options.readPaths, force: options.force)
    }
    do {
      let report = try await Exporter(plain).run(progress: progress)
      guard let folder = SiteFolder(plain.output) else {
        throw ExportError.output(
          "the temporary site at \(plain.output) is gone; do not remove it during the export")
      }
      let assets = try SiteAssets(publicOverride: options.publicFolder)
      try SiteLocker(folder).write(to: output, assets: assets, password: NormalizationForm.nfc(password)) {}
      try Task.checkCancellation()
      try output.commit()
      return report
    } catch {
      output.abandon()
      if let error = error as? OutputError { throw ExportError.output(error.description) }
      throw error
    }
  }

  private func describing<Result>(_ body: () throws(OutputError) -> Result) throws(ExportError) -> Result {
    do throws(OutputError) { return try body() } catch { throw .output(error.description) }
  }
}
