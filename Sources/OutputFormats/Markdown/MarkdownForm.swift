import BubbleLayout
import ChatModel
import ICU
import Phrases
public import SiteFiles

/// Markdown (CommonMark with GitHub's tables and strikethrough) for people and language models: docs/converting.md.
///
/// A day is a heading, a message an item of its list. All lines of a message but the first are indented, so no text of a source can be a
/// message or a heading of a day.
public struct MarkdownForm: OutputForm {
  /// The word for the form.
  public static let key = "markdown"
  /// The usual endings of Markdown.
  public static let endings = ["md", "markdown"]
  /// Answers have the line of the message that they answer.
  public static let wantsAnswers = true
  /// A remark in the first line, by which the program knows its own files.
  private static let mark = "<!-- chatexport -->\n"
  /// The facts left out until now.
  public private(set) var omissions = OutputOmissions()
  private let file: OutputFile
  private var transcripts: MessageTranscripts
  private var blocks = MarkdownBlocks()
  private var day: CivilDate?
  /// The beginning of each line of a message but the first.
  private let indent = "  "

  /// True for a file with this program's remark.
  public static func isOwn(_ head: [UInt8]) -> Bool { head.starts(with: mark.utf8) }

  /// Writes the title, the people, the period and the time zone.
  public init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError) {
    file = try files.create()
    transcripts = MessageTranscripts(conversation)
    let facts = ConversationHead(conversation)
    let lines = facts.lines.map { MarkdownEscaping.line($0, isAtStart: true) }.joined(separator: "\\\n")
    try file.append("\(Self.mark)\n# \(MarkdownEscaping.line(facts.title))\n\n\(lines)\n")
  }

  /// Writes the item of a message, and the heading of its day if it is the first of it.
  public mutating func write(_ output: borrowing OutputMessage) throws(OutputError) {
    omissions.countUnwritten(of: output.message)
    omissions.countUnmarked(in: output.message)
    let time = transcripts.time(of: output.message)
    var lines: [String] = []
    if let time, time.date != day {
      day = time.date
      lines += ["", "## \(MarkdownEscaping.line(transcripts.language.dates.day(time.date)))"]
    }
    let parts = transcripts.parts(of: output)
    lines += ["", head(of: output, time, parts)]
    append(parts, of: output, to: &lines)
    try file.append(lines.joined(separator: "\n") + "\n")
  }

  /// Ends the file.
  public mutating func end() throws(OutputError) { try file.finish() }

  // MARK: Messages

  /// Returns the first line: name, time and the program's sentences.
  private mutating func head(
    of output: borrowing OutputMessage, _ time: OutputTime?, _ parts: [TranscriptPart]
  ) -> String {
    let message = output.message
    var words: [String] = []
    if case .system = message.content {
    } else {
      let name = transcripts.transcriber.name(of: message.sender).trimmingWhitespace
      if !name.isEmpty { words.append("**\(MarkdownEscaping.line(name))**") }
    }
    if let time {
      let minute = transcripts.language.dates.timeOfDay[time.second / 60 % 1_440]
      words.append(MarkdownEscaping.line(minute))
      if let offset = transcripts.repeatedOffset(of: message) { words.append(offset) }
    }
    var notes = parts.compactMap { part in if case .note(let note) = part { note } else { nil } }
    if parts.isEmpty { notes = [transcripts.language.phrases(.noText)] }
    let marked = notes.map { "*\(MarkdownEscaping.line($0.trimmingWhitespace))*" }
    let head = ([words.joined(separator: " ")] + marked).filter { !$0.isEmpty }.joined(separator: " · ")
    return "- \(head.isEmpty ? "·" : head)"
  }

  private mutating func append(
    _ parts: [TranscriptPart], of output: borrowing OutputMessage, to lines: inout [String]
  ) {
    var isList = false
    for part in parts {
      let isLine = if case .line = part { true } else { false }
      if case .note = part { continue }
      if !isLine || !isList { lines.append("") }
      isList = isLine
      append(part, of: output, to: &lines)
    }
  }

  private mutating func append(
    _ part: TranscriptPart, of output: borrowing OutputMessage, to lines: inout [String]
  ) {
    switch part {
    case .note: break
    case .quote(let name, let text):
      let name = MarkdownEscaping.line(name.trimmingWhitespace)
      let line = MarkdownEscaping.line(text, isAtStart: name.isEmpty)
      lines.append("\(indent)> \(name.isEmpty ? "" : "**\(name):** ")\(line)")
    case .text(let text): blocks.append(text, indent: indent, to: &lines)
    case .code(let code, let language):
      blocks.append(code: code, language: language, indent: indent, to: &lines)
    case .titled(let title, let text, let isCode):
      lines.append("\(indent)*\(MarkdownEscaping.line(title.trimmingWhitespace))*")
      guard !text.isEmpty else { return }
      lines.append("")
      if isCode {
        blocks.append(code: text, language: "", indent: indent, to: &lines)
      } else {
        blocks.append(plain: text, indent: "\(indent)> ", to: &lines)
      }
    case .version(let title, let text):
      lines.append("\(indent)*\(MarkdownEscaping.line(title.trimmingWhitespace))*")
      lines.append("")
      blocks.append(plain: text, indent: "\(indent)> ", to: &lines)
    case .line(let line, let href): append(line: line, href: href, to: &lines)
    case .file(let file, let words): lines.append(indent + self.words(of: file, words, in: output))
    case .reactions(let reactions):
      lines.append(
        indent + reactions.map { MarkdownEscaping.line($0, isAtStart: true) }.joined(separator: " · "))
    }
  }

  private func append(line: String, href: String?, to lines: inout [String]) {
    var words = ""
    MarkdownEscaping.append(line, indent: "\(indent)  ", isAtStart: true, to: &words)
    lines.append("\(indent)- \(href.map { MarkdownEscaping.link(words, to: $0) } ?? words)")
  }

  /// Returns a picture, a link to a file, or the description of a missing one.
  private func words(
    of file: Attachment, _ words: TranscriptFile, in output: borrowing OutputMessage
  ) -> String {
    guard let path = output.stored(file.path) else {
      let description = TranscriptText.words(of: file, words, in: output)
      return "*\(MarkdownEscaping.line(description.trimmingWhitespace))*"
    }
    let address = MarkdownEscaping.address(ofFile: path)
    let alt = MarkdownEscaping.line(words.alt ?? words.label)
    switch file.kind {
    case .image, .sticker, .gif:
      let label = words.alt == nil ? "" : " \(MarkdownEscaping.line(words.label))"
      return "![\(alt)](<\(address)>)\(label)"
    case .video, .audio, .voice, .file:
      let link = "[\(MarkdownEscaping.line(words.label))](<\(address)>)"
      return words.alt == nil ? link : "\(link) · \(alt)"
    }
  }
}

extension OutputOmissions {
  /// Counts the marks of a text that Markdown has no signs for.
  fileprivate mutating func countUnmarked(in message: Message) {
    let texts: [MessageText]
    switch message.content {
    case .text(let text): texts = [text]
    case .media(_, let caption): texts = [caption]
    case .system, .part: texts = []
    }
    for case .spans(let spans) in texts.map(\.markup) {
      for span in spans {
        switch span.kind {
        case .underline: add(Self.underlines)
        case .spoiler: add(Self.spoilers)
        default: break
        }
      }
    }
  }

  private static let underlines = Omission("no-underline", "underlines")
  private static let spoilers = Omission("no-spoiler", "marks of spoilers, whose text is shown")
}

extension String {
  /// The string without white space at its ends.
  fileprivate var trimmingWhitespace: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
