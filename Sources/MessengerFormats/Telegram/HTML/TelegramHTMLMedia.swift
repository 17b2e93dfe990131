import ChatModel
import ImportKit

/// The block of a message that shows a file, a place, a call and the like.
struct TelegramHTMLMedia {
  private let element: HTMLElement
  private let folder: String

  init(_ element: HTMLElement, folder: String) { (self.element, self.folder) = (element, folder) }

  /// The word after `media_`, or an empty text.
  var kind: String {
    element.classes.first { $0.hasPrefix("media_") }.map { String($0.dropFirst("media_".count)) } ?? ""
  }

  private var title: String { element.first("title")?.text ?? "" }
  private var summary: String { element.first("description")?.text ?? "" }
  private var status: String { element.first("status")?.text ?? "" }

  // MARK: Files

  var attachment: Attachment? {
    guard let kind = attachmentKind else { return nil }
    var attachment = Attachment(kind: kind)
    let picture = element.first(named: "img")?["src"]
    if isMovingDrawing {
      attachment.path = picture.map(path)
    } else {
      attachment.path = element["href"].flatMap { $0.isEmpty ? nil : path($0) }
      if kind == .video || kind == .gif { attachment.poster = picture.map(path) }
      attachment.isRound = title == "Video message"
    }
    if attachment.path == nil { attachment.absence = absence }
    if kind == .file || kind == .audio, !title.isEmpty { attachment.name = title }
    for part in [status, element.first("video_duration")?.text ?? ""].joined(separator: ", ").split(
      separator: ",")
    {
      readStatus(String(part).trimmingSpaces, into: &attachment)
    }
    return attachment
  }

  /// True if it is a sticker in Telegram's own animation format, which no browser shows.
  var isMovingDrawing: Bool { element["href"]?.hasSuffix(".tgs") == true }

  private var attachmentKind: Attachment.Kind? {
    if element.isA("photo_wrap") { return .image }
    if element.isA("video_file_wrap") { return .video }
    if element.isA("sticker_wrap") { return .sticker }
    if element.isA("animated_wrap") { return .gif }
    switch kind {
    case "photo": return title == "Sticker" ? .sticker : .image
    case "video": return title == "Animation" ? .gif : .video
    case "voice_message": return .voice
    case "audio_file": return .audio
    case "file": return .file
    default: return nil
    }
  }

  private var absence: Attachment.Absence? {
    if title.hasPrefix("Self-destructing"), !status.isEmpty { return .other(status) }
    if summary.isEmpty || summary.hasPrefix("Not included") { return nil }
    if summary.hasPrefix("Exceeds maximum size") { return .tooLarge }
    if ["Unavailable", "Not available", "File unavailable"].contains(where: summary.hasPrefix) {
      return .unavailable
    }
    return .other(summary)
  }

  /// Reads `01:02`, `1280x960`, `44.1 MB`.
  private func readStatus(_ part: String, into attachment: inout Attachment) {
    let sides = part.split(separator: "x").map { Int($0) }
    let units = ["B": 1.0, "KB": 1024, "MB": 1_048_576, "GB": 1_073_741_824]
    let words = part.split(separator: " ")
    if sides.count == 2, let width = sides[0], let height = sides[1], (1...100_000).contains(width),
      (1...100_000).contains(height)
    {
      (attachment.width, attachment.height) = (width, height)
    } else if words.count == 2, let number = Double(words[0]), let unit = units[String(words[1])],
      (0...1e9).contains(number)
    {
      attachment.byteCount = Int(number * unit)
    } else if let seconds = Self.seconds(part) {
      attachment.duration = seconds
    } else if attachment.kind == .sticker, !part.isEmpty {
      attachment.alt = part
    }
  }

