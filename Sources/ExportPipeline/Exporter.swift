import ChatModel
import Fonts
import Frames
import ImportKit
import MediaProbe
import Paper
import Phrases
import Reuse
import Signatures
import SiteFiles
import SiteWriter
import Storage
import SystemCalls
import Themes

/// The whole program: read, survey, subset fonts, lay out, write, swap in.
///
/// Reads every conversation twice: a survey collects facts for pages and fonts, then pages of messages flow through
/// layout to disk, a few at a time. Memory does not grow with the conversation.
public struct Exporter: Sendable {
  private let options: ExportOptions

  /// Creates an exporter; nothing is read or written before ``run(progress:)``.
  public init(_ options: ExportOptions) { self.options = options }

  /// Writes the site and returns the report. The site appears complete or not at all.
  public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    var clock = StageClock()
    let sign = try options.signer()
    let redaction = try options.redactionOfInputs()
    let assets = try Self.output {
      try SiteAssets(templatesOverride: options.templates, publicOverride: options.publicFolder)
    }
    // The survey reads on one core; meanwhile, another prepares everything that does not depend on it.
    let isFresh = options.isFresh || options.isRedacted
    let isAgain = !isFresh && OutputFolder.mayHave(CachedFonts.path, at: options.output)
    async let knownFonts = AvailableFonts(options, assets: assets, isPrepared: !isAgain)
    var log = DiagnosticLog()
    let languages = Languages(assets)
    progress(Progress(.opening))
    let opened = try Self.open(options, log: &log, progress: progress)
    let redacted = try redaction?.result(of: opened, languages, options, log: &log)
    let inputs = (redacted?.inputs ?? opened).namingStandIns(languages, options)
    let look = try Self.output { try Look(options, rooms: inputs.rooms, assets: assets) }
    clock.end("opening", isOnOneThread: true)
    var folder = try Self.output {
      try OutputFolder(
        at: options.output, keeping: options.readPaths + look.files.map(\.path), force: options.force)
    }
    let hidden = redacted?.hidden
    if hidden != nil { folder.filter = { HiddenTexts.stripped($0, of: $1) } }
    let reusable = ReusableFiles(folder, isFresh: isFresh)
    async let earlierFonts = reusable.bytes(of: CachedFonts.path).flatMap(CachedFonts.init)
    let firstInfo = inputs.sources.first?.info
    async let words = firstInfo.map { try languages.words(of: $0, options) }
    async let templates = ParsedTemplates(assets)
    async let lookKey = PageKey.encoder(of: options, look)
    async let hashes = options.isRedacted ? [] : inputs.hashes()
    do {
      var fontSurvey = CharacterUsage()
      var readable = inputs
      let surveys = try ConversationSurvey.all(
        of: &readable, options: options, fonts: &fontSurvey, log: &log, progress: progress)
      clock.end("reading", isOnOneThread: true)
      // A partial export was asked for on purpose.
      if !options.force, !options.isPart { try EarlierSite(at: options.output)?.check(surveys, options) }
      let messages = surveys.reduce(0) { $0 + $1.facts.messageCount }
      Memory.trim(messages: messages)
      progress(Progress(.fonts))
      _ = try await words
      let subsetter = FontSubsetter(
        options: options, theme: look.theme, languages: languages, fonts: try await knownFonts)
      let texts = try subsetter.allTexts(of: surveys, messages: fontSurvey)
      let fonts: ExportFonts
      if let hidden {
        fonts = try subsetter.cut(for: texts, measuring: hidden, in: surveys)
      } else {
        fonts = try subsetter.cut(for: texts, earlier: await earlierFonts)
      }
      clock.end("fonts")
      Memory.trim(messages: messages)
      let context = SiteContext(
        options: options, look: look, fonts: fonts, assets: assets, languages: languages,
        templates: try await templates, lookKey: await lookKey, folder: folder, reusable: reusable,
        shortConversations: ShortConversations(in: reusable), fileRedaction: redacted?.files, hidden: hidden)
      let site = SiteBuilder(context: context, inputs: readable, inputHashes: try await hashes)
      var report = try await site.build(surveys, log: &log, progress: progress)
      clock.end("pages")
      try Task.checkCancellation()
      try Self.output {
        try InputChanges.check()
        try folder.commit(sign: sign)
      }
      clock.end("swap")
      report.add(log)
      if let redacted { report.redact(by: redacted) }
      report.seconds = clock.seconds
      report.cpuSeconds = clock.cpuSeconds
      return report
    } catch {
      folder.abandon()
      // After cancellation, unfinished work is not the input's fault.
      try Task.checkCancellation()
      try Self.output { try InputChanges.check() }
      if case FontError.changed = error, !isFresh { return try await fresh.run(progress: progress) }
      throw Self.described(error)
    }
  }

  /// Opens the inputs. If one was truncated meanwhile, throws that rather than the parse error it caused.
  private static func open(
    _ options: ExportOptions, log: inout DiagnosticLog, progress: @escaping @Sendable (Progress) -> Void
  ) throws -> InputOpener.Inputs {
    do {
      return try InputOpener(options).open(log: &log, progress: progress)
    } catch {
      try output { try InputChanges.check() }
      throw error
    }
  }

  /// This export without reuse of an earlier site, for when the recorded fonts turn out to have changed.
  private var fresh: Exporter {
    var options = options
    options.isFresh = true
    return Exporter(options)
  }

  /// Returns errors of the lower layers with their exit code.
  static func described(_ error: any Error) -> any Error {
    switch error {
    case ImportError.unmapped(let path, let proposal):
      ExportError.unmapped(ImportError.unmapped(path: path, proposal).message, proposal)
    case let error as ImportError: ExportError.input(error.message)
    case let error as OutputError: ExportError.output(error.description)
    case let error as SigningKeyError: ExportError.usage(error.description)
    case let error as FontError: ExportError.usage(error.description)
    case let error as WOFF2Error: ExportError.usage(error.description)
    case let error as SiteAssetsError: ExportError.usage(error.description)
    case let error as ThemeError: ExportError.usage(error.description)
    case let error as PhraseTableError: ExportError.usage(error.description)
    case let error as StorageError: ExportError.output(error.description)
    case let error as PaperError: ExportError.usage(error.description)
    case let error as MediaProblem: ExportError.input(error.description)
    default: error
    }
  }

  /// Runs `body`, and gives errors of the lower layers their exit code.
  static func describing<Value>(_ body: () async throws -> sending Value) async throws -> sending Value {
    do {
      let value = try await body()
      try output { try InputChanges.check() }
      return value
    } catch {
      try Task.checkCancellation()
      try output { try InputChanges.check() }
      throw described(error)
    }
  }

  static func output<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw described(error) }
  }
}

