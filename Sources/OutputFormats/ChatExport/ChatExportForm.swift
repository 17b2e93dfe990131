import ChatModel
public import SiteFiles

/// `chatexport/1` in JSON Lines with everything that messages have: docs/conversation-format.md.
public struct ChatExportForm: OutputForm {
  /// The word for the form.
  public static let key = "chatexport"
  /// JSON Lines.
  public static let endings = ["jsonl", "json"]
  /// The beginning of a file of this program.
  private static let mark = #"{"format":"chatexport/1","generator":"chatexport""#

  private let file: OutputFile
  private var messages: ChatExportMessageWriter

  /// True for a file with this program's header.
  public static func isOwn(_ head: [UInt8]) -> Bool { head.starts(with: mark.utf8) }

  /// Writes the header.
  public init(_ conversation: OutputConversation, to files: OutputFiles) throws(OutputError) {
    file = try files.create()
    messages = ChatExportMessageWriter(conversation)
    try file.append { $0.append(contentsOf: ChatExportHeaderLine(conversation).bytes) }
  }

  /// Writes a message's line.
  public mutating func write(_ message: borrowing OutputMessage) throws(OutputError) {
    messages.write(message)
    let line = messages.bytes
    try file.append {
      $0.append(contentsOf: line)
      $0.append(UInt8(ascii: "\n"))
    }
  }

  /// Ends the file.
  public mutating func end() throws(OutputError) { try file.finish() }
}
