import ChatModel
import ImportKit

/// The data export of ChatGPT: `conversations.json`, or since 2026 `conversations-000.json` and so on, with the files next to them.
///
/// OpenAI describes neither. The facts come from programs that read them (chatgpt-exporter, nexus-ai-chat-importer, LibreChat).
enum ChatGPTFormat: ConvertedFormat {
  static let key = "chatgpt"
  static let name = "ChatGPT (data export)"

  static let capabilities: [FormatCapability] = [
    .full("questions and answers", "Markdown; formulas as their LaTeX source"),
    .full("branches", "edited questions and answers written again"),
    .full("thinking, tools", "folded; searches in a line, the pages found folded"),
    .full("reports of Deep Research"),
    .full("canvas", "documents as text, their changes folded"),
    .full("pictures, files, voice"),
    .full("citations", "as links on the words before them; titles and excerpts folded"),
    .full("instructions, memories, other hidden messages", "folded"),
    .full("all conversations of an account"),
  ]

  // Files that were uploaded are named `file-…`, and are next to the conversations.
  static func isPart(_ name: String) -> Bool { isNoOtherChat(name) || name.hasPrefix("file") }

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isConversations(input) }
    let paths = conversationFiles(in: input)
    // Several exports, or archives next to one, are left to the search.
    guard let first = paths.first, !input.files.contains(where: { $0.hasSuffix(".zip") }),
      paths.allSatisfy({ folder(of: $0) == folder(of: first) })
    else { return false }
    return (try? input.file(named: first)).map(isConversations) ?? false
  }

  /// True if a file is a conversation, an array of them, or an object with one. A conversation has a mapping of nodes.
  private static func isConversations(_ input: ImportInput) -> Bool {
    // Most short files are known by the names in them.
    if let probe = input.probe, input.bytes?.count ?? 0 <= ImportInput.headLimit, !probe.has("mapping"),
      !probe.has("conversations")
    {
      return false
    }
    var reader = JSONReader(InputBytes(input.head), isLenient: true)
    do throws(JSONError) { return try hasConversation(&reader, depth: 0) } catch {
      // A large member may precede the mapping.
      guard let bytes = input.bytes, bytes.count > input.head.count else { return false }
      var longer = JSONReader(bytes, in: bytes.contentStart..<min(bytes.count, longestHead), isLenient: true)
      return (try? hasConversation(&longer, depth: 0)) ?? false
    }
  }

  /// The most bytes in which a file's first mapping is looked for.
  private static let longestHead = 1 << 24

  /// True if the next value is a conversation, or has one at its beginning.
  ///
  /// - Throws: ``JSONError`` if the head of the file ends before it is known.
  private static func hasConversation(_ reader: inout JSONReader, depth: Int) throws(JSONError) -> Bool {
    switch try reader.peek() {
    case .array where depth < 2:
      try reader.beginArray()
      // Broken elements, and elements of other kinds, may precede the first conversation.
      while try reader.nextElement() {
        if try reader.peek() == .object { return try hasConversation(&reader, depth: depth + 1) }
        try reader.skipValue()
      }
    case .object:
      var names: Set<String> = []
      try reader.beginObject()
      while try reader.nextName() {
        names.insert(reader.name)
        switch (reader.name, try reader.peek()) {
        // Other programs' chats need not be read to their ends.
        case ("messages", .array): return false
        case ("inserted_at", _):
          // DeepSeek's conversations have mappings too.
          return false
        case ("mapping", .object):
          if try isMapping(&reader) { return true }
        case ("conversations", .array) where depth == 0: return try hasConversation(&reader, depth: 1)
        default: try reader.skipValue()
        }
      }
      return names.isSuperset(of: ["mapping", "title", "create_time"])
    default: break
    }
    return false
  }

  /// True if a mapping has ChatGPT's nodes. Reads up to the first message, which must not be DeepSeek's.
  private static func isMapping(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    var found = false
    try reader.beginObject()
    while try reader.nextName() {
      guard try reader.peek() == .object else {
        try reader.skipValue()
        continue
      }
      try reader.beginObject()
      var isNode = false
      while try reader.nextName() {
        isNode = isNode || ["message", "parent", "children"].contains(reader.name)
        if reader.name == "message", try reader.peek() == .object { return try !hasFragments(&reader) }
        // Values other than objects are short.
        try reader.skipStructure()
      }
      // The root has no message, and says nothing about the other nodes.
      found = found || isNode
    }
    return found
  }

  /// True if a message has `fragments` or `inserted_at`, as DeepSeek's do.
  private static func hasFragments(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.beginObject()
    while try reader.nextName() {
      if reader.name == "fragments" || reader.name == "inserted_at" { return true }
      if ["author", "content"].contains(reader.name) { return false }
      try reader.skipStructure()
    }
    return false
  }

  /// The paths of the files with conversations, in the order of their numbers.
  private static func conversationFiles(in input: ImportInput) -> [String] {
    input.files.filter { path in
      let name = path.split(separator: "/").last ?? ""
      guard name.hasPrefix("conversations"), name.hasSuffix(".json") else { return false }
      let number = name.dropFirst(13).dropLast(5)
      return number.isEmpty || number.hasPrefix("-") && number.dropFirst().allSatisfy(\.isNumber)
    }
  }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let assets = ChatGPTAssets(input, &log)
    guard input.bytes == nil else { return try convert(file: input, assets, conversion, &log) }
    let paths = conversationFiles(in: input)
    for path in paths { try convert(file: try input.file(named: path), assets, conversion, &log) }
    noteOthers(input, paths, &log)
  }

  private static func convert(
    file input: ImportInput, _ assets: ChatGPTAssets, _ conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      try ChatGPTConversation(value, assets, origin).convert(to: conversion, &log)
    }
    guard file.beginsWithArray || input.probe?.has("conversations") != true else {
      return try file.forEachElement(
        of: "conversations", log: &log, readsPart: true, broken: conversion.addDamaged
      ) { value, _, origin, log throws(ImportError) in
        try add(value, origin, &log)
      }
    }
    try file.forEachRecord(log: &log, broken: conversion.addDamaged) {
      value, origin, log throws(ImportError) in
      // Several exports one after the other.
      for value in value.isArray ? value.elements : [value] { try add(value, origin, &log) }
    }
  }

  /// Files next to the conversations that say nothing about their content, or only repeat it.
  private static let knownFiles: Set<String> = [
    "chat.html", "user.json", "user_settings.json", "export_manifest.json",
    "conversation_asset_file_names.json", "conversations.json.index",
  ]

  /// Notes the files of an export with other texts of people or answers to them, such as feedback.
  private static func noteOthers(
    _ input: ImportInput, _ conversations: [String], _ log: inout DiagnosticLog
  ) {
    guard let first = conversations.first else { return }
    let start = folder(of: first).isEmpty ? "" : "\(folder(of: first))/"
    for path in input.files where path.hasPrefix(start) && path.hasSuffix(".json") {
      let name = String(path.dropFirst(start.count))
      guard !name.contains("/"), !knownFiles.contains(name), !conversations.contains(path),
        let bytes = try? input.folder.bytes(of: path), bytes.count > 8
      else { continue }
      log.append(
        Diagnostic(
          .note, "other-file", "`\(name.prefix(60))` is not a list of conversations and is not shown",
          at: Origin(file: input.folder.path(of: path))))
    }
  }
}
