import ChatModel
import ImportKit

/// Our own conversation format, `chatexport/1`: docs/conversation-format.md.
enum ChatExportFormat: FormatReader {
  static let key = "chatexport"
  /// Made once, because it is needed each time that a conversation is read.
  static let leftOut = FormatOmissions(format: key, rules: omissions)
  static let name = "chatexport/1"
  /// The value of the `format` member.
  static let version = "chatexport/1"

  static let capabilities: [FormatCapability] = [
    .full("text", "Markdown or plain"),
    .full("images, albums, video, audio, voice notes, files, stickers, GIFs"),
    .full("contacts, locations, polls, calls, link previews, code"),
    .full("replies and quotations"),
    .full("reactions"),
    .full("edits"),
    .full("threads", "in chronological order, with links between the root and its answers"),
    .full("system events, deleted and forwarded messages"),
    .full("LLM turns: role, model, thinking, tool calls and results"),
    .full("branches of LLM turns", "all but the branch of the latest message are folded"),
    .partly("other kinds", "invoices; others as a card with their text and facts"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let probe = input.probe else { return false }
    if let format = probe.text(of: "format") { return format.hasPrefix("chatexport/") }
    // The header may follow the messages, out of the head's reach.
    let isPlausible = probe.members.allSatisfy { ChatExportHeader.HeaderMember(rawValue: $0.name) != nil }
    guard probe.has("messages"), isPlausible, bytes.count > ImportInput.headLimit else { return false }
    var reader = JSONReader(bytes)
    return (try? formatBehindMessages(&reader)) ?? false
  }

  /// Opens files to be read in place, except several of one conversation, which are converted.
  static func open(
    _ inputs: [ImportInput], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    var files: [File] = []
    for input in inputs {
      files.append((input, try source(of: input, options, &log)))
      input.bytes?.rest()
    }
    // Files are found in the order of their names. Conversations that were written together have numbers.
    files = files.enumerated().sorted {
      ($0.element.source.number ?? .max, $0.offset) < ($1.element.source.number ?? .max, $1.offset)
    }.map(\.element)
    var sources: [any ConversationSource] = []
    for conversation in conversations(in: files, options.joins) {
      if conversation.count == 1 {
        sources.append(conversation[0].source)
      } else {
        sources += try converted(conversation, options, &log)
      }
    }
    return sources
  }

  private typealias File = (input: ImportInput, source: ChatExportSource)

  private static func source(
    of input: ImportInput, _ options: ImportOptions, _ log: inout DiagnosticLog
  ) throws(ImportError) -> ChatExportSource {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder; name the conversation's file")
    }
    var header = ChatExportHeader(bytes, file: input.path)
    do throws(JSONError) {
      try header.read(&log)
    } catch {
      throw error.located(in: input.path, bytes, isOwn: true)
    }
    return try ChatExportSource(input, bytes, header, options)
  }

  // MARK: Several files of a conversation

  /// Returns the files of each conversation: those with one id, or that the user says are one.
  private static func conversations(in files: [File], _ joins: ChosenJoins) -> [[File]] {
    var groups: [[File]] = []
    var known: [String: Int] = [:]
    for file in files {
      let info = file.source.info
      if info.hasOwnID, let index = known[info.id] {
        groups[index].append(file)
      } else {
        if info.hasOwnID { known[info.id] = groups.count }
        groups.append([file])
      }
    }
    guard !joins.isEmpty else { return groups }
    for chosen in joins.chosen(of: groups.map { ($0[0].source.info.title, $0[0].input.path) }) {
      for other in chosen.dropFirst() {
        groups[chosen[0]] += groups[other]
        groups[other] = []
      }
    }
    return groups.filter { !$0.isEmpty }
  }

  /// Converts files of one conversation, so that each message is shown once.
  private static func converted(
    _ files: [File], _ options: ImportOptions, _ log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    let conversion = try Conversion(options)
    for (input, source) in files {
      conversion.begin(input)
      let info = source.info
      let builder = conversion.conversation(
        "conversation", id: info.id, title: info.title, root: source.mediaRoot)
      (builder.id, builder.title, builder.tellsAlbums) = (info.id, info.title, info.tellsAlbums)
      (builder.timeZone, builder.locale) = (info.timeZone, info.locale)
      (builder.titleStandIn, builder.dateStyle) = (info.titleStandIn, info.dateStyle)
      builder.knowsOwner = info.knowsOwner
      do {
        try add(source, to: builder, &log)
      } catch let error as ImportError {
        throw error
      } catch {
        throw .unreadable(path: input.path, reason: "\(error)")
      }
    }
    return try conversion.finish(&log)
  }

  /// Reads a file twice, because the people named by its messages are only known after reading them.
  private static func add(
    _ source: ChatExportSource, to builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) throws {
    var table = source.info.participants
    try source.survey(from: nil, participants: &table, log: &log, digests: false) { _, _ in true }
    let indexes = table.participants.map {
      builder.participant($0.key, name: $0.name, avatar: $0.avatar, isMe: $0.isMe)
    }
    let isSame = indexes.enumerated().allSatisfy { Int($1.value) == $0 }
    var known = DiagnosticLog()
    try source.read(from: nil, participants: &table, log: &known) { message, _ in
      try builder.add(isSame ? message : message.mappingPeople { indexes[Int($0.value)] })
      return true
    }
  }

  private static func formatBehindMessages(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.beginObject()
    while try reader.nextName() {
      if reader.name == "format", try reader.peek() == .string {
        return try reader.readString().hasPrefix("chatexport/")
      }
      try reader.skipStructure()
    }
    return false
  }
}
