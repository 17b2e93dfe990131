import AssistantFormats
public import ChatModel
public import ImportKit
import MessengerFormats
import TeamFormats
import TranscriptFormats

/// The formats that can be read: one case and one folder each. A case is the key of its ``FormatReader``.
///
/// Cases are in the order they are tried. A format recognises its files by content, so a renamed file is still read
/// and a file with a promising name but other content is not.
public enum ImportFormat: String, CaseIterable, Sendable {
  case chatexport
  case telegram
  case telegramhtml
  case whatsapp
  case threema
  case line
  case kakaotalk
  case meta
  case chatlab
  case chatgpt
  case signal
  case claudeai
  case openai
  case sms
  case smsimportexport
  case fossify
  case irc
  case colloquy
  case thelounge
  case quassel
  case imessage
  case tdl
  case qce
  case imazing
  case viber
  case rsmf
  case discord
  case discordpackage
  case slack
  case mattermost
  case teams
  case googlechat
  case matrix
  case zulip
  case rocketchat
  case skype
  case hangouts
  case googlevoice
  case snapchat
  case twitter
  case linkedin
  case tiktok
  case claudecode
  case codex
  case geminicli
  case gemini
  case copilot
  case copilotcli
  case opencode
  case cursor
  case lmstudio
  case openwebui
  case librechat
  case llamacpp
  case aistudio
  case grok
  case deepseek
  case table

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
    defer { input.bytes?.rest() }
    // The user's map says what a table is.
    return ([table] + allCases).first { $0.reader.recognises(input, among: AllFormats()) }
  }

  /// Returns every format that recognises `input`, in the order they are tried. More than one is a bug in detection.
  static func formats(recognising input: ImportInput) -> [ImportFormat] {
    allCases.filter { $0.reader.recognises(input, among: AllFormats()) }
  }

  /// The conversations of `input`, with their headers read but not their messages.
  public func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] {
    try reader.open([input], options: options, log: &log)
  }

  /// The conversations of all `exports`, format by format, in the order in which the formats come first.
  ///
  /// Exports of one conversation are joined if their format identifies the conversation.
  public static func open(
    _ exports: [(format: ImportFormat, input: ImportInput)], options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [(format: ImportFormat, source: any ConversationSource)] {
    let exports = exports.map { (format: $0.format, input: $0.input.counted) }
    defer { Self.report(exports, to: &log) }
    let inputs = Dictionary(grouping: exports, by: \.format)
    var opened: Set<ImportFormat> = []
    var sources: [(format: ImportFormat, source: any ConversationSource)] = []
    for (format, _) in exports where opened.insert(format).inserted {
      let ofFormat = (inputs[format] ?? []).map(\.input)
      defer { for input in ofFormat { input.bytes?.rest() } }
      let found = try format.reader.open(ofFormat, options: options, log: &log)
      for source in found {
        let named: any ConversationSource =
          options.names.isEmpty ? source : NamedSource(source, names: options.names, me: options.me)
        sources.append((format, named))
      }
    }
    return sources
  }

  /// Moves the accounts of inputs to the log.
  private static func report(
    _ exports: [(format: ImportFormat, input: ImportInput)], to log: inout DiagnosticLog
  ) {
    var leftOut: [ImportFormat: FormatOmissions] = [:]
    for (format, input) in exports {
      guard let account = input.account else { continue }
      let rules = leftOut[format] ?? format.reader.leftOut
      leftOut[format] = rules
      if input.bytes != nil { account.noteRead(input.path) }
      log.account.merge(account.account.explained(by: rules))
    }
  }

  /// The kind of room that the format's conversations are.
  public var room: ConversationInfo.Room { reader.room }

  /// See ``FormatReader/goesOnInFolders``.
  var goesOnInFolders: Bool { reader.goesOnInFolders }

  /// See ``FormatReader/isPart(_:)``.
  func isPart(_ name: String) -> Bool { reader.isPart(name) }

  var reader: any FormatReader.Type {
    guard let reader = Self.readers[rawValue] else { preconditionFailure("no target has '\(rawValue)'") }
    return reader
  }

  /// The readers of all formats by their keys.
  static let readers = Dictionary(
    uniqueKeysWithValues: (Messengers.formats + Transcripts.formats + Teams.formats + Assistants.formats)
      .map { ($0.key, $0) })
}

/// All formats, as a format sees them.
private struct AllFormats: KnownFormats {
  func recognise(_ input: ImportInput) -> Bool { ImportFormat.format(of: input) != nil }

  func haveExport(in input: ImportInput) -> Bool {
    var log = DiagnosticLog()
    return (try? ImportFormat.exports(in: input, log: &log)) != nil
  }
}
