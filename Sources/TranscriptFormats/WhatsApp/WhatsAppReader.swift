import ChatModel
import ICU
import ImportKit

/// Reads the messages of one chat.
struct WhatsAppReader {
  /// Lines of one hour may be out of order by so many seconds before the clock is taken to have been set back.
  private static let disorder: Int64 = 60

  private static let frequentLimit = 12

  private let file: ImportInput
  private let bytes: InputBytes
  private let survey: WhatsAppSurvey
  private let conversion: Conversion
  private let builder: ConversationBuilder
  private var lines: LineTally
  /// The names of the files in the export, if it is a folder or zip.
  var names: Set<String> = []
  /// The paths of files in folders of the export, by their names.
  var moved: [String: String] = [:]
  private var people: [String: ParticipantIndex] = [:]
  /// The senders met first, with the bytes of their names, a colon and a space.
  private var frequent: [(bytes: [UInt8], name: String, key: String)] = []
  private var lastInstant: Instant?
  private var isFirst = true
  private var title = ""
  /// The people in front of "you deleted this message".
  private var owners: Set<String> = []
  /// The names that both a contact of the owner and a stranger have.
  private let sharedNames: Set<String>

  init(
    _ file: ImportInput, _ bytes: InputBytes, _ survey: WhatsAppSurvey, _ conversion: Conversion,
    _ builder: ConversationBuilder
  ) {
    (self.file, self.bytes, self.survey) = (file, bytes, survey)
    (self.conversion, self.builder) = (conversion, builder)
    lines = LineTally(bytes, file: file.path)
    let names = survey.senders.speakers
    sharedNames = Set(names.filter(Self.isStranger).map(Self.cleanName))
      .intersection(names.filter { !Self.isStranger($0) }.map(Self.cleanName))
  }

  /// Appends all messages to the conversation.
  mutating func read(title: String, log: inout DiagnosticLog) throws(ImportError) {
    self.title = title
    let (files, moved, folder) = (names, moved, file.folder)
    let body = WhatsAppBodyReader(hasMarks: survey.hasMarks, learned: survey.words) { name in
      if !files.isEmpty { return files.contains(name) || moved[name] != nil }
      return !name.contains("/") && !name.contains("\\") && (try? folder.bytes(of: name)) != nil
    }
    var entries = LogEntryReader(bytes, ends: survey.ends)
    var head = firstHead()
    var following: TranscriptHead?
    let survey = survey
    let bytes = bytes
    while true {
      following = nil
      let entry = entries.next { line in
        guard let found = TranscriptHead(bytes, line),
          survey.order(of: found.shape, at: line.lowerBound) != nil
        else { return false }
        following = found
        return true
      }
      guard let entry else { break }
      lines.take(entry.range, as: head == nil ? .card : .shown)
      try add(entry, head, body, &log)
      head = following
    }
    lines.report(to: file.account)
    // An export of another phone may have set the owner already.
    let hasOwner = builder.participants.participants.contains(where: \.isMe)
    if conversion.options.me == nil, !hasOwner, owners.count == 1, let owner = owners.first {
      _ = builder.participant(owner, isMe: true)
    }
    conversion.markOwner(of: builder)
  }

  private func firstHead() -> TranscriptHead? {
    let start = LogLines.start(of: bytes)
    let line = LogLines.content(of: bytes, from: start, to: LogLines.end(of: bytes, from: start))
    guard let head = TranscriptHead(bytes, line), survey.order(of: head.shape, at: start) != nil else {
      return nil
    }
    return head
  }

  // MARK: Entries

  private mutating func add(
    _ entry: LogEntry, _ head: TranscriptHead?, _ reader: WhatsAppBodyReader, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let head else { return try addHeadless(entry, &log) }
    let order = survey.order(of: head.shape, at: entry.range.lowerBound)
    builder.noteDateStyle(of: bytes.repairedString(in: entry.range.lowerBound..<head.end), order: order)
    var draft = MessageDraft()
    draft.instant = instant(of: head, entry, &log)
    defer { isFirst = false }
    let range = head.end..<entry.range.upperBound
    if let sender = frequentSender(range) {
      let body = String(text(of: sender.end..<range.upperBound))
      return try add(body, by: sender.name, sender.key, draft, entry, reader, &log)
    }
    let text = text(of: range)
    guard let (name, body) = survey.senders.split(text) else {
      let notice = String(text).withoutMarks.trimmingSpaces
      if isFirst, WhatsAppPhrases.isBeginning(notice) { builder.beginning = draft.instant?.milliseconds }
      draft.event = SystemEvent(event: "notice", text: notice)
      return try builder.add(draft)
    }
    let key = key(ofName: String(name))
    if frequent.count < Self.frequentLimit, !survey.senders.hasLongNames {
      frequent.append((Array("\(name): ".utf8), String(name), key))
    }
    try add(String(body), by: String(name), key, draft, entry, reader, &log)
  }

