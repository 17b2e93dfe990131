import BubbleLayout
import Digests
import Frames
import ICU
import ImportKit
import MediaProbe
import SiteFiles
import Themes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `export.json`: how the site was made. Depends on input and options alone: no times, no paths, no job counts.
public struct SiteManifest: Codable, Sendable {
  /// A page of a conversation.
  public struct ManifestPage: Codable, Sendable {
    /// The name in the conversation's folder.
    public var file: String
    /// Height of all rows in px of the layout.
    public var height: Int
    /// The SHA-256 of the file in hexadecimal.
    public var sha256: String
  }
  /// A conversation of the site.
  public struct ManifestConversation: Codable, Sendable {
    /// The name of the folder.
    public var id: String
    /// The title.
    public var title: String
    /// The number of messages.
    public var messages: Int
    /// The locale of the dates and clocks on its pages.
    public var dates: String
    /// The time zone of the days and times on its pages; nil in sites of versions that did not state it.
    public var timeZone: String?
    /// The time of the first message in UTC; nil if no message has one.
    public var first: String?
    /// The time of the last message in UTC; nil if no message has one.
    public var last: String?
    /// The pages in order.
    public var pages: [ManifestPage]
  }
  /// The options of the export, as far as pages depend on them. Files that an option names are stated by their SHA-256.
  public struct ManifestOptions: Codable, Sendable {
    var me: String?
    var timeZone: String?
    var locale: String?
    /// The locale of the environment's clock and order of day and month, if a page depends on it.
    var environmentLocale: String?
    var dateOrder: String?
    var charset: String?
    /// The map of tables' columns, in lines.
    var map: String?
    var keepsOrder: Bool?
    /// The pairs of `--join`, without the folders of paths.
    var joins: [String]?
    var pageSize: Int
    var width: Int
    /// The built-in theme, or the one that the user's theme files extend.
    var theme: String
    /// SHA-256 of the user's theme files, the chosen one first.
    var themeFiles: [String]?
    /// SHA-256 of the files of `--alias`.
    var aliasFiles: [String]?
    /// SHA-256 of the user's templates and static files, by their paths.
    var replacedFiles: [String: String]?
    /// True if the fonts are from a folder of the user's.
    var ownFonts: Bool?
    /// False if the site has no links that lead out.
    var links: Bool?
    /// False if the site has no search index.
    var search: Bool?
    var from: String?
    var to: String?
    var participant: String?
  }

  /// The format of this file.
  public var format = "chatexport-site/1"
  /// Identifies sites of this program to later runs; near the file's beginning, because members are sorted.
  public var generator = "chatexport"
  /// The version of the program that made the site.
  public var version = ChatExportVersion.current
  /// SHA-256 of each input.
  public var inputs: [String]
  /// The options of the export.
  public var options: ManifestOptions
  /// The edition of the time zone rules, such as "2025b"; empty if they have none.
  public var timeZoneRules = TimeZoneRules.edition
  /// True if the site does not show all that its inputs have. It then says nothing of them.
  public var isRedacted: Bool?
  /// The number of stored attachments; nil in sites of versions that did not state it.
  public var attachments: Int?
  /// The conversations.
  public var site: [ManifestConversation] = []

  /// True if pages are made with templates or static files of the user's, which may link to anything.
  public var hasOwnFiles: Bool { options.replacedFiles != nil }

  init(options: ExportOptions, look: Look, inputs: [String]) {
    self.inputs = inputs
    self.options = ManifestOptions(options, look)
    guard options.isRedacted else { return }
    isRedacted = true
    // Names of people and conversations.
    (self.options.me, self.options.participant, self.options.joins) = (nil, nil, nil)
  }

  /// States the digests of the files that options name.
  mutating func stateFiles(of options: ExportOptions, _ assets: SiteAssets) throws {
    if !options.isRedacted { self.options.aliasFiles = try Self.digests(ofFiles: options.aliases) }
    self.options.replacedFiles = try Self.digests(ofReplaced: assets)
  }

  /// Returns the SHA-256 of each file, or nil if there is none.
  private static func digests(ofFiles paths: [String]) throws -> [String]? {
    var digests: [String] = []
    for path in paths { digests.append(try digest(ofFile: path)) }
    return digests.isEmpty ? nil : digests
  }

  private static func digest(ofFile path: String) throws(MediaProblem) -> String {
    let file = try MediaFile(path: path)
    return try file.sha256()
  }

  /// Returns the SHA-256 of each file that replaces a built-in one, by its path, or nil if there is none.
  private static func digests(ofReplaced assets: SiteAssets) throws -> [String: String]? {
    var digests: [String: String] = [:]
    for path in assets.replaced {
      let bytes = try assets.bytes(of: path)
      digests[path] = SHA256.hexDigest(of: bytes.span)
    }
    return digests.isEmpty ? nil : digests
  }