/// Wall-clock seconds of each stage, for the report, and CPU seconds of those that run on one thread.
struct StageClock {
  private(set) var seconds: [String: Double] = [:]
  private(set) var cpuSeconds: [String: Double] = [:]
  private var last = ContinuousClock.now
  private var lastCPU = SystemCall.threadNanoseconds

  /// Ends a stage. `isOnOneThread` is false for stages that use other threads or continue in another stage.
  mutating func end(_ stage: String, isOnOneThread: Bool = false) {
    let now = ContinuousClock.now
    let parts = last.duration(to: now).components
    let milliseconds = parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000
    seconds[stage] = Double(milliseconds) / 1_000
    last = now
    let cpu = SystemCall.threadNanoseconds
    if isOnOneThread { cpuSeconds[stage] = Double((cpu &- lastCPU) / 1_000_000) / 1_000 }
    lastCPU = cpu
  }
}

extension ExportOptions {
  /// Returns the function that signs the manifest, or nil if no signature is wanted. The key is read before anything else.
  func signer() throws -> (@Sendable ([UInt8]) -> [UInt8])? {
    guard let path = signingKey else { return nil }
    let key: SigningKey
    do { key = try SigningKey(path: path) } catch { throw Exporter.described(error) }
    return { key.signature(of: $0) }
  }
}
