import ChatModel
import ImportKit

/// The text of a message, without the characters that mark its files.
struct MessageBody {
  /// A part of a message that is not text, and that the text has a character for.
  struct Slot: Equatable {
    /// The `guid` of the attachment, if the text names it.
    var guid: String?
    /// The words of a recording, as the device recognised them.
    var transcript: String?
  }

  private(set) var text = MessageText.empty
  /// The files in their order in the text.
  private(set) var slots: [Slot] = []

  /// The body of text without attributes.
  init(_ text: String) {
    var composer = BodyComposer()
    composer.append(Array(text.utf8)[...], style: BodyStyle())
    self.init(composer)
  }

  /// Reads `attributedBody`. Returns nil if it cannot be read.
  init?(attributed bytes: [UInt8]) {
    guard let stream = TypedStream(bytes), let root = stream.objects.first,
      case .object(let string)? = root.values.first, stream.objects.indices.contains(string),
      let content = stream.text(string)
    else { return nil }
    var composer = BodyComposer()
    var rest = bytes[content]
    var styles: [Int: BodyStyle] = [:]
    var index = 1
    // A run is the number of a set of attributes and a length; a new number is followed by its attributes.
    while index + 1 < root.values.count, case .integer(let number) = root.values[index],
      case .integer(let length) = root.values[index + 1]
    {
      index += 2
      if index < root.values.count, case .object(let attributes) = root.values[index] {
        styles[Int(truncatingIfNeeded: number)] = BodyStyle(attributes, of: stream)
        index += 1
      }
      let end = rest.index(ofUTF16: Int(clamping: length))
      composer.append(rest[..<end], style: styles[Int(truncatingIfNeeded: number)] ?? BodyStyle())
      rest = rest[end...]
    }
    composer.append(rest, style: BodyStyle())
    self.init(composer)
  }

  /// Extracts the text of a broken archive, without its attributes. Returns nil if there is none.
  init?(salvaging bytes: [UInt8]) {
    guard let name = bytes.firstRange(of: "String".utf8)?.upperBound,
      // The class is followed by the type `+`, of one byte, and then the length.
      let type = bytes[name...].prefix(16).firstRange(of: [0x01, UInt8(ascii: "+")])?.upperBound,
      let head = bytes[type...].first
    else { return nil }
    let width = head == 0x81 ? 2 : head == 0x82 ? 4 : 0
    let digits = bytes[(type + 1)...].prefix(width)
    let length = width == 0 ? Int(head) : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
    let text = bytes[(type + 1)...].dropFirst(width).prefix(length)
    guard !text.isEmpty else { return nil }
    var composer = BodyComposer()
    composer.append(text, style: BodyStyle())
    self.init(composer)
  }

  private init(_ composer: consuming BodyComposer) {
    composer.finish()
    slots = composer.slots
    let text = String(decoding: composer.text, as: UTF8.self)
    // Repaired bytes would shift the offsets.
    let spans = text.utf8.count == composer.text.count ? composer.spans : []
    self.text = MessageText(text, markup: spans.isEmpty ? .plain : .spans(spans))
  }

  /// Hides the whole text until somebody asks to see it.
  mutating func hide() {
    var spans: [SourceSpan] = []
    if case .spans(let own) = text.markup { spans = own }
    guard !text.string.isEmpty else { return }
    spans.insert(SourceSpan(start: 0, end: text.string.utf8.count, kind: .spoiler), at: 0)
    text.markup = .spans(spans)
  }

  /// Puts a translation below the text, as a quotation.
  mutating func addTranslation(_ translation: String) {
    var translated = StyledText()
    translated.append(text)
    translated.beginLine()
    translated.style(.blockquote) { $0.append(translation) }
    text = translated.messageText
  }

  /// Puts a subject above the text, in bold.
  mutating func setSubject(_ subject: String) {
    let shift = subject.utf8.count + (text.string.isEmpty ? 0 : 1)
    var spans = [SourceSpan(start: 0, end: subject.utf8.count, kind: .bold)]
    if case .spans(let own) = text.markup {
      spans += own.map { SourceSpan(start: $0.start + shift, end: $0.end + shift, kind: $0.kind) }
    }
    text = MessageText(text.string.isEmpty ? subject : "\(subject)\n\(text.string)", markup: .spans(spans))
  }
}

/// The attributes of a run of a body that are shown.
struct BodyStyle {
  /// The number of the part of the message: parts are bubbles of their own in Messages.
  var part: Int?
  /// The `guid` of an attachment.
  var file: String?
  /// The words of a recording.
  var transcript: String?
  /// True if the attachment is an emoji within the text.
  var isEmoji = false
  var kinds: [SourceSpan.Kind] = []

  init() {}

  /// Reads a dictionary of attributes.
  init(_ dictionary: Int, of stream: TypedStream) {
    guard stream.objects.indices.contains(dictionary) else { return }
    let values = stream.objects[dictionary].values.dropFirst()
    var index = values.startIndex
    while index + 1 < values.endIndex {
      if case .object(let key) = values[index], let name = stream.text(key) {
        read(String(decoding: stream.bytes[name], as: UTF8.self), values[index + 1], stream)
      }
      index += 2
    }
  }

