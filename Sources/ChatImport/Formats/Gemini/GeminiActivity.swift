import ChatModel

/// An activity with Gemini: a prompt with its answers, or something else that was done.
struct GeminiActivity {
  /// The prompt; nil if something else was done.
  var prompt: String?
  /// The whole title, with the verb.
  var title: String
  var instant: Instant?
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

    /// An answer of these nodes of a page; nil if there is nothing in them.
    init?(_ range: Range<Int>, of tree: HTMLTree) {
      text = MessageText(HTMLMarkdown.text(of: range, in: tree), markup: .markdown)
      for index in range where tree.nodes[index].name >= 0 {
        let element = HTMLElement(tree, index)
        guard element.name == "img", let path = element["src"], !path.contains(":"), path.hasFileExtension
        else { continue }
        var file = Attachment(kind: .image, name: element["alt"].flatMap { $0.isBlank ? nil : $0 } ?? path)
        file.path = path
        files.append(file)
      }
      if text.string.isBlank && files.isEmpty { return nil }
    }

    /// An answer of a picture that the export does not have, in its words.
    init(missingPicture words: String) {
      text = .empty
      var file = Attachment(kind: .image, name: words)
      file.absence = .unavailable
      files = [file]
    }
  }

  /// The verbs that titles of prompts begin with, as exports in English and Japanese have them.
  private static let verbs = [
    "Prompted", "Asked", "Said", "Branched", "Answered", "送信したメッセージ:", "送信したメッセージ：",
  ]
  /// The longest verb, in characters.
  private static let verbLimit = 40

  /// An activity with this title, of which an answer is there or not.
  init(title: String, hasAnswer: Bool) {
    self.title = title.withPlainSpaces.trimmingSpaces
    if let verb = Self.verbs.first(where: { title.hasPrefix($0) }),
      title.dropFirst(verb.count).first.map({ $0.isWhitespace || verb.hasSuffix(":") || verb.hasSuffix("：") })
        ?? true
    {
      prompt = String(title.dropFirst(verb.count)).trimmingSpaces
    } else if hasAnswer {
      // Pages have a hard space behind the verb, in any language.
      let verb = title.prefix { $0 != "\u{A0}" && !$0.isNewline }
      let hasVerb = verb.count < Self.verbLimit && verb.endIndex < title.endIndex && !verb.contains(" ")
      prompt = (hasVerb ? String(title[verb.endIndex...]) : title).trimmingSpaces
    }
  }

  /// Takes the id of a chat from an address such as `https://gemini.google.com/app/7b12`.
  mutating func noteChat(_ address: String?) {
    guard let address, let start = address.range(of: "gemini.google.com/app/") else { return }
    let id = address[start.upperBound...].prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
    }
    if !id.isEmpty { chat = String(id) }
  }

  /// Takes the name of a file, and its path where that is none on the web.
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

  /// Returns the name of the Gem in a sentence such as `Tutor was used in this chat. Manage your Gems.`
  static func gem(in line: String) -> String {
    line.range(of: " was used in this chat").map { String(line[..<$0.lowerBound]) } ?? line
  }

  /// Indicates whether a line only says that files follow.
  static func isFileCount(_ line: String) -> Bool {
    line.hasPrefix("Attached ") && words(of: line).count == 3
  }

  /// Indicates whether a line says that Gemini drew pictures, such as `1 generated image.`
  static func isPictureCount(_ line: String) -> Bool {
    // Looked for first, as splitting a long text into words takes longer.
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
  /// The text with plain spaces in the places of hard ones.
  fileprivate var withPlainSpaces: String {
    guard utf8.contains(0xC2) else { return self }
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar == "\u{A0}" ? " " : scalar) }
    return String(scalars)
  }
}
