import BubbleLayout
import Digests
import Frames
import ICU
import ImportKit
import MediaProbe
import Themes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `export.json`: how the site was made. Depends on input and options alone: no times, no paths, no job counts.
struct SiteManifest: Encodable, Sendable {
  struct ManifestPage: Encodable, Sendable {
    var file: String
    /// Height of all rows in px of the layout.
    var height: Int
    var sha256: String
  }
  struct ManifestConversation: Encodable, Sendable {
    var id: String
    var title: String
    var messages: Int
    /// The locale of the dates and clocks on its pages.
    var dates: String
    /// The times of the first and the last message in UTC.
    var first: String?
    var last: String?
    var pages: [ManifestPage]
  }
  struct ManifestOptions: Encodable, Sendable {
    var me: String?
    var timeZone: String?
    var locale: String?
    var pageSize: Int
    var width: Int
    /// The built-in theme, or the one that the user's theme files extend.
    var theme: String
    /// SHA-256 of the user's theme files, the chosen one first.
    var themeFiles: [String]?
    var from: String?
    var to: String?
    var participant: String?
  }

  var format = "chatexport-site/1"
  /// Identifies sites of this program to later runs; near the file's beginning, because members are sorted.
  var generator = "chatexport"
  var version = ChatExportVersion.current
  /// SHA-256 of each input.
  var inputs: [String]
  var options: ManifestOptions
  /// The edition of the time zone rules, such as "2025b"; empty if they have none.
  var timeZoneRules = TimeZoneRules.edition
  var site: [ManifestConversation] = []

  init(options: ExportOptions, look: Look, inputs: [String]) {
    self.inputs = inputs
    self.options = ManifestOptions(
      me: options.me, timeZone: options.timeZone, locale: options.locale, pageSize: options.pageSize,
      width: Int(look.theme.columnWidth.px), theme: look.name,
      themeFiles: look.files.isEmpty ? nil : look.files.map { SHA256.hexDigest(of: $0.bytes.span) },
      from: options.from?.isoText, to: options.to?.isoText, participant: options.participant)
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
    return json + Array("\n  ".utf8) + bytes[end...]
  }
}

extension InputOpener.Inputs {
  /// SHA-256 of each input: of a file or zip its bytes, of a folder its files' names and hashes. An unreadable file of a folder, which
  /// is a loss in the report, has no hash.
  func hashes() throws -> [String] {
    try inputs.map { input in
      if let bytes = input.bytes { return bytes.sha256 }
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
