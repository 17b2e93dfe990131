import ChatModel
import ImportKit

/// The content of a message, as far as its text shows.
///
/// The app writes files, polls, locations, calls and deletions as words in the phone's language. On iOS it marks its own words with
/// U+200E; on Android there are only the words themselves, so they count if they are the whole text, or are where the app puts them.
enum WhatsAppBody: Equatable {
  case text(String)
  /// A file that came with the message.
  case file(name: String, title: String?, caption: String)
  /// A file that did not come. `words` are the app's.
  case omitted(Attachment.Kind, title: String?, caption: String, words: String, isViewOnce: Bool)
  /// A contact that did not come.
  case contactOmitted(words: String)
  case deleted(byOwner: Bool)
  case poll(Poll)
  case location(latitude: Double, longitude: Double, name: String?)
  /// A venue with its page at Foursquare.
  case venue(url: String, name: String, address: String?)
  case call(Call)
  /// Words of the app that say nothing about the sender.
  case notice(String)
  /// A message whose content the app does not export.
  case unsupported(String)

}

/// Determines the content of a message from its text.
struct WhatsAppBodyReader {
  /// True if the app marks its own words, so that any without a mark are somebody's.
  let hasMarks: Bool
  /// The app's words, as learned from the whole file.
  let learned: WhatsAppWords
  /// Returns true if the export has a file of this name.
  let hasFile: (String) -> Bool

  /// The most bytes of the app's own phrases.
  private static let phraseLimit = 160

  /// Returns the content of a message with `text`, and whether it was edited.
  func read(_ text: String) -> (body: WhatsAppBody, isEdited: Bool) {
    let signs = Signs(text)
    if !signs.hasMark, !signs.hasAngle, !signs.hasParenthesis, !signs.hasLink {
      // Most messages: nothing but words, which are the app's only if there are no marks.
      if !text.isEmpty, hasMarks || !WhatsAppPhrases.mayBeAny(text) { return (.text(text), false) }
    }
    if signs.hasAngle, let file = attachedByName(text) { return (file, false) }
    var text = text
    var isEdited = false
    if signs.hasAngle, let end = WhatsAppPhrases.startOfEditMark(in: text, learned) {
      isEdited = true
      text = String(text[..<end]).trimmingEnd
    }
    return (body(text, signs), isEdited)
  }

  private func body(_ text: String, _ signs: Signs) -> WhatsAppBody {
    if text.isBlank { return .unsupported("message without text") }
    let isMarked = text.unicodeScalars.first == TranscriptHead.mark
    if signs.hasAngle, let file = attached(text) { return file }
    if signs.hasParenthesis, let file = fileAttached(text) { return file }
    if signs.hasMark || !hasMarks, let omitted = omitted(text, isMarked: isMarked) { return omitted }
    if signs.hasNewline, signs.hasParenthesis, isMarked || !hasMarks, let poll = WhatsAppPoll.poll(in: text) {
      return .poll(poll)
    }
    if signs.hasLink, let venue = venue(text, isMarked: isMarked) { return venue }
    guard isMarked || !hasMarks, signs.hasMark || WhatsAppPhrases.mayBeAny(text) else { return .text(text) }
    return phrase(text, isMarked: isMarked) ?? .text(isMarked ? text.withoutMark : text)
  }

  // MARK: Files

