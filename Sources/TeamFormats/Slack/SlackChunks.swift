import ChatModel
import ImportKit

/// The chunks that slackdump records: lines of JSON, each with an answer of Slack's servers. slackdump 3 keeps them in a folder with a
/// compressed file for the workspace, one for its people, and one for each channel or thread.
///
/// Facts: rusq/slackdump, `internal/chunk`. Files are in `__uploads/ID/NAME` next to them.
struct SlackChunks {
  private let input: ImportInput
  private let channels: SlackChannels

  // MARK: Detection

  private static let fileEnd = ".json.gz"
  private static let contents: Set<String> = ["m", "p", "f", "u", "ch", "ci", "cu", "w", "sm", "sf"]

  /// True if a file has chunks: each begins with its kind and its time, which are numbers.
  private static func isChunkFile(_ input: ImportInput) -> Bool {
    let lines = input.firstLines
    return lines.first?.members.prefix(2).map(\.name) == ["t", "ts"]
      && lines.first?.members.prefix(2).allSatisfy { $0.text == nil } == true
      && lines.contains { $0.members.contains { contents.contains($0.name) } }
  }

  /// The names of the files with chunks in a folder: the workspace's and people's first.
  private static func names(in input: ImportInput) -> [String] {
    let stems = input.files.filter { $0.hasSuffix(fileEnd) }.map { String($0.dropLast(fileEnd.count)) }
    return (lists.filter(stems.contains) + stems.filter(isChannel)).map { $0 + fileEnd }
  }

  private static let lists = ["workspace", "users", "channels", "search"]

  /// True if a name begins with the id of a channel, a private channel or a direct conversation.
  private static func isChannel(_ name: String) -> Bool {
    ["C", "D", "G"].contains(name.prefix(1))
      && name.prefix { $0 != "-" }.utf8.allSatisfy { $0 &- 0x30 <= 9 || $0 &- 0x41 < 26 }
  }

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes == nil else { return isChunkFile(input) }
    // Files that slackdump had no time to finish cannot be unpacked.
    return names(in: input).prefix(8).contains { name in
      (try? input.unpackedFile(named: name)).map(isChunkFile) ?? false
    }
  }

  // MARK: Conversion

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let chunks = SlackChunks(input: input, channels: SlackChannels(input, conversion))
    // The second reading reports problems.
    var unused = DiagnosticLog()
    try chunks.forEachFile(&unused) { file, log throws(ImportError) in
      try file.forEachLine(log: &log, without: ["m", "p", "f", "sf"]) { chunk, _, _, _ in
        chunks.readFacts(chunk)
      }
    }
    chunks.channels.people.forEachMessage = { body in
      var unused = DiagnosticLog()
      try? chunks.forEachFile(&unused) { file, log throws(ImportError) in
        guard file.bytes.has("\"user_profile\"") else { return }
        try file.forEachLine(log: &log) { chunk, _, _, _ in
          if let first = chunk["p"] { body(first) }
          for name in ["m", "sm"] { for message in chunk[name]?.elements ?? [] { body(message) } }
        }
      }
    }
    // Breaks a reference cycle: the function has the chunks, which have the people.
    defer { chunks.channels.people.forEachMessage = nil }
    try chunks.forEachFile(&log) { file, log throws(ImportError) in
      try file.forEachLine(
        log: &log,
        broken: { text, origin, _ throws(ImportError) in
          try chunks.channels.reader(of: chunks.channel(ofFile: origin)).addBroken(text)
        }
      ) { chunk, _, origin, log throws(ImportError) in try chunks.readMessages(chunk, origin, &log) }
    }
  }

  /// Calls `body` with each file. One that cannot be read is a loss.
  private func forEachFile(
    _ log: inout DiagnosticLog,
    _ body: (JSONFile, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    if let file = JSONFile(input) { return try body(file, &log) }
    for name in Self.names(in: input) {
      do throws(ImportError) {
        if let file = JSONFile(try input.unpackedFile(named: name)) { try body(file, &log) }
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-file", "\(error.message); what is in it is missing",
            at: Origin(file: input.folder.path(of: name))))
      }
    }
  }

  /// The id in the name of a channel's file, such as `C0123-1767603600.000100.json`.
  private func channel(ofFile origin: Origin) -> String {
    let name = origin.file.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "-" && $0 != "." })
  }

  /// Reads a chunk's facts about people and channels.
  private func readFacts(_ chunk: JSONValue) {
    if let owner = chunk["w"]?["user_id"]?.identifier { channels.people.owner = owner }
    for user in chunk["u"]?.elements ?? [] { channels.people.add(user: user) }
    for channel in chunk["ch"]?.elements ?? [] { channels.add(channel: channel) }
    for message in chunk["sm"]?.elements ?? [] { message["channel"].map(channels.add(found:)) }
    // Files with a single thread name their channel only by its id.
    if let channel = chunk["ci"] {
      if chunk["t"]?.integer == 5 { channels.add(channel: channel) } else { channels.add(found: channel) }
    }
    if let members = chunk["cu"]?.elements, let channel = chunk["id"]?.identifier {
      channels.add(members: members.compactMap(\.identifier), of: channel)
    }
  }

  /// Reads a chunk's messages: of a channel, or of a thread, whose first message is separate.
  private func readMessages(
    _ chunk: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let channel = chunk["id"]?.identifier ?? "?"
    if let first = chunk["p"] { try channels.reader(of: channel).read(first, origin, &log) }
    for name in ["m", "sm"] {
      for (index, message) in (chunk[name]?.elements ?? []).enumerated() {
        let channel = message["channel"]?["id"]?.identifier ?? channel
        let origin = Origin(file: origin.file, line: origin.line, path: "\(name)[\(index)]")
        try channels.reader(of: channel).read(message, origin, &log)
      }
    }
    if ["sf", "st", "b"].contains(where: { chunk[$0]?[0] != nil }) {
      log.append(
        Diagnostic(
          .note, "not-shown", "files that a search found, stars and bookmarks are left out", at: origin))
    }
    if chunk["t"]?.integer.map(Self.kinds.contains) != true {
      log.append(
        Diagnostic(
          .loss, "unknown-chunk", "the line is of no kind that is known of slackdump; it is left out",
          at: origin))
    }
  }

  /// The kinds of chunks that slackdump had in 2026.
  private static let kinds: ClosedRange<Int64> = 0...11
}
