import ChatModel
import ImportKit

/// The chats that QQ Chat Exporter writes: a JSON file, or a folder with `manifest.json` and messages in chunks of JSON lines.
///
/// Facts: the program's source, shuakami/qq-chat-exporter, `types.rs`, `json_exporter.rs`, `chunked_jsonl_writer.rs`;
/// docs/formats/qce.md.
enum QCEFormat: ConvertedFormat {
  static let key = "qce"
  static let name = "QQ Chat Exporter (QQ)"

  static let capabilities: [FormatCapability] = [
    .full("text, mentions"),
    .full("photos, video, voice messages, files", "if they lie beside the export"),
    .partly("QQ's own emoji and stickers", "their names"),
    .full("replies"),
    .full("recalled messages", "with their text"),
    .full("calls, notices"),
    .partly("forwarded conversations", "as a quotation of their texts"),
    .partly("cards, gifts and other kinds", "as previews or cards"),
    .full("names of people, the owner"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    if input.bytes != nil { return isExport(input) }
    guard input.files.contains(manifest) else { return false }
    return (try? input.file(named: manifest)).map { isExport($0) && $0.shape.has(".chunked") } ?? false
  }

  private static let manifest = "manifest.json"

  private static func isExport(_ input: ImportInput) -> Bool {
    input.shape.has(".metadata.name", ".chatInfo.name", ".chatInfo.type")
      && (input.shape.has(".statistics") || input.shape.has(".messages[].content.elements"))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let head = input.bytes == nil ? try input.file(named: manifest) : input
    guard let file = JSONFile(head) else { return }
    let facts = file.wholeMembers(without: ["messages", "avatars"], log: &log)
    let reader = QCEReader(conversion, facts["chatInfo"] ?? .object([]), input.folder, name: head.stem)
    guard let chunked = facts["chunked"] else {
      return try file.forEachElement(
        of: "messages", log: &log, readsPart: true,
        broken: { text, _, _ throws(ImportError) in try reader.builder.addBroken(text) }
      ) { message, _, origin, log throws(ImportError) in
        try reader.add(message, at: origin, &log)
      }
    }
    let folder = chunked["chunksDir"]?.text ?? "chunks"
    for chunk in chunked["chunks"]?.elements ?? [] {
      let path = chunk["relativePath"]?.text ?? "\(folder)/\(chunk["fileName"]?.text ?? "")"
      do throws(ImportError) {
        guard let lines = JSONFile(try input.file(named: path)) else { continue }
        try lines.forEachLine(
          log: &log, broken: { text, _, _ throws(ImportError) in try reader.builder.addBroken(text) }
        ) { message, _, origin, log throws(ImportError) in
          try reader.add(message, at: origin, &log)
        }
      } catch {
        log.append(error.loss)
      }
    }
  }
}
