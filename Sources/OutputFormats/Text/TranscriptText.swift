import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases

/// Writes messages as lines of plain text.
///
/// A line begins with `# ` for a fact of the conversation, `== ` for a day, `[` for a message, or four spaces and a mark for a further
/// line of a message. No text of a source is ever at the beginning of a line, so none can look like another message.
struct TranscriptText: Sendable {
  /// The marks before further lines, and after the name of a message without text.
  enum Mark: String, CaseIterable {
    /// A line of a text that somebody wrote.
    case text = "|"
    /// A line of an agent's step or of an earlier version, after its heading.
    case aside = "~"
    /// A sentence of the program.
    case note = "*"
    /// The answered message.
    case quote = ">"
    /// A line of a card.
    case card = "-"
    /// A file.
    case file = "@"
    /// Reactions.
    case reactions = "+"
  }

  private(set) var transcripts: MessageTranscripts
  private var day: CivilDate?

  init(_ conversation: OutputConversation) { transcripts = MessageTranscripts(conversation) }

  // MARK: Heads

  /// Adds the lines above the messages: title, people, period, number of messages, time zone.
  func appendHead(of conversation: OutputConversation, to bytes: inout [UInt8]) {
    let head = ConversationHead(conversation)
    for line in [head.title] + head.lines { bytes.append(contentsOf: "# \(line)\n".utf8) }
  }

  private mutating func appendDay(_ time: OutputTime?, to bytes: inout [UInt8]) {
    guard let time, time.date != day else { return }
    day = time.date
    bytes.append(contentsOf: "\n== \(Self.line(transcripts.language.dates.day(time.date))) ==\n".utf8)
  }

  // MARK: Messages

  /// Adds a message, and the head of its day if it is the first of it.
  mutating func append(_ output: borrowing OutputMessage, to bytes: inout [UInt8]) {
    let message = output.message
    let time = transcripts.time(of: message)
    appendDay(time, to: &bytes)
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: (time?.clockText ?? "--:--:--").utf8)
    if let offset = transcripts.repeatedOffset(of: message) { bytes.append(contentsOf: " \(offset)".utf8) }
    bytes.append(UInt8(ascii: "]"))
    // Events name their people themselves.
    if case .system = message.content {
    } else {
      let name = Self.escaped(Self.line(transcripts.transcriber.name(of: message.sender)))
      if !name.isEmpty {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: name.utf8)
      }
    }
    var parts = transcripts.parts(of: output)
    if parts.isEmpty { parts = [.note(transcripts.language.phrases(.noText))] }
    let first = Self.indexOfFirst(in: parts)
    var isFirst = true
    append(parts[first], of: output, &isFirst, to: &bytes)
    for (index, part) in parts.enumerated() where index != first {
      append(part, of: output, &isFirst, to: &bytes)
    }
  }

  /// Returns the index of the part in the line with the name: the text, unless steps of an agent come before it.
  private static func indexOfFirst(in parts: [TranscriptPart]) -> Int {
    for (index, part) in parts.enumerated() {
      switch part {
      case .text, .code: return index
      case .note, .quote: continue
      case .titled, .version, .line, .file, .reactions: return 0
      }
    }
    return 0
  }

  private func append(
    _ part: TranscriptPart, of output: borrowing OutputMessage, _ isFirst: inout Bool,
    to bytes: inout [UInt8]
  ) {
    func add(_ text: String, _ mark: Mark) {
      Self.append(text, mark, isFirst: isFirst, to: &bytes)
      isFirst = false
    }
    switch part {
    case .note(let note): add(note, .note)
    case .quote(let name, let text): add(name.isEmpty ? text : "\(Self.escaped(name)): \(text)", .quote)
    case .text(let text): add(SpanText.plain(text), .text)
    case .code(let code, let language):
      if !language.isEmpty { add(Self.line(language), .note) }
      add(code, .text)
    case .titled(let title, let text, _):
      add(title, .note)
      if !text.isEmpty { add(text, .aside) }
    case .version(let title, let text):
      add(title, .note)
      add(text, .aside)
    case .line(let line, _): add(line, .card)
    case .file(let file, let words): add(Self.words(of: file, words, in: output), .file)
    case .reactions(let reactions): add(reactions.joined(separator: ", "), .reactions)
    }
  }

  /// Returns the description of a file with its path.
  static func words(of file: Attachment, _ words: TranscriptFile, in output: borrowing OutputMessage)
    -> String
  {
    var facts = [words.label]
    if let alt = words.alt { facts.append(alt) }
    if let stored = output.stored(file.path) { return (facts + [stored]).joined(separator: " · ") }
    facts.append(words.absence)
    // The path of a file in another export begins with a mark, and has a meaning for the program alone.
    if let path = file.path.flatMap({ $0.utf8.first == 0 ? file.fileName : $0 }) { facts.append(path) }
    return facts.joined(separator: " · ")
  }

  // MARK: Lines

  /// Adds a text after the name or as further lines. Each of its lines gets a mark.
  private static func append(_ text: String, _ mark: Mark, isFirst: Bool, to bytes: inout [UInt8]) {
    let text = ControlPictures.shown(text)
    if !isFirst {
      bytes.append(contentsOf: "    \(mark.rawValue) ".utf8)
    } else if mark == .text {
      bytes.append(contentsOf: ": ".utf8)
    } else {
      bytes.append(contentsOf: " \(mark.rawValue) ".utf8)
    }
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == 0x0A { bytes.append(contentsOf: "    \(mark.rawValue) ".utf8) }
    }
    bytes.append(0x0A)
  }

  /// Returns a text on one line, with pictures for control characters.
  static func line(_ text: String) -> String {
    let shown = ControlPictures.shown(text)
    guard shown.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return shown }
    return shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a name with a backslash before each sign that would otherwise end it: a colon before a space, a mark between spaces.
  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x20 || $0 == 0x3A || $0 == 0x5C }) else { return name }
    return name.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let word =
        word.contains("\\")
        ? word.split(separator: "\\", omittingEmptySubsequences: false)
          .joined(separator: "\\\\") : String(word)
      if Mark(rawValue: word) != nil { return "\\\(word)" }
      return word.hasSuffix(":") ? "\(word.dropLast())\\:" : word
    }.joined(separator: " ")
  }
}
