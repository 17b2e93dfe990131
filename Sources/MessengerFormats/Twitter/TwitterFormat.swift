import ChatModel
import ImportKit

/// The direct messages in the archive of an account of X, formerly Twitter: scripts with JSON, and folders of media.
///
/// Facts: public readers of such archives; docs/formats/twitter.md.
enum TwitterFormat: ConvertedFormat {
  static let key = "twitter"
  static let name = "X, Twitter (archive of an account)"

  static let capabilities: [FormatCapability] = [
    .full("text, with whole addresses in place of t.co"),
    .full("photos, films, GIFs"),
    .full("reactions"),
    .full("members and names of groups"),
    .partly("edits", "their texts, as far as the archive has them"),
    .none("names of other people", "the archive has only their ids, see --alias"),
    .none("replies", "the archive has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if let bytes = input.bytes { return isScript(bytes) }
    return scripts(in: input).lazy.prefix(4).contains { path in
      (try? input.folder.beginning(of: path)).map(isScript) ?? false
    }
  }

  /// `window.YTD.direct_messages_group.part0 = [`
  private static func isScript(_ bytes: InputBytes) -> Bool {
    bytes.has("window.YTD.direct_message", at: bytes.contentStart)
  }

  /// The scripts with messages in an archive's folder: `data/direct-messages.js`, `data/direct-messages-group-part1.js`.
  private static func scripts(in input: ImportInput) -> [String] {
    input.files.filter { path in
      let name = path.hasPrefix("data/") ? path.dropFirst("data/".count) : path[...]
      return name.hasPrefix("direct-message") && name.hasSuffix(".js") && !name.contains("/")
        && !name.contains("header")
    }
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if input.bytes != nil { return try read(input, input.folder, to: conversion, log: &log) }
    for path in scripts(in: input) {
      do throws(ImportError) {
        let file = try input.file(named: path)
        try read(file, file.folder, to: conversion, log: &log)
      } catch {
        log.append(error.loss)
      }
    }
  }

  private static func read(
    _ file: ImportInput, _ folder: InputFolder, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let json = JSONFile(file), let start = start(of: json.bytes) else { return }
    let reader = TwitterReader(file, folder, TwitterOwner(folder), conversion)
    try json.walk(
      [.elements, .member("dmConversation"), .member("messages"), .elements], reader, from: start, log: &log)
  }

  /// The offset after the first `=`.
  private static func start(of bytes: InputBytes) -> Int? {
    bytes.firstIndex(of: UInt8(ascii: "="), in: bytes.contentStart..<min(bytes.count, 200)).map { $0 + 1 }
  }
}

/// The owner of an archive, from `account.js`.
struct TwitterOwner {
  private(set) var id: String?
  private(set) var name: String?

  init(_ folder: InputFolder) {
    guard folder.has("account.js"), let bytes = try? folder.bytes(of: "account.js"),
      let start = bytes.firstIndex(of: UInt8(ascii: "="), in: 0..<min(bytes.count, 200))
    else { return }
    let input = ImportInput(path: folder.path(of: "account.js"), bytes, in: folder)
    var reader = JSONReader(bytes, in: start + 1..<bytes.count, isLenient: true)
    guard let json = JSONFile(input), let account = (try? reader.readValue(paths: json.paths))?[0]?["account"]
    else { return }
    id = account["accountId"]?.identifier
    let display = account["accountDisplayName"]?.text.flatMap { $0.isBlank ? nil : $0 }
    name = display ?? account["username"]?.text
  }
}