  /// `caption ‎<attached: 00000012-PHOTO-2024-01-05-10-11-12.jpg>`, in any language: the mark, a word, a colon, a file's name.
  private func attached(_ text: String) -> WhatsAppBody? {
    guard let open = text.lastTag, let close = text.utf8.lastIndex(of: UInt8(ascii: ">")), open < close else {
      return nil
    }
    let tag = text[text.index(after: open)..<close]
    guard let colon = tag.unicodeScalars.firstIndex(where: { $0 == ":" || $0 == "：" }),
      tag.distance(from: tag.startIndex, to: colon) <= 40
    else { return nil }
    let name = String(tag[tag.unicodeScalars.index(after: colon)...]).trimmingSpaces
    let before = String(text[..<open])
    guard before.unicodeScalars.last == TranscriptHead.mark || !hasMarks, name.hasFileExtension else {
      return nil
    }
    let after = String(text[text.index(after: close)...]).trimmingSpaces
    var (title, caption) = Self.title(before)
    if caption == Self.title(ofFile: name) { caption = "" }
    let words = [caption, after].filter { !$0.isEmpty }.joined(separator: "\n")
    return .file(name: name, title: title ?? Self.title(ofFile: name), caption: words)
  }

  /// `2013-09-04-PHOTO-00000011.jpg <attached>`, as iOS wrote before 2018, in any language; a caption may
  /// follow in the next lines.
  private func attachedByName(_ text: String) -> WhatsAppBody? {
    let (line, rest) = text.firstLine
    let clean = line.withoutMarks.trimmingSpaces
    guard clean.hasSuffix(">"), let open = clean.lastIndex(of: "<"), open > clean.startIndex else {
      return nil
    }
    let words = String(clean[clean.index(after: open)...].dropLast()).phraseKey
    let name = String(clean[..<open]).trimmingSpaces
    guard (1...40).contains(words.count), !words.contains(where: { ":=/.".contains($0) || $0.isNumber }),
      name.hasFileExtension, !name.contains("<")
    else { return nil }
    // A document keeps the name that somebody gave it.
    guard Self.isAppName(name) || hasFile(name) || WhatsAppPhrases.attachedAlone.contains(words) else {
      return nil
    }
    return .file(name: name, title: Self.title(ofFile: name), caption: rest)
  }

  /// `IMG-20240105-WA0003.jpg (file attached)` and the caption in the next lines, in any language.
  private func fileAttached(_ text: String) -> WhatsAppBody? {
    let (line, rest) = text.firstLine
    let clean = line.withoutMarks.trimmingSpaces
    guard clean.hasSuffix(")") || clean.hasSuffix("）"),
      let open = clean.lastIndex(where: { $0 == "(" || $0 == "（" }), open > clean.startIndex
    else { return nil }
    let words = clean[clean.index(after: open)...].dropLast().lowercased()
    let name = String(clean[..<open]).trimmingSpaces
    let fileName = name.range(of: " • ").map { String(name[..<$0.lowerBound]) } ?? name
    guard fileName.hasFileExtension || hasFile(fileName),
      WhatsAppPhrases.attached.contains(words) || Self.isAppName(fileName) || hasFile(fileName)
        || learned.isAttached(words)
    else { return nil }
    // Documents have their own name below, with or without its extension.
    let isName = rest == fileName || fileName.hasPrefix("\(rest).") && !rest.isEmpty
    let caption = isName ? "" : rest
    return .file(name: fileName, title: fileName, caption: caption)
  }

  /// The title in front of a document, `Plan.pdf • ‎2 pages ‎`, or else the caption.
  private static func title(_ before: String) -> (title: String?, caption: String) {
    let words = before.withoutMarks.trimmingSpaces
    guard let dot = words.range(of: " • ") else { return (nil, words) }
    let title = String(words[..<dot.lowerBound])
    return title.hasFileExtension ? (title, "") : (nil, words)
  }

  /// A file's name without the number that iOS puts before it.
  private static func title(ofFile name: String) -> String {
    let digits = name.utf8.prefix { $0 &- 0x30 <= 9 }.count
    guard digits == 8, name.utf8.dropFirst(8).first == UInt8(ascii: "-"), !isAppName(name) else {
      return name
    }
    return String(name.dropFirst(9))
  }

  /// True if the app itself chose the name: `IMG-20240105-WA0003.jpg`, `00000012-PHOTO-2024-…`,
  /// `2013-09-04-PHOTO-00000011.jpg`.
  static func isAppName(_ name: String) -> Bool { kind(ofAppName: name) != nil }

