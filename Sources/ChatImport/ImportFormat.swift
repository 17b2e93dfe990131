import AssistantFormats
public import ChatModel
public import ImportKit
import MessengerFormats
import TeamFormats
import TranscriptFormats

/// The formats that can be read: one case and one folder each.
///
/// Cases are in the order they are tried. A format recognises its files by content, so a renamed file is still read
/// and a file with a promising name but other content is not.
public enum ImportFormat: String, CaseIterable, Sendable {
  case chatexport
  case telegram
  case telegramhtml
  case whatsapp
  case line
  case kakaotalk
  case meta
  case chatlab
  case chatgpt
  case signal
  case claudeai
  case openai
  case sms
  case irc
  case colloquy
  case imessage
  case discord
  case discordpackage
  case slack
  case mattermost
  case claudecode
  case codex
  case geminicli
  case gemini
  case copilot

  /// The name that people know it by.
  public var name: String { reader.name }

  /// The parts of the format that are represented, in the order in which people ask about them.
  public var capabilities: [FormatCapability] { reader.capabilities }

  /// The format of `input`, by its first bytes or the names in the folder.
  public static func recognise(_ input: ImportInput) throws(ImportError) -> ImportFormat {
    if let format = format(of: input) { return format }
    throw UnknownInput(input).error
  }

  /// Returns the format of `input`, or nil if no format recognises it.
  static func format(of input: ImportInput) -> ImportFormat? {
    defer { input.looks.clear() }
    return allCases.first { $0.reader.recognises(input, among: AllFormats()) }
  }

  /// Returns every format that recognises `input`, in the order they are tried. More than one is a bug in detection.
  static func formats(recognising input: ImportInput) -> [ImportFormat] {
    allCases.filter { $0.reader.recognises(input, among: AllFormats()) }
  }

