import ChatModel
public import SiteFiles

/// Plain text for people, language models and tools that compare lines: docs/converting.md.
public struct TextForm: OutputForm {
  /// The word for the form.
  public static let key = "text"
  /// The usual ending of texts.
  public static let endings = ["txt"]
  /// Answers have the line of the message that they answer.
  public static let wantsAnswers = true
  /// The last line of the head, by which the program knows its own files.
  private static let mark = "# chatexport\n"
  /// The facts left out until now.
  public private(set) var omissions = OutputOmissions()
  private let file: OutputFile
  private var text: TranscriptText

  /// True for a file with a head of this program's.
  public static func isOwn(_ head: [UInt8]) -> Bool {
    let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false)
      .prefix { $0.starts(with: "# ".utf8) }
    return lines.last.map { $0.elementsEqual(mark.utf8.dropLast()) } ?? false
  }

  /// Writes the head.
  public init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError) {
    file = try files.create()
    let text = TranscriptText(conversation)
    try file.append { text.appendHead(of: conversation, to: &$0) }
    try file.append(Self.mark)
    self.text = text
  }

  /// Writes the lines of a message.
  public mutating func write(_ message: borrowing OutputMessage) throws(OutputError) {
    omissions.countUnwritten(of: message.message)
    var lines = text
    try file.append { lines.append(message, to: &$0) }
    text = lines
  }

  /// Ends the file.
  public mutating func end() throws(OutputError) { try file.finish() }
}

extension OutputOmissions {
  /// Counts the facts that forms to be read as text leave out, because a line for each would hide the words.
  mutating func countUnwritten(of message: Message) {
    switch message.extras?.status {
    case "sent"?, "delivered"?, "read"?: add(Self.deliveries)
    default: break
    }
  }

  private static let deliveries = Omission("no-delivery-status", "delivery statuses")
}