  private mutating func read(_ name: String, _ value: TypedStream.StreamValue, _ stream: TypedStream) {
    switch name {
    case "__kIMMessagePartAttributeName": part = stream.integer(value)
    case "__kIMFileTransferGUIDAttributeName": file = stream.string(value)
    case "IMAudioTranscription": transcript = stream.string(value)
    case "__kIMEmojiImageAttributeName": isEmoji = stream.integer(value) != 0
    case "__kIMMentionConfirmedMention": kinds.append(.mention)
    case "__kIMLinkAttributeName":
      if let target = stream.string(value) { kinds.append(.link(target: target)) }
    case "__kIMTextBoldAttributeName": add(.bold, value, stream)
    case "__kIMTextItalicAttributeName": add(.italic, value, stream)
    case "__kIMTextUnderlineAttributeName": add(.underline, value, stream)
    case "__kIMTextStrikethroughAttributeName": add(.strikethrough, value, stream)
    default: break
    }
  }

  private mutating func add(_ kind: SourceSpan.Kind, _ value: TypedStream.StreamValue, _ stream: TypedStream)
  {
    if stream.integer(value) != 0 { kinds.append(kind) }
  }
}

extension TypedStream {
  /// The bytes of a string object, or of the text of an address.
  func text(_ object: Int) -> Range<Int>? {
    guard objects.indices.contains(object) else { return nil }
    for value in objects[object].values {
      switch value {
      case .bytes(let range): return range
      // An address has a string object; strings have none.
      case .object(let inner) where inner > object:
        if case .bytes(let range)? = objects[inner].values.first { return range }
      default: continue
      }
    }
    return nil
  }

  fileprivate func string(_ value: StreamValue) -> String? {
    guard case .object(let object) = value, let range = text(object) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The number in a number object.
  fileprivate func integer(_ value: StreamValue) -> Int? {
    guard case .object(let object) = value, objects.indices.contains(object) else { return nil }
    // The type of the number precedes it, as a text.
    for value in objects[object].values {
      if case .integer(let number) = value { return Int(clamping: number) }
      if case .real(let number) = value { return Int(exactly: number.rounded()) }
    }
    return nil
  }
}

/// Assembles a body's text from its runs.
private struct BodyComposer {
  private(set) var text: [UInt8] = []
  private(set) var spans: [SourceSpan] = []
  private(set) var slots: [MessageBody.Slot] = []
  private var part: Int?
  private var hasBreak = false

  /// Appends a run. Files, apps and the borders of parts become line breaks between texts.
  mutating func append(_ run: ArraySlice<UInt8>, style: BodyStyle) {
    if let next = style.part {
      if let part, next != part { hasBreak = true }
      part = next
    }
    var index = run.startIndex
    var start: Int?
    while index < run.endIndex {
      // U+FFFC for a file, U+FFFD for an app; both have three bytes.
      if run[index] == 0xEF, index + 2 < run.endIndex, run[index + 1] == 0xBF, run[index + 2] | 1 == 0xBD {
        if run[index + 2] == 0xBC {
          slots.append(MessageBody.Slot(guid: style.file, transcript: style.transcript))
        }
        mark(start, style)
        start = nil
        hasBreak = hasBreak || !style.isEmoji
        index += 3
        continue
      }
      if start == nil {
        beginText(with: run[index])
        // Messages does not show line breaks next to files.
        if text.isEmpty, !slots.isEmpty, run[index] == UInt8(ascii: "\n") {
          index += 1
          continue
        }
        start = text.count
      }
      text.append(run[index])
      index += 1
    }
    mark(start, style)
  }

  private mutating func beginText(with byte: UInt8) {
    let newline = UInt8(ascii: "\n")
    if hasBreak, let last = text.last, last != newline, byte != newline { text.append(newline) }
    hasBreak = false
  }

  private mutating func mark(_ start: Int?, _ style: BodyStyle) {
    guard let start, start < text.count else { return }
    for kind in style.kinds { spans.append(SourceSpan(start: start, end: text.count, kind: kind)) }
  }

  /// Cuts off line breaks at the end that precede files.
  mutating func finish() {
    guard !slots.isEmpty else { return }
    while text.last == UInt8(ascii: "\n") { text.removeLast() }
    for index in spans.indices { spans[index].end = min(spans[index].end, text.count) }
    spans.removeAll { $0.start >= $0.end }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index after the first `count` UTF-16 code units of the UTF-8 in the slice.
  fileprivate func index(ofUTF16 count: Int) -> Int {
    var (index, left) = (startIndex, count)
    while index < endIndex, left > 0 {
      let lead = self[index]
      let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      index += width
      left -= width == 4 ? 2 : 1
    }
    return Swift.min(index, endIndex)
  }
}
