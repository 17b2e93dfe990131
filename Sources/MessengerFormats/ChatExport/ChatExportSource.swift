import ChatModel
import ImportKit

/// The messages of a `chatexport/1` file.
struct ChatExportSource: ConversationSource {
  let info: ConversationInfo
  let mediaRoot: InputFolder
  /// The conversation's number among the ones that were written together; nil if it has none.
  let number: Int?

  let file: String
  /// The markup of texts that do not name their own.
  let markup: MessageText.Markup
  let clock: WallClock
  /// The name or id that the user gave.
  let me: String?
  let kinds: PartKinds
  private let bytes: InputBytes
  private let body: ChatExportHeader.Body
  private let digester: MessageDigester

  /// The number of bytes shown of a line that is not a message.
  private static let shownLineLimit = 1000

  init(
    _ input: ImportInput, _ bytes: InputBytes, _ header: ChatExportHeader, _ options: ImportOptions
  ) throws(ImportError) {
    (file, mediaRoot) = (input.path, input.folder)
    (self.bytes, body, markup, me) = (bytes, header.body, header.markup, options.me)
    kinds = options.kinds
    guard header.version == ChatExportFormat.version else {
      throw .malformed(
        at: Origin(file: file, path: "format"), expected: "\"\(ChatExportFormat.version)\"",
        remedy: header.version.map { "this version cannot read \"\($0)\"; use a newer version of chatexport" }
          ?? "name the format with \"format\": \"\(ChatExportFormat.version)\"")
    }
    if let offset = header.secondMessages {
      throw .malformed(
        at: bytes.origin(of: offset, in: file, path: "messages"), expected: "one `messages` array",
        remedy: "join the arrays into one")
    }
    // The file's own zone comes first: it is what its times were written in.
    clock = try WallClock(
      zone: header.timeZone ?? options.timeZone,
      at: header.timeZone.map { _ in Origin(file: input.path, path: "timeZone") })
    // A message is determined by its own bytes and these two.
    digester = MessageDigester(facts: ["\(markup)", clock.zone ?? ""])
    var participants = header.participants
    if let me { participants.markMe(me) }
    let id = header.id.flatMap { $0.isEmpty ? nil : $0 } ?? header.folder ?? input.stem
    var info = ConversationInfo(
      id: id, title: header.title ?? id, timeZone: header.timeZone, locale: header.locale,
      order: header.order, participants: participants)
    info.hasOwnID = header.id == id
    info.tellsAlbums = !header.joinsPictures
    (info.knowsOwner, info.dateStyle) = (header.knowsOwner, header.dateStyle)
    (info.titleStandIn, info.room) = (header.standIn, header.room)
    number = header.number
    self.info = info
  }

  func rest() { bytes.rest() }

  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    try stream(from: position, &participants, &log, digests: false, sink)
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    try stream(from: position, &participants, &log, digests: digests) { (read: SurveyedElement, _) in
      try sink(read.message, read.entry)
    }
  }

  /// Streams messages, each with its position. Takes digests of messages if `digests` is true.
  private func stream<Element: ChatExportElement>(
    from position: SourcePosition?, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog,
    digests: Bool, _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    var reader = ChatExportReader(
      JSONReader(bytes), of: self, participants: participants, digester: digests ? digester : nil)
    reader.source.isCounted = position == nil
    defer {
      participants = reader.participants
      reader.source.moveDiagnostics(to: &log)
      reader.source.moveUnknownMembers(to: &log)
      reader.clock.report(in: file, to: &log)
    }
    switch body {
    case .array(let start):
      try readArray(from: position, start, &reader, &log, sink)
    case .lines(let start):
      try readLines(from: position, start, &reader, &log, sink)
    }
  }

  @inline(__always)
  private func readArray<Element: ChatExportElement>(
    from position: SourcePosition?, _ start: Int, _ reader: inout ChatExportReader,
    _ log: inout DiagnosticLog, _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    reader.source.json.resume(atElement: position.map { Int(clamping: $0.value) } ?? start)
    // A reading that starts in the middle has not counted, and its diagnostics are not reported.
    var index: Int? = position == nil ? 0 : nil
    while true {
      let element: Element
      var offset = reader.source.json.position
      do throws(JSONError) {
        guard try reader.source.json.nextElement() else { return }
        reader.source.json.skipWhitespace()
        offset = reader.source.json.position
        element = try Element.next(in: &reader, index)
      } catch {
        // The file is refused, so that its author learns of the mistake.
        throw error.located(in: file, bytes, path: index.map { "messages[\($0)]" }, isOwn: true)
      }
      reader.source.moveDiagnostics(to: &log)
      guard try sink(consume element, SourcePosition(UInt64(offset))) else { return }
      index = index.map { $0 + 1 }
    }
  }

  private func readLines<Element: ChatExportElement>(
    from position: SourcePosition?, _ start: Int, _ reader: inout ChatExportReader,
    _ log: inout DiagnosticLog, _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    var offset = position.map { Int(clamping: $0.value) } ?? start
    // Lines are not counted if reading starts in the middle, because nobody reads its diagnostics.
    var line = position == nil ? bytes.count(of: UInt8(ascii: "\n"), in: 0..<offset) + 1 : nil
    while offset < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: offset..<bytes.count) ?? bytes.count
      defer {
        offset = end + 1
        line = line.map { $0 + 1 }
      }
      reader.source.line = line
      reader.source.json = JSONReader(bytes, in: offset..<end)
      reader.source.json.skipWhitespace()
      guard reader.source.json.position < end else { continue }
      var element: Element
      do throws(JSONError) {
        element = try Element.next(in: &reader, nil)
        try reader.source.json.endDocument()
      } catch {
        element = Element.unreadable(unreadable(offset..<end, error, &log), offset..<end, in: reader)
      }
      reader.source.moveDiagnostics(to: &log)
      guard try sink(consume element, SourcePosition(UInt64(offset))) else { return }
    }
  }

  /// The row that shows a line that is not a message, so that nothing is dropped unseen.
  private func unreadable(_ line: Range<Int>, _ error: JSONError, _ log: inout DiagnosticLog) -> Message {
    log.append(
      Diagnostic(
        .loss, "malformed-line",
        "the line is not JSON: expected \(error.expected.rawValue); it is shown as it is",
        at: bytes.origin(of: error.offset, in: file)))
    let shown = line.lowerBound..<min(line.upperBound, line.lowerBound + Self.shownLineLimit)
    return Message(
      id: "",
      content: .part(Unsupported(kind: "malformed line", text: bytes.repairedString(in: shown))))
  }
}
