import ChatModel
import ImportKit
import MessengerFormats
import TranscriptFormats

/// A file or folder that no format recognises: its kind, if it can be determined, and a remedy.
///
/// A new kind is a line in ``kinds``, or a case of ``json(_:)``. Kinds must not be formats that are read.
struct UnknownInput {
  private let input: ImportInput

  init(_ input: ImportInput) { self.input = input }

  /// The error to end with if the user named the input.
  var error: ImportError {
    guard let bytes = input.bytes else {
      guard input.files.isEmpty else { return .unknownFormat(path: input.path) }
      if let (other, why) = input.folder.notes.firstRefusal {
        return reason("it has no files, only what is not read, such as \(other): \(why); put the files there")
      }
      return reason("it is an empty folder; name the folder that the export was unpacked to")
    }
    if let breach { return breach }
    if let known = knownExport { return reason(known) }
    if bytes.count == 0 { return reason("it is empty; export the chat again") }
    if let words = Messengers.misfit(input) { return reason(words) }
    let table = SQLiteTables.isCut(bytes) ? nil : TableProposal(input)
    if let proposed = table?.proposed { return .unmapped(path: input.path, proposed) }
    if let words = Self.kinds.first(where: { $0.isKind(bytes, beginning) })?.words { return reason(words) }
    if let table, table.isTable { return reason(Self.words(ofTable: table)) }
    return jsonKind.map(reason) ?? .unknownFormat(path: input.path)
  }

  private static func words(ofTable table: TableProposal) -> String {
    let names = table.names.prefix(30).filter { !$0.isEmpty }.joined(separator: ", ")
    return
      "it is a table with the columns \(names); if its rows are messages, say by --map which columns are the time, the name and the text, "
      + "for example --map at=…,from=…,text=… (docs/formats/table.md)"
  }

  /// The map that the columns of a table suggest; nil for any other input.
  var proposal: ImportError? {
    guard input.bytes != nil, breach == nil, let proposed = TableProposal(input)?.proposed else { return nil }
    return .unmapped(path: input.path, proposed)
  }

  /// The syntax error of a file meant to be JSON; nil for any other input.
  var breach: ImportError? {
    guard let bytes = input.bytes, isMeantAsJSON else { return nil }
    do throws(JSONError) {
      try JSONReader.validate(bytes)
    } catch {
      return isJSONLines(bytes) ? nil : error.located(in: input.path, bytes, isOwn: true)
    }
    return nil
  }

  private func reason(_ words: String) -> ImportError { .unreadable(path: input.path, reason: words) }

  // MARK: Kinds by the first bytes

  /// A kind of file that is no chat, by its beginning.
  private struct Kind: Sendable {
    var words: String
    /// Takes the bytes, and the first of them in lower case.
    var isKind: @Sendable (_ bytes: InputBytes, _ beginning: String) -> Bool
  }

  private static let kinds: [Kind] = [
    Kind(words: "it is UTF-16 text; save it as UTF-8") { bytes, _ in
      bytes.has([0xFF, 0xFE], at: 0) || bytes.has([0xFE, 0xFF], at: 0)
    },
    Kind(words: "it is a web page that asks to sign in; sign in and download the export again") { _, start in
      isPage(start) && ["sign in", "log in", "login", "signin", "password"].contains { start.contains($0) }
    },
    Kind(words: "it is a web page, not an export; name the file that was exported") { _, start in
      isPage(start)
    },
    Kind(words: "it is a PDF; export the chat in another way") { bytes, _ in bytes.has("%PDF".utf8, at: 0) },
    Kind(words: "it is a picture; name the exported chat or its folder") { bytes, _ in
      bytes.has([0x89, 0x50, 0x4E, 0x47], at: 0) || bytes.has([0xFF, 0xD8, 0xFF], at: 0)
        || bytes.has("GIF8".utf8, at: 0) || bytes.has("WEBP".utf8, at: 8)
    },
    Kind(words: "it is a film or recording; name the exported chat or its folder") { bytes, _ in
      bytes.has("ftyp".utf8, at: 4) || bytes.has("OggS".utf8, at: 0) || bytes.has("ID3".utf8, at: 0)
        || bytes.has([0x1A, 0x45, 0xDF, 0xA3], at: 0)
    },
    Kind(words: "it is a damaged database: its end is missing; copy or export it again") { bytes, _ in
      SQLiteTables.isCut(bytes)
    },
    Kind(words: "it is a program or other binary data; name the exported chat or its folder") { bytes, _ in
      bytes.firstIndex(of: 0, in: 0..<min(bytes.count, 1024)) != nil
    },
    Kind(words: "it is the log of a program and no chat; name the exported chat or its folder") { bytes, _ in
      ForeignText.isMost(of: bytes, ForeignText.isOfProgram)
    },
    Kind(
      words:
        "it looks like a chat that was copied from Telegram, which cannot be read; "
        + "Telegram Desktop exports chats as JSON, and other data can be written as chatexport/1 "
        + "(docs/conversation-format.md)"
    ) { bytes, _ in
      ForeignText.isMost(of: bytes, Transcripts.isInBrackets)
    },
    Kind(
      words:
        "its lines have a time and a name, as those of many programs do, and none says whose they are; of sigtop use "
        + "'-f json', and other data can be written as chatexport/1 (docs/conversation-format.md)"
    ) { bytes, _ in
      ForeignText.isMost(of: bytes, ForeignText.isTimed)
    },
  ]

