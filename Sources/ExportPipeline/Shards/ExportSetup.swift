import ChatModel
import Fonts
import ICU
import ImportKit
import MediaProbe
import Reuse
import SiteFiles
import Storage
import Themes

/// Everything of an export that does not depend on messages, for the runs of a plan: planning, shards, merging.
struct ExportSetup: Sendable {
  let options: ExportOptions
  let assets: SiteAssets
  let languages: Languages
  var inputs: InputOpener.Inputs
  let look: Look
  let available: AvailableFonts
  private let templates: ParsedTemplates
  private let lookKey: StableEncoder
  /// The identity of the program, which the system has to know for pages to be recognised.
  let program: String

  /// Opens the inputs and prepares the rest. Errors of the lower layers are as these throw them (``Exporter/describing(_:)``).
  init(
    _ options: ExportOptions, log: inout DiagnosticLog, progress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    guard let program = ProgramIdentity.current else {
      throw ExportError.output(
        "this system does not list the program's code, by which the runs of a plan recognise each other")
    }
    let assets = try SiteAssets(templatesOverride: options.templates, publicOverride: options.publicFolder)
    let languages = Languages(assets)
    progress(Progress(.opening))
    let inputs = try InputOpener(options).open(log: &log, progress: progress).namingStandIns(
      languages, options)
    let look = try Look(options, rooms: inputs.rooms, assets: assets)
    (self.options, self.assets, self.languages, self.inputs) = (options, assets, languages, inputs)
    (self.look, self.program) = (look, program)
    available = try AvailableFonts(options, assets: assets, isPrepared: false)
    templates = try await ParsedTemplates(assets)
    lookKey = PageKey.encoder(of: options, look)
  }

  /// A digest of everything here that shows in a site: options, look, fonts, templates, static files, names, and the rules of time zones.
  func identity() throws -> String {
    var key = lookKey
    key.add(look.name)
    for file in look.files { key.add(file.bytes.span) }
    key.add(available.identity)
    for path in assets.replaced {
      key.add(path)
      key.add(try assets.bytes(of: path))
    }
    for path in options.aliases { key.add(try MediaFile(path: path).sha256()) }
    key.add(TimeZoneRules.edition)
    return key.digest()
  }

  /// The subsetter of the fonts.
  var subsetter: FontSubsetter {
    FontSubsetter(options: options, theme: look.theme, languages: languages, fonts: available)
  }

  /// Returns the context of a site in `folder`.
  func context(_ fonts: ExportFonts, in folder: OutputFolder) -> SiteContext {
    let reusable = ReusableFiles(folder, isFresh: true)
    return SiteContext(
      options: options, look: look, fonts: fonts, assets: assets, languages: languages, templates: templates,
      lookKey: lookKey, folder: folder, reusable: reusable,
      shortConversations: ShortConversations(in: reusable))
  }
}