  /// Returns the options to make this site again from `inputs` in the folder `output`. `given` has the options that name files, as
  /// the user gives them.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if the site was made with files that are not given, or an option makes no sense.
  public func optionsToRepeat(_ given: ExportOptions) throws(ExportError) -> ExportOptions {
    guard isRedacted != true else {
      throw .usage(
        "the site is redacted, so it does not say of what it was made; 'chatexport verify' without inputs checks that its files are unchanged"
      )
    }
    var result = given
    (result.me, result.timeZone, result.locale) = (options.me, options.timeZone, options.locale)
    result.environmentLocale = options.environmentLocale
    result.dateOrder = options.dateOrder.flatMap(DateOrder.init)
    result.charset = options.charset.flatMap { Charset.isKnown($0) ? $0 : nil }
    result.map = options.map ?? result.map
    result.keepsOrder = options.keepsOrder ?? false
    if result.joins.isEmpty { result.joins = (options.joins ?? []).filter { $0.contains("=") } }
    (result.pageSize, result.width) = (min(max(1, options.pageSize), 100_000), options.width)
    guard 240...2_000 ~= options.width else { throw .usage("export.json: the width is not one of a site") }
    if options.themeFiles == nil {
      guard !ThemeLibrary.isPath(options.theme) else { throw .usage("export.json: the theme is a path") }
      result.theme = options.theme
    } else if result.theme == nil {
      throw .usage("the site was made with a theme file; give it with --theme")
    }
    let needed = [
      (options.aliasFiles != nil && result.aliases.isEmpty, "names from files", "--alias"),
      (
        options.replacedFiles != nil && result.templates == nil && result.publicFolder == nil,
        "templates or static files of its own", "--templates or --public"
      ), (options.ownFonts == true && result.fonts == nil, "a folder of fonts", "--fonts"),
    ]
    for (isMissing, words, option) in needed where isMissing {
      throw .usage("the site was made with \(words); give the same with \(option)")
    }
    (result.hasLinks, result.hasSearch) = (options.links ?? true, options.search ?? true)
    (result.from, result.to) = (Self.date(options.from), Self.date(options.to))
    result.participant = options.participant
    result.isFresh = true
    return result
  }

  private static func date(_ text: String?) -> CivilDate? {
    guard let parts = text?.split(separator: "-").map({ Int($0) }), parts.count == 3, let year = parts[0],
      let month = parts[1], let day = parts[2]
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The bytes of the file.
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Conversations are encoded one at a time, because the encoder takes kilobytes for each.
    var frame = self
    frame.site = []
    let begin = Array("\n  \"site\" : [".utf8)
    let bytes = Array(try encoder.encode(frame)) + [10]
    guard !site.isEmpty, let start = bytes.firstRange(of: begin)?.upperBound,
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "]"))
    else { return bytes }
    var json = Array(bytes[..<start])
    for (index, conversation) in site.enumerated() {
      // As long as the first one, and a little more: an array that grows is in memory twice.
      if index == 1 { json.reserveCapacity(bytes.count + (json.count - start + 32) * site.count) }
      json += Array((index > 0 ? ",\n    " : "\n    ").utf8)
      for byte in try encoder.encode(conversation) {
        json.append(byte)
        if byte == 10 { json += Array("    ".utf8) }
      }
    }
    json += Array("\n  ".utf8)
    json += bytes[end...]
    return json
  }
}

extension SiteManifest.ManifestOptions {
  fileprivate init(_ options: ExportOptions, _ look: Look) {
    (pageSize, width, theme) = (options.pageSize, Int(look.theme.columnWidth.px), look.name)
    (me, timeZone, locale, participant) = (options.me, options.timeZone, options.locale, options.participant)
    (dateOrder, charset, map) = (options.dateOrder?.rawValue, options.charset, options.map)
    (from, to) = (options.from?.isoText, options.to?.isoText)
    if options.keepsOrder { keepsOrder = true }
    if !options.joins.isEmpty { joins = options.plainJoins }
    if !look.files.isEmpty { themeFiles = look.files.map { SHA256.hexDigest(of: $0.bytes.span) } }
    if options.fonts != nil { ownFonts = true }
    if !options.hasLinks { links = false }
    if !options.hasSearch { search = false }
  }
}

extension ExportOptions {
  /// The pairs of conversations that are one, without the folders of paths.
  fileprivate var plainJoins: [String] {
    joins.map { pair in
      pair.split(separator: "=", omittingEmptySubsequences: false)
        // A title may have a slash too.
        .map { side in inputs.contains(String(side)) ? side.split(separator: "/").last ?? side : side }
        .joined(separator: "=")
    }
  }
}

extension InputOpener.Inputs {
  /// SHA-256 of each input: of a file or zip its bytes, of a folder its files' names and hashes. An unreadable file of a folder, which
  /// is a loss in the report, has no hash.
  func hashes() throws -> [String] {
    try inputs.map { input in
      if let bytes = input.bytes {
        defer { bytes.rest() }
        return bytes.sha256
      }
      guard input.isFolderOfDisk else { return try MediaFile(path: input.path).sha256() }
      var listing = ""
      for file in input.files {
        let hash: String
        do throws(MediaProblem) {
          hash = try MediaFile(path: input.path(of: file)).sha256()
        } catch {
          if case .interrupted = error { throw error }
          hash = "unreadable"
        }
        listing += "\(hash)  \(file)\n"
      }
      return SHA256.hexDigest(of: Array(listing.utf8).span)
    }
  }
}

extension InputBytes {
  fileprivate var sha256: String { withBytes(in: 0..<count) { SHA256.hexDigest(of: $0) } }
}