  /// The conversations of `input`, with their headers read but not their messages.
  public func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    try reader.open(input, options: options, log: &log)
  }

  /// The conversations of all `exports`, with their headers read but not their messages.
  ///
  /// Exports of one conversation are joined if their format identifies the conversation.
  public static func open(
    _ exports: [(format: ImportFormat, input: ImportInput)], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [(format: ImportFormat, source: any ConversationSource)] {
    let exports = exports.map { (format: $0.format, input: $0.input.counted) }
    defer { for (format, input) in exports { format.report(input, to: &log) } }
    var groups: [OpenedInput] = []
    // The conversations that are read in place, by their ids.
    var known: [OwnID: Int] = [:]
    var opened: Set<ImportFormat> = []
    for (number, (format, input)) in exports.enumerated() {
      if let reader = format.reader as? any ConvertedFormat.Type {
        guard opened.insert(format).inserted else { continue }
        let inputs = exports.filter { $0.format == format }.map(\.input)
        groups += try reader.open(inputs, options: options, log: &log)
          .map { OpenedInput(format: format, input: number, sources: [$0]) }
        continue
      }
      for source in try format.open(input, options: options, log: &log) {
        let info = source.info
        let id = info.hasOwnID ? OwnID(format: format, id: info.id) : nil
        if let id, let index = known[id], groups[index].input != number {
          groups[index].input = number
          groups[index].sources.append(source)
        } else {
          if let id, known[id] == nil { known[id] = groups.count }
          groups.append(OpenedInput(format: format, input: number, path: input.path, sources: [source]))
        }
      }
    }
    join(&groups, options.joins)
    var sources: [(format: ImportFormat, source: any ConversationSource)] = []
    for group in groups where !group.sources.isEmpty {
      let isAlone = group.sources.count == 1
      let source =
        isAlone ? group.sources[0] : try JoinedSources.join(group.sources, options: options, log: &log)
      let named: any ConversationSource =
        options.names.isEmpty ? source : NamedSource(source, names: options.names, me: options.me)
      sources.append((group.format, named))
    }
    return sources
  }

  /// Joins conversations that are read in place and that the user says are one. A group that was joined to another is left empty.
  private static func join(_ groups: inout [OpenedInput], _ joins: ChosenJoins) {
    guard !joins.isEmpty else { return }
    let known = groups.indices.filter { groups[$0].path != nil }
    let names = known.map { (title: groups[$0].sources[0].info.title, source: groups[$0].path ?? "") }
    for chosen in joins.chosen(of: names) {
      let first = known[chosen[0]]
      for other in chosen.dropFirst().map({ known[$0] }) where groups[other].format == groups[first].format {
        groups[first].sources += groups[other].sources
        groups[other].sources = []
      }
    }
  }

  /// The id of a conversation in the exports of a format.
  private struct OwnID: Hashable {
    var format: ImportFormat
    var id: String
  }

  /// Moves the account of an input to the log.
  private func report(_ input: ImportInput, to log: inout DiagnosticLog) {
    guard let account = input.account else { return }
    if input.bytes != nil { account.noteRead(input.path) }
    log.account.merge(account.account.explained(by: reader.leftOut))
  }

  /// A conversation with all its exports.
  private struct OpenedInput {
    var format: ImportFormat
    /// The number of the export that was opened last.
    var input: Int
    /// The path of its first export; nil for one that its format has joined.
    var path: String?
    var sources: [any ConversationSource]
  }

  /// The kinds of rooms that formats have: many people, whose messages are read as a log.
  public enum Room: Sendable, Hashable {
    /// Any other kind of conversation.
    case none
    /// A room whose people have avatars.
    case withPictures
    /// A room that knows its people only by name.
    case withoutPictures
  }

  /// The kind of room that the format's conversations are.
  public var room: Room {
    switch self {
    case .irc, .colloquy: .withoutPictures
    case .discord, .slack, .mattermost: .withPictures
    // Discord's data package has only its owner's messages, so there are no senders to distinguish.
    case .chatexport, .telegram, .telegramhtml, .whatsapp, .line, .kakaotalk, .meta, .chatlab, .chatgpt,
      .signal, .discordpackage,
      .claudeai, .openai, .sms, .imessage, .claudecode, .codex, .geminicli, .gemini, .copilot:
      .none
    }
  }

  /// See ``FormatReader/goesOnInFolders``.
  var goesOnInFolders: Bool { reader.goesOnInFolders }

  /// See ``FormatReader/isPart(_:)``.
  func isPart(_ name: String) -> Bool { reader.isPart(name) }

  var reader: any FormatReader.Type {
    switch self {
    case .chatexport: Messengers.chatExport
    case .telegram: Messengers.telegram
    case .telegramhtml: Messengers.telegramHTML
    case .whatsapp: Transcripts.whatsApp
    case .line: Transcripts.line
    case .kakaotalk: Transcripts.kakaoTalk
    case .meta: Messengers.meta
    case .chatlab: Messengers.chatLab
    case .chatgpt: Assistants.chatGPT
    case .signal: Transcripts.signal
    case .claudeai: Assistants.claudeAI
    case .openai: Assistants.openAI
    case .sms: Messengers.sms
    case .irc: Transcripts.irc
    case .colloquy: Transcripts.colloquy
    case .imessage: Messengers.iMessage
    case .discord: Teams.discord
    case .discordpackage: Teams.discordPackage
    case .slack: Teams.slack
    case .mattermost: Teams.mattermost
    case .claudecode: Assistants.claudeCode
    case .codex: Assistants.codex
    case .geminicli: Assistants.geminiCLI
    case .gemini: Assistants.gemini
    case .copilot: Assistants.copilot
    }
  }
}

/// All formats, as a format sees them.
private struct AllFormats: KnownFormats {
  func recognise(_ input: ImportInput) -> Bool { ImportFormat.format(of: input) != nil }

  func haveExport(in input: ImportInput) -> Bool {
    var log = DiagnosticLog()
    return (try? ImportFormat.exports(in: input, log: &log)) != nil
  }
}
