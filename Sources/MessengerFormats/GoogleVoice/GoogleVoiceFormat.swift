import ChatModel
import ImportKit

/// Google Voice in Google Takeout: a page for each conversation's piece, each call and each voicemail, with the files beside it.
///
/// Facts: public samples of the pages; docs/formats/googlevoice.md.
enum GoogleVoiceFormat: ConvertedFormat {
  static let key = "googlevoice"
  static let name = "Google Voice (Takeout)"

  static let capabilities: [FormatCapability] = [
    .full("texts of two and of several people"),
    .full("photos, films, recordings"),
    .full("calls with their length, missed calls"),
    .full("voicemail with its transcript"),
    .full("one conversation for each person or group", "of all its pages"),
    .none("replies, reactions, edits", "the pages have none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.bytes != nil else {
      return pages(in: input).lazy.prefix(8).contains { path in
        (try? input.file(named: path)).map(recognises) ?? false
      }
    }
    guard input.firstByte == UInt8(ascii: "<") else { return false }
    let head = InputBytes(input.head)
    return (head.has("class=\"hChatLog") || head.has("class=\"haudio\""))
      && (head.has("class=\"message\"") || head.has("class=\"published\"")
        || head.has("class=\"participants\""))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard input.bytes == nil else {
      var page = GoogleVoicePage(input, conversion)
      return try page.read(&log)
    }
    for path in pages(in: input) {
      do throws(ImportError) {
        let file = try input.file(named: path)
        guard recognises(file) else { continue }
        var page = GoogleVoicePage(file, conversion)
        try page.read(&log)
        file.bytes?.rest()
      } catch {
        log.append(error.loss)
      }
    }
  }

  /// The pages in the folder `Calls`, whose name is in the owner's language.
  private static func pages(in input: ImportInput) -> [String] {
    input.files.filter { $0.hasSuffix(".html") && !$0.contains("/") }
  }
}