  /// The kind of file according to a name made by the app.
  static func kind(ofAppName name: String) -> Attachment.Kind? {
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    func isNumber(_ part: Substring.UTF8View, _ count: Int) -> Bool {
      part.count == count && part.allSatisfy { $0 &- 0x30 <= 9 }
    }
    let isDated = parts.count == 5 && isNumber(parts[0], 4) && isNumber(parts[1], 2) && isNumber(parts[2], 2)
    let word = isNumber(parts[0], 8) ? parts[1] : isNumber(parts[1], 8) ? parts[0] : isDated ? parts[3] : nil
    guard let word else { return nil }
    let isOpus = name.lowercased().hasSuffix(".opus")
    switch String(word) {
    case "IMG", "PHOTO": return .image
    case "VID", "VIDEO": return .video
    case "GIF": return .gif
    case "STK", "STICKER": return .sticker
    case "PTT": return .voice
    case "AUD", "AUDIO": return isOpus ? .voice : .audio
    case "DOC": return .file
    default: return nil
    }
  }

  // MARK: Files that did not come

  private func omitted(_ text: String, isMarked: Bool) -> WhatsAppBody? {
    // Android: the words are the first line, and a caption or a document's name follows.
    let (line, rest) = text.firstLine
    if line.utf8.count <= Self.phraseLimit, !hasMarks || isMarked {
      let words = line.withoutMarks.trimmingSpaces
      let key = words.phraseKey
      let isLearned = !hasMarks && words.isInAngles && learned.isOmitted(words.withoutAngles.phraseKey)
      let isApps = isMarked || words.isInAngles
      if WhatsAppPhrases.contactOmitted.contains(key) { return .contactOmitted(words: words.withoutAngles) }
      if let kind = WhatsAppPhrases.omitted[key] ?? (isLearned ? .file : nil)
        ?? (isApps ? WhatsAppPhrases.omittedKind(words.withoutAngles.phraseKey) : nil)
      {
        let title = kind == .file && rest.hasFileExtension && !rest.contains("\n") ? rest : nil
        return .omitted(
          kind, title: title, caption: title == nil ? rest : "", words: words.withoutAngles, isViewOnce: false
        )
      }
      if isApps, let kind = WhatsAppPhrases.viewOnce(key) {
        return .omitted(kind, title: nil, caption: rest, words: words.withoutAngles, isViewOnce: true)
      }
    }
    // iOS: the words follow a caption, with a mark.
    guard let mark = text.unicodeScalars.lastIndex(of: TranscriptHead.mark), mark > text.startIndex else {
      return nil
    }
    let words = String(text[mark...]).withoutMarks.trimmingSpaces
    let key = words.phraseKey
    guard words.utf8.count <= Self.phraseLimit,
      let kind = WhatsAppPhrases.omitted[key] ?? WhatsAppPhrases.omittedKind(key)
    else { return nil }
    var (title, caption) = Self.title(String(text[..<mark]))
    if kind == .file, caption.hasFileExtension, !caption.contains("\n") { (title, caption) = (caption, "") }
    return .omitted(kind, title: title, caption: caption, words: words, isViewOnce: false)
  }

  /// Returns a missing file for an app's sentence in an unknown language, or nil. `text` begins with the app's invisible mark, and so does
  /// its line, as lines of files, polls and locations do.
  static func unknownOmitted(_ text: String) -> WhatsAppBody? {
    let words = text.withoutMarks.trimmingSpaces
    guard (1...60).contains(words.count), !words.contains("\n"), !words.contains(where: \.isNumber),
      !words.contains(":"), !words.contains("："),
      // `Live location shared`.
      !WhatsAppPhrases.location.contains(where: { words.phraseKey.contains($0) })
    else { return nil }
    return .omitted(
      WhatsAppPhrases.kind(ofWords: words.phraseKey), title: nil, caption: "", words: words, isViewOnce: false
    )
  }