  private static func isPage(_ start: String) -> Bool {
    let trimmed = start.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return trimmed.hasPrefix("<!doctype html") || trimmed.hasPrefix("<html")
  }

  /// The first 16 KiB in lower case.
  private var beginning: String { String(decoding: input.head.prefix(16_384), as: UTF8.self).lowercased() }

  // MARK: Parts of exports

  /// Files that are no exports but a part of one, by paths of members that no others have.
  private static let exports: [(name: String, paths: [String])] = [
    ("a part of a session of OpenCode", [".sessionID", ".messageID"]),
    ("a message of a session of OpenCode", [".sessionID", ".role", ".time.created"]),
  ]

  /// The remedy for a part of an export; nil for any other input.
  var knownExport: String? {
    guard input.bytes != nil,
      let name = Self.exports.first(where: { $0.paths.allSatisfy { input.shape.has($0) } })?.name
    else { return nil }
    return "it is \(name), which is in many files; name the folder that has all of them"
  }

  // MARK: JSON

  private static let remedy =
    "'chatexport formats' lists what can be read, and other data can be written as chatexport/1 "
    + "(docs/conversation-format.md)"

  /// True if the name, or both the first and the last character, suggest JSON.
  private var isMeantAsJSON: Bool {
    guard let bytes = input.bytes else { return false }
    let text = input.head.drop { $0 <= 0x20 }
    guard let first = text.first else { return false }
    let name = input.name.lowercased()
    if name.hasSuffix(".json") || name.hasSuffix(".jsonl") {
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "/")
    }
    var last = bytes.count - 1
    while last > 0, bytes[last] <= 0x20 { last -= 1 }
    return first == UInt8(ascii: "{") && bytes[last] == UInt8(ascii: "}")
      || first == UInt8(ascii: "[") && bytes[last] == UInt8(ascii: "]")
        && text.dropFirst().first == UInt8(ascii: "{")
  }

  /// True if each of the first lines is an object.
  private func isJSONLines(_ bytes: InputBytes) -> Bool {
    var (start, lines) = (0, 0)
    while start < bytes.count, lines < 3 {
      let end = LogLines.end(of: bytes, from: start)
      var reader = JSONReader(bytes, in: start..<end)
      reader.skipWhitespace()
      if reader.position < end {
        guard (try? reader.peek()) == .object, (try? reader.skipValue()) != nil,
          (try? reader.endDocument()) != nil
        else { return false }
        lines += 1
      }
      start = end + 1
    }
    return lines > 1
  }

  /// Returns the reason why JSON is not a chat, or nil if the input is not JSON.
  private var jsonKind: String? {
    guard let bytes = input.bytes, isMeantAsJSON else { return nil }
    if isJSONLines(bytes) {
      guard let probe = input.probe, probe.has("text") || probe.has("from") else {
        return "it is JSON Lines, but not in a known chat format; \(Self.remedy)"
      }
      return "its first line is a message; put the header {\"format\": \"chatexport/1\"} on a line before it"
    }
    guard let probe = input.probe else {
      return "it is a JSON array, but not in a known chat format; \(Self.remedy)"
    }
    if probe.has("messages") {
      return "it has `messages`, but its format is unknown; if they follow chatexport/1 "
        + "(docs/conversation-format.md), add \"format\": \"chatexport/1\" beside them"
    }
    return "it is JSON, but not in a known chat format; \(Self.remedy)"
  }
}