  /// Adds a message with a name in front of its text.
  private mutating func add(
    _ body: String, by name: String, _ key: String, _ started: consuming MessageDraft, _ entry: LogEntry,
    _ reader: WhatsAppBodyReader, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = started
    var (content, isEdited) = reader.read(body)
    let isFileLine = survey.hasMarks && bytes.has([0xE2, 0x80, 0x8E], at: entry.range.lowerBound)
    if isFileLine, case .text = content, body.unicodeScalars.first == TranscriptHead.mark,
      let omitted = WhatsAppBodyReader.unknownOmitted(body)
    {
      content = omitted
    }
    if isNotice(content, body, name: name, key) {
      if isFirst, WhatsAppPhrases.isBeginning(body) { builder.beginning = draft.instant?.milliseconds }
      draft.event = SystemEvent(event: "notice", text: body.withoutMarks.trimmingSpaces)
      return try builder.add(draft)
    }
    draft.sender = person(key)
    set(content, of: &draft, entry, &log)
    if isEdited {
      var extras = draft.extras ?? MessageExtras()
      extras.editedAt = draft.instant
      draft.extras = extras
    }
    if case .deleted(byOwner: true) = content { owners.insert(key) }
    try builder.add(draft)
  }

  /// The sender of the message in `range` if it begins with one of the names that were met first: they need not be made into
  /// strings, which saves a third of the time.
  private func frequentSender(_ range: Range<Int>) -> (name: String, key: String, end: Int)? {
    for sender in frequent
    where range.count >= sender.bytes.count && bytes.has(sender.bytes, at: range.lowerBound) {
      return (sender.name, sender.key, range.lowerBound + sender.bytes.count)
    }
    return nil
  }

  /// Lines before the first head.
  private func addHeadless(_ entry: LogEntry, _ log: inout DiagnosticLog) throws(ImportError) {
    let text = String(text(of: entry.range))
    guard !text.isBlank else { return }
    log.append(
      Diagnostic(
        .loss, "whatsapp-line", "a line has no date and was shown as it is",
        at: Origin(file: file.path, line: entry.line)))
    try builder.add(
      Message(id: "", content: .part(Unsupported(kind: "line without a date", text: text))))
  }

  private func text(of range: Range<Int>) -> Substring {
    let text = bytes.string(in: range) ?? bytes.repairedString(in: range)
    let hasReturn = bytes.firstIndex(of: 0x0D, in: range) != nil
    guard
      hasReturn || bytes.firstIndex(of: 0xE2, in: range) != nil && text.unicodeScalars.contains("\u{2028}")
    else { return text[...] }
    // In Swift a carriage return and a line feed are one character.
    return String(text.map { $0 == "\r\n" || $0 == "\u{2028}" ? "\n" : $0 })[...]
  }

  private mutating func instant(
    of head: TranscriptHead, _ entry: LogEntry, _ log: inout DiagnosticLog
  ) -> Instant? {
    guard let order = survey.order(of: head.shape, at: entry.range.lowerBound),
      let day = head.lacksYear ? yearlessDay(head.date) : head.date.day(order)
    else {
      log.append(
        Diagnostic(
          .warning, "no-date",
          "a message has a date that does not exist; it is shown with the one before it",
          at: Origin(file: file.path, line: entry.line)))
      return nil
    }
    if head.lacksYear, lastInstant == nil, survey.firstYear == nil {
      log.append(
        Diagnostic(
          .warning, "assumed-year",
          "the dates have no year, and nothing in the file tells it; \(WhatsAppSurvey.assumedYear) is assumed, when WhatsApp wrote such dates",
          at: Origin(file: file.path, line: entry.line)))
    }
    let wallClock = Int64(day) * LogTime.millisecondsPerDay + Int64(head.clock)
    let notBefore = lastInstant.map { Instant(milliseconds: $0.milliseconds - Self.disorder * 1000) }
    let instant = conversion.instant(
      ofWallClock: wallClock, notBefore: notBefore, at: Origin(file: file.path, line: entry.line))
    lastInstant = instant
    return instant
  }

  /// Returns the day of a date without a year: the first that is not a month before the message before it.
  private func yearlessDay(_ date: NumericDate) -> Int? {
    guard let last = lastInstant.map({ Int($0.milliseconds / LogTime.millisecondsPerDay) }) else {
      return CivilDate(
        year: survey.firstYear ?? WhatsAppSurvey.assumedYear, month: date.second, day: date.third)?
        .daysSince1970
    }
    let year = CivilDate(daysSince1970: last).year
    return (year - 1...year + 1).lazy.compactMap {
      CivilDate(year: $0, month: date.second, day: date.third)?.daysSince1970
    }.first { $0 >= last - 30 }
  }

  // MARK: People

  private mutating func person(_ key: String) -> ParticipantIndex {
    if let known = people[key] { return known }
    let index = builder.participant(key)
    people[key] = index
    return index
  }