  /// Returns the seconds of `MM:SS` or `H:MM:SS`, or nil.
  private static func seconds(_ clock: String) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for part in parts {
      guard let part, (0...10_000).contains(part) else { return nil }
      seconds = seconds * 60 + part
    }
    return Double(seconds)
  }

  /// The path in the input of a file on the page. In whole accounts paths go up to the account's folder first; a page that was given by
  /// itself is in its chat's folder.
  private func path(_ link: String) -> String {
    var (rest, base) = (link[...], folder.split(separator: "/")[...])
    var isAbove = false
    while rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      isAbove = isAbove || base.isEmpty
      base = base.dropLast()
    }
    if isAbove, rest.hasPrefix("chats/") || rest.hasPrefix("left_chats/") {
      return rest.split(separator: "/").dropFirst(2).joined(separator: "/")
    }
    return (base + [rest]).joined(separator: "/")
  }

  // MARK: Cards

  /// Returns a contact, with the facts from their card in the export's folder.
  func contact(in root: InputFolder?) -> Contact {
    let phone = status.range(of: " - vCard").map { String(status[..<$0.lowerBound]) } ?? status
    var contact = Contact(name: title, phones: phone.isEmpty ? [] : [phone])
    if let link = element["href"], !link.isEmpty, let root, let card = VCard(ofFile: path(link), in: root) {
      contact.add(card)
    }
    return contact
  }

  /// The coordinates from the address of a map, or from the card.
  var location: Location? {
    guard ["location", "live_location", "venue"].contains(kind) else { return nil }
    let link = element["href"] ?? ""
    let query = link.range(of: "?q=").map { String(link[$0.upperBound...].prefix { $0 != "&" }) } ?? status
    let numbers = query.split(separator: ",").map { Double(String($0).trimmingSpaces) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    let isVenue = kind == "venue"
    return Location(
      latitude: latitude, longitude: longitude, name: isVenue && !title.isEmpty ? title : nil,
      address: isVenue && !summary.isEmpty ? summary : nil)
  }

  /// The call that a card shows: `Outgoing (75 seconds)`, `Missed`.
  var call: (call: Call, isOutgoing: Bool) {
    // An unanswered call is "Missed", or "Cancelled" if the exporter made it.
    let isOutgoing = status.hasPrefix("Outgoing") || status.hasPrefix("Cancelled")
    var call = Call(medium: "audio")
    if let open = status.lastIndex(of: "("),
      let seconds = Double(status[status.index(after: open)...].prefix { $0.isNumber })
    {
      call.duration = seconds
    } else {
      let word = status.lowercased()
      call.outcome = ["missed", "busy", "declined", "cancelled"].first { word.contains($0) }
      if call.outcome == nil, !word.isEmpty, word != "outgoing", word != "incoming" { call.outcome = status }
    }
    return (call, isOutgoing)
  }

  var poll: Poll {
    let details = element.children.filter { $0.isA("details") && !$0.isA("total") }.map(\.text)
    let options = element.all("answer").map { answer in
      let note = answer.first("details")?.text ?? ""
      let text = answer.ownText
      return Poll.Option(
        text: text.hasPrefix("- ") ? String(text.dropFirst(2)) : text, votes: Self.number(note),
        isChosen: note.contains("chosen vote"))
    }
    let voters = element.first("total").map { Self.number($0.text) }
    return Poll(
      question: element.first("question")?.text ?? "", options: options,
      isClosed: details.contains { $0.contains("Final results") }, voters: voters)
  }

  private static func number(_ text: String) -> Int {
    min(Int(text.prefix { $0.isNumber && $0.isASCII }) ?? 0, 1 << 40)
  }

  /// A card with all texts of a block of another kind.
  var card: Unsupported {
    let text = element.text
    let facts = element["href"].map { [PartFacts.Fact(name: "link", value: $0)] } ?? []
    let name = kind.isEmpty ? "media" : kind.map { $0 == "_" ? " " : String($0) }.joined()
    return Unsupported(kind: name, text: text.isEmpty ? nil : text, facts: PartFacts(facts))
  }
}
