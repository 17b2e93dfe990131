import ChatModel
import ImportKit

/// The activity with Gemini that Google Takeout exports: `MyActivity.html` or `MyActivity.json`.
///
/// Google does not describe it. The facts come from programs that read it, whose authors say what real exports have; see `FACTS.md`
/// next to the fixtures.
enum GeminiFormat: ConvertedFormat {
  static let key = "gemini"
  static let name = "Gemini (Google Takeout)"

  static let capabilities: [FormatCapability] = [
    .full("prompts and answers", "answers with tables, lists, code and links"),
    .full("files that came with prompts", "if the export has them"),
    .partly("conversations", "one for each day, as the export does not tell them apart"),
    .full("Gems", "by name"),
    .full("other activities", "as notices, in the words of the export"),
    .none("thoughts, models", "the export has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    return isList(input, bytes) || isPage(input, bytes)
  }

  /// True if a product's name is Gemini's, in any language, or its former one.
  static func isGemini(_ product: String) -> Bool {
    product.range(of: "Gemini") != nil || product.range(of: "Bard") != nil
  }

  /// True if a product has its English name.
  static func isEnglish(_ product: String) -> Bool {
    product.hasPrefix("Gemini Apps") || product.hasPrefix("Bard")
  }

  private static func isList(_ input: ImportInput, _ bytes: InputBytes) -> Bool {
    let isArray = input.shape.has("[].header", "[].title", "[].time")
    guard isArray || input.shape.has(".header", ".title", ".time") else { return false }
    var reader = JSONReader(
      bytes, in: bytes.contentStart..<bytes.count, isLenient: true)
    // The names of products come before all long texts.
    guard !isArray || (try? reader.beginArray()) != nil && (try? reader.nextElement()) == true,
      (try? reader.beginObject()) != nil
    else { return false }
    while (try? reader.nextName()) == true {
      guard reader.name == "header" else {
        guard (try? reader.skipStructure()) != nil else { return false }
        continue
      }
      return (try? reader.peek()) == .string && ((try? reader.readString()).map(isGemini) ?? false)
    }
    return false
  }

  /// The bytes of a page, after its style sheet, that are searched for its first activity.
  private static let pageLimit = 1 << 20

  private static func isPage(_ input: ImportInput, _ bytes: InputBytes) -> Bool {
    guard input.firstByte == UInt8(ascii: "<") else { return false }
    let head = String(decoding: input.head.prefix(4096), as: UTF8.self).lowercased()
    guard head.contains("<html"), head.contains("mdl-") || head.contains("<style") else { return false }
    let limit = min(bytes.count, pageLimit)
    var start = 0
    while let found = bytes.firstIndex(of: UInt8(ascii: "\""), in: start..<limit) {
      start = found + 1
      guard bytes.has("\"mdl-typography--title\">", at: found) else { continue }
      let name = found + 24
      let end = bytes.firstIndex(of: UInt8(ascii: "<"), in: name..<min(bytes.count, name + 100)) ?? name
      return isGemini(bytes.repairedString(in: name..<end))
    }
    return false
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let conversations = GeminiConversations(conversion)
    if input.firstByte != UInt8(ascii: "<") {
      guard let file = JSONFile(input) else { return }
      let list = GeminiList(file.bytes, conversion)
      try file.forEachElement(
        of: nil, log: &log,
        broken: { text, _, _ throws(ImportError) in try conversations.addBroken(text) }
      ) { value, _, origin, log throws(ImportError) in
        if let activity = list.activity(value, at: origin, &log) {
          try conversations.add(activity)
        } else if !value.isObject {
          try conversations.addBroken(value.json)
        }
      }
    } else if let reader = HTMLReader(input, where: GeminiPage.isActivity) {
      let page = GeminiPage(conversion)
      while let element = reader.nextElement() {
        if let activity = page.activity(element, at: reader.origin(of: element), &log) {
          try conversations.add(activity)
        }
      }
      reader.report(to: &log)
    }
  }
}