  /// Returns the key of the person with a name: the clean name, with a `~` for a stranger who has the name of a contact.
  private func key(ofName name: String) -> String {
    let key = Self.cleanName(name)
    return sharedNames.contains(key) && Self.isStranger(name) ? "~ \(key)" : key
  }

  /// True if a name is a stranger's: iPhones put a `~` before names of people who are not among the owner's contacts.
  private static func isStranger(_ name: String) -> Bool {
    name.withoutMarks.utf8.first == UInt8(ascii: "~")
  }

  /// The name without marks of direction, and without the `~` before the names that strangers chose themselves.
  static func cleanName(_ name: String) -> String {
    var name = withPlainSpaces(name.withoutMarks)
    if name.utf8.first == UInt8(ascii: "~"), name.utf8.count > 1 { name.removeFirst() }
    return name.utf8.first == 0x20 || name.utf8.last == 0x20 ? name.trimmingSpaces : name
  }

  private static func withPlainSpaces(_ text: String) -> String {
    guard text.utf8.contains(0xC2) || text.utf8.contains(0xE2) else { return text }
    return String(text.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 })
  }

  /// True if words after a name on iOS are the app's and nobody's.
  private func isNotice(_ content: WhatsAppBody, _ text: String, name: String, _ key: String) -> Bool {
    guard case .text = content else { return false }
    // In exports without marks, old ones or ones whose marks somebody removed.
    if isFirst, !survey.hasMarks, WhatsAppPhrases.isEncryption(text) { return true }
    guard survey.hasMarks, text.unicodeScalars.first == TranscriptHead.mark else { return false }
    if isFirst || !survey.senders.speaks(name) { return true }
    // Telephone numbers have no-break spaces.
    let words = Self.withPlainSpaces(text.withoutMarks)
    return words.contains(key) || WhatsAppPhrases.isNotice(words)
      || people.keys.contains { words.hasPrefix($0) && words.count > $0.count }
  }

  // MARK: Contents

  private func set(
    _ content: WhatsAppBody, of draft: inout MessageDraft, _ entry: LogEntry, _ log: inout DiagnosticLog
  ) {
    switch content {
    case .text(let text), .notice(let text): draft.text = WhatsAppMarkup.text(text)
    case .file(let name, let title, let caption): setFile(name, title, caption, of: &draft)
    case .omitted(let kind, let title, let caption, let words, let isViewOnce):
      var attachment = Attachment(kind: kind, name: title)
      attachment.absence = isViewOnce ? .other(words) : .unavailable
      draft.attachments = [attachment]
      draft.text = caption.isEmpty ? nil : WhatsAppMarkup.text(caption)
      if isViewOnce {
        var extras = MessageExtras()
        extras.isViewOnce = true
        draft.extras = extras
      }
    case .contactOmitted(let words): draft.part = Contact(name: words)
    case .deleted: draft.part = Deletion()
    case .poll(let poll): draft.part = poll
    case .location(let latitude, let longitude, let name):
      draft.part = Location(latitude: latitude, longitude: longitude, name: name)
    case .venue(let url, let name, let address):
      draft.part = LinkPreview(url: url, title: name, summary: address)
    case .call(let call): draft.part = call
    case .unsupported(let kind):
      draft.part = Unsupported(kind: kind)
      log.append(
        Diagnostic(
          .loss, "whatsapp-empty", "the export has no content of a message (\(kind)); it is shown as a card",
          at: Origin(file: file.path, line: entry.line)))
    }
  }

  private func setFile(_ name: String, _ title: String?, _ caption: String, of draft: inout MessageDraft) {
    if name.lowercased().hasSuffix(".vcf") {
      draft.part = contact(name, title)
      if !caption.isEmpty { draft.text = WhatsAppMarkup.text(caption) }
      return
    }
    let appKind = WhatsAppBodyReader.kind(ofAppName: name)
    let kind = appKind ?? Attachment.Kind(ofFileNamed: name)
    // A name that the app made up is no use to a reader.
    draft.attachments = [
      Attachment(kind: kind, path: moved[name] ?? name, name: appKind == nil ? title : nil)
    ]
    if !caption.isEmpty { draft.text = WhatsAppMarkup.text(caption) }
  }

  /// The most bytes of a file of contacts that are read: they may have photos of any size.
  private static let cardLimit = 4 << 20

  /// The contact in a file or, if it is not in the export, what its name says.
  private func contact(_ name: String, _ title: String?) -> Contact {
    var contact = Contact(name: String((title ?? name).dropLast(4)))
    guard !name.contains("/"), !name.contains("\\"),
      let bytes = try? file.folder.bytes(of: moved[name] ?? name)
    else {
      return contact
    }
    let cards = VCard.cards(in: bytes.repairedString(in: 0..<min(bytes.count, Self.cardLimit)))
    let names = cards.compactMap(\.name).joined(separator: ", ")
    if !names.isEmpty { contact.name = names }
    contact.phones = cards.flatMap(\.phones)
    contact.emails = cards.flatMap(\.emails)
    contact.lines = cards.flatMap(\.lines)
    return contact
  }
}
