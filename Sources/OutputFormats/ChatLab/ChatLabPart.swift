import BubbleLayout
import ChatModel

/// A message of ChatLab: a text, or one file with its path.
struct ChatLabPart {
  /// The numbers of types.
  enum Number: Int {
    case text = 0, image, voice, video, file, emoji
    case link = 7, location
    case call = 23
    case reply = 25, forward, contact
    case system = 80, recall
    case other = 99
  }

  var type: Number
  /// The words, or a file's path. Nil if there are none.
  var content: String?
}

/// The words and files of a message as messages of ChatLab.
struct ChatLabWords {
  /// The messages: its words first, then each of its files.
  private(set) var parts: [ChatLabPart] = []
  /// The number of remarks that are not among them.
  private(set) var notes = 0

  init(_ parts: [TranscriptPart], of output: borrowing OutputMessage) {
    var lines: [String] = []
    var notes: [String] = []
    var files: [ChatLabPart] = []
    for part in parts {
      switch part {
      case .note(let note): notes.append(note)
      case .text(let text): lines.append(SpanText.plain(text))
      case .code(let code, _): lines.append(code)
      case .titled(let title, let text, _): lines += [title, text]
      case .line(let line, _): lines.append(line)
      case .file(let file, let words):
        let path = output.stored(file.path)
        files.append(
          ChatLabPart(
            type: .init(file.kind), content: path ?? TranscriptText.words(of: file, words, in: output)))
        if let alt = words.alt, path != nil { lines.append(alt) }
      case .quote, .version, .reactions: break
      }
    }
    // The words of a text are its own; the words of a card begin with its kind.
    let isCard = if case .text = output.message.content { false } else { files.isEmpty }
    if isCard { lines = notes + lines } else { self.notes = notes.count }
    if !lines.isEmpty || files.isEmpty {
      let content = lines.isEmpty ? nil : lines.joined(separator: "\n")
      self.parts = [ChatLabPart(type: .init(output.message), content: content)]
    }
    self.parts += files
  }
}

extension ChatLabPart.Number {
  /// The type of a message without files.
  fileprivate init(_ message: Message) {
    switch message.content {
    case .text where message.extras?.forwardedFrom != nil: self = .forward
    case .text where message.reply != nil: self = .reply
    case .text, .media: self = .text
    case .system: self = .system
    case .part(let part):
      switch part {
      case is LinkPreview: self = .link
      case is Location: self = .location
      case is Call: self = .call
      case is Contact: self = .contact
      case is Deletion: self = .recall
      case is CodeSnippet: self = .text
      default: self = .other
      }
    }
  }

  /// The type of a file.
  fileprivate init(_ kind: Attachment.Kind) {
    switch kind {
    case .image, .gif: self = .image
    case .voice: self = .voice
    case .video: self = .video
    case .audio, .file: self = .file
    case .sticker: self = .emoji
    }
  }
}