  // MARK: Locations

  /// `location: https://maps.google.com/?q=48.1,11.5`, `‎Blue Café (1 Main St): https://foursquare.com/v/4ac518`.
  private func venue(_ text: String, isMarked: Bool) -> WhatsAppBody? {
    let clean = text.withoutMarks
    guard let start = clean.range(of: "https://")?.lowerBound else { return nil }
    let url = String(clean[start...]).trimmingSpaces
    let words = String(clean[..<start]).trimmingSpaces
    guard !url.contains(where: \.isWhitespace) else { return nil }
    if url.hasPrefix("https://maps.google.com/?q=") {
      let numbers = url.dropFirst("https://maps.google.com/?q=".utf8.count).split(separator: ",")
      guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]),
        abs(latitude) <= 90, abs(longitude) <= 180
      else { return nil }
      let name = words.withoutColon
      // In an unknown language, a single word is the app's.
      let isAppWord =
        name.isEmpty || WhatsAppPhrases.location.contains(name.phraseKey)
        || isMarked && !name.contains(" ") && !name.utf8.allSatisfy { $0 < 0x80 }
      guard isAppWord || words.endsInColon else { return nil }
      return .location(latitude: latitude, longitude: longitude, name: isAppWord ? nil : name)
    }
    guard url.hasPrefix("https://foursquare.com/"), isMarked || words.endsInColon || words.contains("\n")
    else {
      return nil
    }
    var name = words.withoutColon
    if !isMarked, let word = name.range(of: ": ") { name = String(name[word.upperBound...]) }
    guard !name.isEmpty else { return nil }
    guard name.hasSuffix(")"), let open = name.range(of: " (") else {
      return .venue(url: url, name: name, address: nil)
    }
    return .venue(
      url: url, name: String(name[..<open.lowerBound]), address: String(name[open.upperBound...].dropLast()))
  }

  // MARK: Phrases

  private func phrase(_ text: String, isMarked: Bool) -> WhatsAppBody? {
    guard text.utf8.count <= Self.phraseLimit else { return nil }
    let key = text.withoutMarks.phraseKey
    if WhatsAppPhrases.waiting.contains(key) { return .unsupported("message not received yet") }
    if WhatsAppPhrases.deletedByOwner.contains(key) { return .deleted(byOwner: true) }
    if WhatsAppPhrases.deleted.contains(key) || key.hasPrefix(WhatsAppPhrases.deletedByAdmin)
      || isMarked && WhatsAppPhrases.isDeletedByAdmin(key)
    {
      return .deleted(byOwner: false)
    }
    if let call = WhatsAppPhrases.call(text, isMarked: isMarked) { return .call(call) }
    if key == "null" { return .unsupported("message without text") }
    return nil
  }
}

/// The signs that a text may contain more than words, found in one pass.
private struct Signs {
  var hasMark = false
  var hasAngle = false
  var hasParenthesis = false
  var hasNewline = false
  var hasLink = false

  init(_ text: String) {
    let bytes = text.utf8Span.span
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "<"): hasAngle = true
      case UInt8(ascii: ")"): hasParenthesis = true
      // The full-width parenthesis, U+FF09.
      case 0xEF:
        if index + 2 < bytes.count, bytes[index + 1] == 0xBC, bytes[index + 2] == 0x89 {
          hasParenthesis = true
        }
      case 0x0A: hasNewline = true
      case UInt8(ascii: ":"): if index + 1 < bytes.count, bytes[index + 1] == 0x2F { hasLink = true }
      case 0xE2:
        if index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] == 0x8E { hasMark = true }
      default: break
      }
    }
  }
}

extension String {
  /// The text without the app's mark at its beginning.
  fileprivate var withoutMark: String {
    unicodeScalars.first == TranscriptHead.mark ? String(unicodeScalars.dropFirst()) : self
  }
}
