import ChatModel
import ImportKit

/// An activity with Gemini: a prompt with its answers, or something else that was done.
struct GeminiActivity {
  /// The prompt; nil if something else was done.
  var prompt: String?
  /// The whole title, with the verb.
  var title: String
  var instant: Instant?
  /// The time as written on a page.
  var writtenTime: String?
  var answers: [Answer] = []
  var files: [Attachment] = []
  /// The name of the Gem, a chat with instructions of its own, that was used.
  var gem: String?
  /// The id of the chat on gemini.google.com, which few exports have.
  var chat: String?

  /// An answer with the pictures in it.
  struct Answer {
    var text: MessageText
    var files: [Attachment] = []

    /// An answer from these nodes of a page; nil if they are empty.
    init?(_ range: Range<Int>, of tree: HTMLTree) {
      text = MessageText(HTMLMarkdown.text(of: range, in: tree), markup: .markdown)
      for index in range where tree.nodes[index].name >= 0 {
        let element = HTMLElement(tree, index)
        guard element.name == "img", let source = element["src"], !source.contains(":"),
          source.hasFileExtension
        else { continue }
        let path = source.percentDecoded ?? source
        var file = Attachment(kind: .image, name: element["alt"].flatMap { $0.isBlank ? nil : $0 } ?? path)
        file.path = path
        files.append(file)
      }
      if text.string.isBlank && files.isEmpty { return nil }
    }

    /// An answer consisting of these pictures.
    init(pictures: [String]) {
      text = .empty
      for path in pictures where !files.contains(where: { $0.path == path }) {
        files.append(Attachment(kind: .image, path: path, name: path))
      }
    }

    /// An answer with a picture that the export lacks, described by its words.
    init(missingPicture words: String) {
      text = .empty
      var file = Attachment(kind: .image, name: words)
      file.absence = .unavailable
      files = [file]
    }
  }

  /// The known verbs of titles of prompts, in several languages.
  private static let verbs = [
    "Prompted", "Asked", "Said", "Branched", "Answered", "送信したメッセージ:", "送信したメッセージ：", "Eingegebener Prompt:",
    "Prompt :", "Prompt:", "Gav instruktionen",
  ]
  /// The longest verb, in characters.
  private static let verbLimit = 40

  /// The verbs that titles in a file may begin with.
  enum TitleVerbs {
    /// Titles begin with one of the verbs of English.
    case english
    /// Titles have a verb in another language, followed by a colon or a hard space.
    case foreign
    /// Titles may have one of these.
    case listed(Set<String>)
  }

  /// An activity with this title, with or without an answer.
  init(title: String, hasAnswer: Bool, verbs: TitleVerbs = .english) {
    let plain = title.withPlainSpaces
    self.title = plain.trimmingSpaces
    if let verb = Self.verbs.first(where: { plain.hasPrefix($0) }),
      plain.dropFirst(verb.count).first.map({ $0.isWhitespace || verb.hasSuffix(":") || verb.hasSuffix("：") })
        ?? true
    {
      prompt = String(title.dropFirst(verb.count)).trimmingSpaces
      return
    }
    if let (verb, end) = Self.verb(of: title) {
      let isVerb =
        switch verbs {
        // Pages have a hard space after the verb.
        case .english: hasAnswer && !verb.contains(where: \.isWhitespace) && !verb.hasSuffix(":")
        case .foreign: hasAnswer
        case .listed(let verbs): verbs.contains(verb)
        }
      if isVerb { prompt = String(title[end...]).trimmingSpaces }
    }
    if prompt == nil, hasAnswer { prompt = title.trimmingSpaces }
  }

  /// Returns a title's beginning up to a colon or hard space, and the index after it; nil if there is none near its beginning.
  static func verb(of title: String) -> (verb: String, end: String.Index)? {
    let isColon = { (character: Character) in character == ":" || character == "：" }
    let verb = title.prefix(verbLimit).prefix { $0 != "\u{A0}" && !$0.isNewline && !isColon($0) }
    guard !verb.isEmpty, verb.endIndex < title.endIndex, !title[verb.endIndex].isNewline,
      verb.count < verbLimit
    else { return nil }
    // In French a space precedes the colon.
    let rest = title[verb.endIndex...].drop { $0 == " " || $0 == "\u{A0}" }
    guard let first = rest.first, isColon(first) else { return (String(verb), verb.endIndex) }
    return (String(verb).trimmingSpaces + ":", rest.index(after: rest.startIndex))
  }

  /// Takes the id of a chat from an address such as `https://gemini.google.com/app/7b12`.
  mutating func noteChat(_ address: String?) {
    guard let address, let start = address.range(of: "gemini.google.com/app/") else { return }
    let path = address[start.upperBound...]
    let id = (path.hasPrefix("c/") ? path.dropFirst(2) : path).prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
    }
    if !id.isEmpty { chat = String(id) }
  }

  /// Takes the name of a file, and its path unless it is on the web.
  mutating func addFile(named name: String, path: String?) {
    var name = name.withPlainSpaces.trimmingSpaces
    if name.hasPrefix("-") { name = String(name.dropFirst()).trimmingSpaces }
    let shown = name.isEmpty ? path ?? "file" : name
    guard !files.contains(where: { $0.path == path && path != nil || path == nil && $0.name == shown }) else {
      return
    }
    var file = Attachment(kind: Attachment.Kind(ofFileNamed: path ?? shown), name: shown)
    file.path = path
    if path == nil { file.absence = .unavailable }
    files.append(file)
  }

  /// Adds a line from below the title, which pages have in one text with it.
  mutating func addLine(_ line: String) {
    let line = line.withPlainSpaces.trimmingSpaces
    guard !line.isEmpty else { return }
    title += "\n\(line)"
    prompt = prompt.map { $0.isEmpty ? line : "\($0)\n\(line)" }
  }

  /// True if a picture is part of an answer.
  func hasAnswer(withPicture path: String) -> Bool {
    answers.contains { $0.files.contains { $0.path == path } }
  }

  /// Returns the name of the Gem in a sentence such as `Tutor was used in this chat. Manage your Gems.`
  static func gem(in line: String) -> String {
    line.range(of: " was used in this chat").map { String(line[..<$0.lowerBound]) } ?? line
  }

  /// True if a line only says that files follow.
  static func isFileCount(_ line: String) -> Bool {
    line.hasPrefix("Attached ") && words(of: line).count == 3
  }

  /// True if a line has this number and no other, for example `2 Dateien angehängt.` above two files, in any language.
  static func isCount(_ line: String, of count: Int) -> Bool {
    let numbers = line.split { $0.wholeNumberValue == nil }
    guard numbers.count == 1, let digits = numbers.first, digits.count <= 4 else { return false }
    return digits.reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) } == count
  }

  /// True if a line says that Gemini drew pictures, such as `1 generated image.`
  static func isPictureCount(_ line: String) -> Bool {
    // Searched first, because splitting a long text into words takes longer.
    guard line.utf8.count < wordsLimit, line.range(of: "generated") != nil else { return false }
    let words = words(of: line)
    return words.count == 3 && words[1] == "generated" && words[2].hasPrefix("image")
  }

  /// The most bytes of a line of three words.
  private static let wordsLimit = 100

  private static func words(of line: String) -> [Substring] {
    line.split { $0 == " " || $0 == "\u{A0}" }
  }
}

extension String {
  /// The text with plain spaces in place of hard ones.
  fileprivate var withPlainSpaces: String {
    guard utf8.contains(0xC2) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      // U+00A0
      if byte == 0xA0, bytes.last == 0xC2 { bytes[bytes.count - 1] = 0x20 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
