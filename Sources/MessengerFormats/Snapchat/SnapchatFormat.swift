import ChatModel
import ImportKit

/// The chats in the download of a Snapchat account: `chat_history.json`, with names in `friends.json` and files in `chat_media`.
///
/// Facts: public tools for such downloads; docs/formats/snapchat.md.
enum SnapchatFormat: ConvertedFormat {
  static let key = "snapchat"
  static let name = "Snapchat (download of an account)"

  static let capabilities: [FormatCapability] = [
    .full("text"),
    .full("photos, films, voice messages, stickers", "those that were saved and are in the download"),
    .partly("shared content, places", "what the download has of them"),
    .partly("events", "by their names in the download"),
    .full("several conversations in one export"),
    .none("snaps", "the download has no content of them"),
    .none("replies, reactions, edits", "the download has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isHistory(input) }
    return path(in: input).flatMap { try? input.file(named: $0) }.map(isHistory) ?? false
  }

  /// The list of chats in a download's folder: `json/chat_history.json`, or below `messages`.
  private static func path(in input: ImportInput) -> String? {
    input.files.first { path in
      path.hasSuffix("/chat_history.json") && path.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= 3
        && path.hasSuffix("json/chat_history.json")
    }
  }

  /// True if the first member is a list whose first element is a message.
  private static func isHistory(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, input.firstByte == UInt8(ascii: "{") else { return false }
    var reader = JSONReader(
      bytes, in: bytes.contentStart..<min(bytes.count, ImportInput.headLimit), isLenient: true)
    var names: Set<String> = []
    // The head may end anywhere, so the members before its end have to suffice.
    do throws(JSONError) {
      try reader.beginObject()
      var isFound = false
      while !isFound, try reader.nextName() {
        guard try reader.peek() == .array else {
          try reader.skipValue()
          continue
        }
        try reader.beginArray()
        while !isFound, try reader.nextElement() {
          guard try reader.peek() == .object else { return false }
          isFound = true
        }
      }
      guard isFound else { return false }
      try reader.beginObject()
      while try reader.nextName() {
        names.insert(reader.name)
        try reader.skipStructure()
      }
    } catch {}
    return names.isSuperset(of: ["Media Type", "Created"])
      && (names.contains("Content") || names.contains("Text"))
      && (names.contains("From") || names.contains("To"))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    var file = input
    if input.bytes == nil {
      guard let path = path(in: input) else { return }
      file = try input.file(named: path)
    }
    guard let json = JSONFile(file) else { return }
    let reader = SnapchatReader(SnapchatAccount(file, input), input, conversion)
    try json.walk([.anyMember, .elements], reader, log: &log)
    guard input.files.contains(where: { $0.hasSuffix("/snap_history.json") }) else { return }
    log.append(
      Diagnostic(
        .note, "snaps", "snap_history.json has only times and names of snaps, and was left out",
        at: Origin(file: input.path)))
  }
}

/// The owner, the names of friends and the files of a download.
struct SnapchatAccount {
  private(set) var ownerID: String?
  private(set) var ownerName: String?
  private(set) var names: [String: String] = [:]
  /// The paths of files by the ids of their media.
  private(set) var files: [String: String] = [:]

  /// Reads the files beside the list of chats. `input` is the download's folder, or the list itself.
  init(_ history: ImportInput, _ input: ImportInput) {
    let account = Self.document("account.json", in: history.folder)
    let facts = account["Basic Information"]
    ownerID = facts?["Username"]?.text
    ownerName = facts?["Name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    let friends = Self.document("friends.json", in: history.folder)
    for list in friends.members {
      for friend in list.value.elements {
        guard let id = friend["Username"]?.text, let name = friend["Display Name"]?.text, !name.isBlank else {
          continue
        }
        if names[id] == nil { names[id] = name }
      }
    }
    let paths = input.bytes == nil ? input.files : ((try? input.folder.files()) ?? [])
    for path in paths where path.utf8.contains(UInt8(ascii: "_")) {
      guard path.range(of: "chat_media/") != nil, let name = path.split(separator: "/").last,
        let line = name.firstIndex(of: "_")
      else { continue }
      // `2024-04-03_b~EiQ….jpg`
      let id = name[name.index(after: line)...]
      files[String(id[..<(id.lastIndex(of: ".") ?? id.endIndex)])] = path
    }
  }

  private static func document(_ name: String, in folder: InputFolder) -> JSONValue {
    guard folder.has(name), let bytes = try? folder.bytes(of: name) else { return .null }
    return (try? JSONFile(ImportInput(path: folder.path(of: name), bytes, in: folder))?.document()) ?? .null
  }
}
