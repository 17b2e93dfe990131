import ChatModel
import ImportKit

/// The tables that iMazing exports of messages and WhatsApp chats on an iPhone: CSV, a row for each text and each file of a message.
///
/// iMazing does not describe them. The facts come from the tests of programs that read them; docs/formats/imazing.md.
enum IMazingFormat: ConvertedFormat {
  static let key = "imazing"
  static let name = "iMazing (CSV)"

  static let capabilities: [FormatCapability] = [
    .full("text, subjects"),
    .full("photos, video, audio, files", "if they lie beside the table"),
    .partly("replies", "with the quoted text"),
    .partly("reactions", "in iMazing's words"),
    .partly("edited and deleted messages", "that and when"),
    .full("status, notices"),
    .full("names of people"),
    .full("several conversations in one table"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, bytes.count > 0 else { return false }
    var table = CSVReader(InputBytes(bytes.array(in: 0..<min(bytes.count, 4096))))
    guard let head = table.next() else { return false }
    let names = Set(head.fields.map { $0.lowercased() })
    return names.isSuperset(of: ["chat session", "message date", "sender id", "text"])
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else { return }
    var table = CSVReader(bytes)
    guard let head = table.next() else { return }
    var reader = IMazingReader(conversion, input, head: head.fields)
    while let record = table.next() { try reader.read(record, &log) }
    try reader.finish(&log)
  }
}
