import ChatModel
import ImportKit

/// A page: a piece of a conversation, or one call or voicemail.
struct GoogleVoicePage {
  /// A person, with the number that identifies them.
  private struct Contact {
    var number: String
    var name: String
    var isMe: Bool
  }
  /// A message, call or voicemail, before its conversation is known.
  private struct Entry {
    var time: String?
    var person: Contact?
    var text: MessageText?
    var files: [(path: String, kind: Attachment.Kind)] = []
    var duration: Double?
    var line: Int?
  }
  /// The numbers of people by their names in the pages read before, for pages on which only the owner speaks.
  private final class KnownNumbers { var numbers: [String: String] = [:] }

  private let input: ImportInput
  private let conversion: Conversion
  private var entries: [Entry] = []
  private var members: [Contact] = []
  /// The kind of a call: the end of its label's address, which is in English everywhere.
  private var labels: Set<String> = []
  private var isCall = false

  init(_ input: ImportInput, _ conversion: Conversion) { (self.input, self.conversion) = (input, conversion) }

  mutating func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard
      let reader = HTMLReader(
        input, where: { $0.isA("message") || $0.isA("haudio") || $0.isA("participants") || $0.isA("tags") })
    else { return }
    while let element = reader.nextElement() {
      if element.isA("message") {
        entries.append(message(element))
      } else if element.isA("haudio") {
        isCall = true
        entries.append(call(element))
      } else if element.isA("participants") {
        for cite in element.descendants(where: { $0.isA("sender") }) {
          members += [Self.contact(cite)].compactMap(\.self)
        }
        _ = element.text
      } else {
        for link in element.descendants(where: { $0.name == "a" }) {
          guard let address = link["href"], let sign = address.firstIndex(of: "#") else { continue }
          labels.insert(address[address.index(after: sign)...].lowercased())
          _ = link.text
        }
        _ = element.text
      }
    }
    reader.report(to: &log)
    let builder = conversation()
    for entry in entries { try add(entry, to: builder, &log) }
  }

  // MARK: Elements

  /// Reads `<cite><a class="tel" href="tel:+1555…"><span class="fn">Name</span></a></cite>`; the owner's name is in an `abbr`.
  private static func contact(_ element: HTMLElement) -> Contact? {
    let link = element.name == "a" ? element : element.firstDescendant { $0.isA("tel") }
    let name = element.firstDescendant { $0.isA("fn") }
    var number = link?["href"] ?? ""
    if number.hasPrefix("tel:") { number.removeFirst(4) }
    let words = name?.text ?? ""
    guard !number.isEmpty || !words.isEmpty else { return nil }
    return Contact(number: number, name: words.isEmpty ? number : words, isMe: name?.name == "abbr")
  }

  private func message(_ element: HTMLElement) -> Entry {
    var entry = Entry()
    let time = element.firstDescendant { $0.isA("dt") }
    entry.time = time?["title"]
    _ = time?.text
    entry.person = element.firstDescendant { $0.isA("sender") }.flatMap(Self.contact)
    entry.line = element.line > 0 ? element.line : nil
    if let quote = element.first(named: "q") {
      let text = quote.messageText
      if !text.string.isBlank { entry.text = text }
    }
    entry.files = files(element)
    // The marks between the parts.
    _ = element.text
    return entry
  }

  /// The files of an element, whose pictures are named without their endings.
  private func files(_ element: HTMLElement) -> [(path: String, kind: Attachment.Kind)] {
    var files: [(path: String, kind: Attachment.Kind)] = []
    for part in element.descendants(where: { ["img", "video", "audio", "a"].contains($0.name) }) {
      let isFile =
        part.name != "a" || part.isA("vcard") || part.isA("video") || part.isA("audio")
        || part["rel"] == "enclosure"
      guard isFile, !part.isA("tel"), let path = part["src"] ?? part["href"], !path.isEmpty else { continue }
      let words = (part["alt"] ?? "") + part.text
      let found = Self.existing(path, in: input.folder)
      guard !files.contains(where: { $0.path == found }) else { continue }
      let kind: Attachment.Kind =
        switch part.name {
        case "video": .video
        case "audio": .voice
        case "img" where words.hasPrefix("Image") || found.hasFileExtension:
          .init(ofFileNamed: found, type: "image/")
        default: .init(ofFileNamed: found)
        }
      files.append((found, kind))
    }
    return files
  }

  /// Returns the path with the ending that the file has on the disk.
  private static func existing(_ path: String, in folder: InputFolder) -> String {
    let plain = path.percentDecoded ?? path
    for candidate in [path, plain] {
      if folder.has(candidate) { return candidate }
      for ending in ["jpg", "jpeg", "png", "gif", "webp", "mp4", "3gp", "mp3", "ogg", "amr", "vcf"]
      where folder.has("\(candidate).\(ending)") {
        return "\(candidate).\(ending)"
      }
    }
    return path
  }

  private func call(_ element: HTMLElement) -> Entry {
    var entry = Entry()
    let time = element.firstDescendant { $0.isA("published") }
    entry.time = time?["title"]
    _ = time?.text
    entry.person = element.firstDescendant { $0.isA("contributor") }.flatMap(Self.contact)
    entry.line = element.line > 0 ? element.line : nil
    let duration = element.firstDescendant { $0.isA("duration") }
    entry.duration = duration?["title"].flatMap(ISODuration.seconds)
    if let transcript = element.firstDescendant(where: { $0.isA("full-text") })?.text, !transcript.isEmpty {
      entry.text = MessageText(transcript, markup: .plain)
    }
    entry.files = files(element)
    _ = element.text
    return entry
  }

  // MARK: Conversation

  private func conversation() -> ConversationBuilder {
    let known = conversion.shared { KnownNumbers() }
    var others: [Contact] = []
    for contact in members + entries.compactMap(\.person) where !contact.isMe {
      if !others.contains(where: { $0.number == contact.number }) { others.append(contact) }
    }
    for contact in others where !contact.number.isEmpty { known.numbers[contact.name] = contact.number }
    // `Priya Ramvanthi - Text - 2023-09-02T02_03_52Z.html`
    let name = input.stem.range(of: " - ").map { String(input.stem[..<$0.lowerBound]) } ?? input.stem
    if others.isEmpty { others = [Contact(number: known.numbers[name] ?? "", name: name, isMe: false)] }
    let keys = others.map { $0.number.isEmpty ? $0.name : $0.number }.sorted()
    let title = others.map(\.name).joined(separator: ", ")
    let builder = conversion.conversation(
      "googlevoice/\(keys.joined(separator: ","))", id: String(title.prefix(100)), title: title,
      parts: "googlevoice \(input.folder.path)")
    builder.knowsOwner = true
    for contact in others { _ = index(of: contact, in: builder) }
    return builder
  }

  private func index(of contact: Contact, in builder: ConversationBuilder) -> ParticipantIndex {
    if contact.isMe { return owner(in: builder) }
    return builder.participant(contact.number.isEmpty ? contact.name : contact.number, name: contact.name)
  }

  private func owner(in builder: ConversationBuilder) -> ParticipantIndex {
    builder.participant("me", standIn: .me, isMe: true)
  }

  private func add(
    _ entry: Entry, to builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let origin = Origin(file: input.path, line: entry.line)
    var draft = MessageDraft()
    draft.sender = entry.person.map { index(of: $0, in: builder) }
    switch entry.time.flatMap({ Timestamp($0) }) {
    case .instant(let milliseconds)?: draft.instant = Instant(milliseconds: milliseconds)
    case .some(let time): draft.instant = conversion.instant(of: time)
    case nil:
      log.append(Diagnostic(.warning, "no-time", "a message has no time that can be read", at: origin))
    }
    draft.text = entry.text
    draft.attachments = entry.files.map { path, kind in
      Attachment(kind: kind, path: path, name: path.split(separator: "/").last.map(String.init))
    }
    if isCall { readCall(entry, builder, &draft) }
    if draft.attachments.count == 1, draft.text == nil, let path = draft.attachments[0].path,
      path.hasSuffix(".vcf"),
      let card = VCard(ofFile: path, in: input.folder)
    {
      draft.part = card.contact(named: "")
      draft.attachments = []
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private func readCall(_ entry: Entry, _ builder: ConversationBuilder, _ draft: inout MessageDraft) {
    if labels.contains("placed") { draft.sender = owner(in: builder) }
    if labels.contains("voicemail") || labels.contains("recorded") {
      for index in draft.attachments.indices {
        draft.attachments[index].kind = .voice
        draft.attachments[index].duration = entry.duration
      }
      if !draft.attachments.isEmpty || draft.text != nil { return }
    }
    draft.part = Call(
      medium: "audio", duration: entry.duration,
      outcome: labels.contains("missed") || labels.contains("voicemail") ? "missed" : nil)
  }
}
