package import ChatModel

/// A card of a vCard file (RFC 6350 and the older versions that phones write).
package struct VCard {
  package private(set) var name: String?
  package private(set) var phones: [String] = []
  package private(set) var emails: [String] = []
  package private(set) var urls: [String] = []
  /// Other fields: organization, position, address, birthday, note.
  private var others: [String] = []
  private var organization: String?

  /// The lines of the card without its name, numbers and email addresses.
  package var lines: [String] { [organization].compactMap(\.self).filter { $0 != name } + others + urls }

  /// The card's contact, called `fallback` if the card has no name.
  package func contact(named fallback: String) -> Contact {
    Contact(name: name ?? fallback, phones: phones, emails: emails, lines: lines)
  }

  /// The most cards read from an attached file.
  private static let limit = 1000

  /// Returns the cards of a file, at most `limit`.
  package static func cards(in text: String, limit: Int = limit) -> [VCard] {
    let lines = unfolded(text)
    let starts = lines.indices.filter { begins(lines[$0]) && ($0 == 0 || !isAgent(lines[$0 - 1])) }
    return starts.prefix(limit).compactMap { VCard(lines: lines[$0...]) }
  }

  /// The first card of a file, with the facts of the file's other cards among its lines. Returns nil if the text has no card.
  package init?(_ text: String) {
    let cards = Self.cards(in: text)
    guard let first = cards.first else { return nil }
    self = first
    others += cards.dropFirst().map(\.summary).filter { !$0.isEmpty }
  }

  /// The first card of an attached file, in UTF-8 or UTF-16. Returns nil if it has no card.
  package init?(_ bytes: InputBytes) {
    let text = bytes.decodedUTF16
    self.init(text.repairedString(in: 0..<text.count))
  }

  /// The facts of the card in a line.
  private var summary: String {
    ([name].compactMap(\.self) + phones + emails + lines).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// True for a line that begins a card. Programs write it with blanks, in small letters, or after a byte order mark.
  package static func begins(_ line: some StringProtocol) -> Bool { isMark(line, "BEGIN:VCARD") }

  /// True for a line that ends a card.
  package static func ends(_ line: some StringProtocol) -> Bool { isMark(line, "END:VCARD") }

  private static func isMark(_ line: some StringProtocol, _ mark: String) -> Bool {
    line.utf8.count <= 24
      && line.uppercased().unicodeScalars.lazy.filter { $0.value > 0x20 && $0.value != 0xFEFF }
        .elementsEqual(mark.unicodeScalars)
  }

  /// True for the line before a card in a card (vCard 2.1): the person's assistant.
  package static func isAgent(_ line: some StringProtocol) -> Bool {
    line.utf8.count <= 24 && line.hasSuffix(":") && line.uppercased().hasPrefix("AGENT")
  }

  /// The first card of a file of an export. Returns nil if there is no such file, or it is no card.
  package init?(ofFile path: String, in root: InputFolder) {
    guard let bytes = try? root.bytes(of: path), bytes.count <= Self.byteLimit else { return nil }
    self.init(bytes)
  }

  /// The most bytes read from a file, because it may hold a photograph.
  private static let byteLimit = 4 << 20

  private init?(lines: ArraySlice<String>) {
    guard let first = lines.first, Self.begins(first) else { return nil }
    var structured: String?
    var rest = lines.dropFirst()
    while let line = rest.popFirst(), !Self.ends(line), !Self.begins(line) {
      if Self.isAgent(line), let agent = VCard(lines: rest) {
        others.append(agent.summary)
        while let inner = rest.popFirst(), !Self.ends(inner) {}
        continue
      }
      guard let colon = Self.endOfHead(line) else { continue }
      let (value, head) = (String(line[line.utf8.index(after: colon)...]), line[..<colon])
      // `item1.TEL;TYPE=CELL`
      let property = head.prefix { $0 != ";" }
      let word = (property.split(separator: ".").last.map(String.init) ?? "").uppercased()
      let parts = Self.parts(Self.isQuotedPrintable(line) ? Self.decoded(value) : value)
      let whole = parts.joined(separator: ", ")
      switch word {
      case "FN": name = name ?? (whole.isEmpty ? nil : whole)
      case "N":
        structured = [1, 2, 0].compactMap { parts.indices.contains($0) ? parts[$0] : nil }
          .filter { !$0.isEmpty }.joined(separator: " ")
      case "ORG":
        let words = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        organization = words.isEmpty ? organization : words
      case "TITLE", "ROLE", "ADR", "NOTE", "BDAY", "ANNIVERSARY", "NICKNAME", "X-WA-BIZ-DESCRIPTION":
        let words = parts.filter { !$0.isEmpty }.joined(separator: word == "ADR" ? ", " : ";").trimmingSpaces
        if !words.isEmpty { others.append(words) }
      case "TEL": phones.append(whole.hasPrefix("tel:") ? String(whole.dropFirst(4)) : whole)
      case "EMAIL": emails.append(whole)
      case "URL", "X-SOCIALPROFILE": urls.append(Self.unescaped(value))
      // A card in a value (vCard 3.0).
      case "AGENT": if let agent = VCard(Self.unescaped(value)) { others.append(agent.summary) }
      case _ where Self.shown.contains(word):
        let words = whole.trimmingSpaces
        if !words.isEmpty { others.append(words) }
      default: break
      }
    }
    name = name ?? [structured, organization].compactMap { $0 }.first { !$0.isEmpty }
  }

  /// Properties with words of people, which have no member of their own: accounts of other services, relatives, categories.
  private static let shown: Set = [
    "IMPP", "X-AIM", "X-GOOGLE-TALK", "X-GTALK", "X-ICQ", "X-JABBER", "X-MSN", "X-QQ", "X-SKYPE",
    "X-SKYPE-USERNAME", "X-YAHOO", "X-ABDATE", "X-ABRELATEDNAMES", "RELATED", "CATEGORIES",
    "X-WA-BIZ-NAME",
    "X-PHONETIC-FIRST-NAME", "X-PHONETIC-LAST-NAME",
  ]

  /// The location of a card made for one, which phones write as a map address.
  package var location: Location? {
    guard phones.isEmpty, emails.isEmpty else { return nil }
    for url in urls {
      guard let start = url.firstRange(of: "ll=")?.upperBound else { continue }
      let numbers = url[start...].prefix { $0 != "&" }.split(separator: ",").map { Double($0) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      else { continue }
      return Location(latitude: latitude, longitude: longitude, name: name)
    }
    return nil
  }

  /// The lines of the text. A line that begins with a blank continues the one before it.
  private static func unfolded(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else if let last = lines.last, last.hasSuffix("="), isQuotedPrintable(last) {
        // A soft line break.
        lines[lines.count - 1] = String(last.dropLast()) + line
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  /// Returns the index of the colon before the value. A parameter in quotation marks may have colons, for example `LABEL="Unit 1: 12 Main St"`.
  private static func endOfHead(_ line: String) -> String.Index? {
    var isQuoted = false
    let end = line.utf8.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
    return end ?? line.utf8.firstIndex(of: UInt8(ascii: ":"))
  }

  private static func isQuotedPrintable(_ line: String) -> Bool {
    line.prefix { $0 != ":" }.uppercased().contains("QUOTED-PRINTABLE")
  }

  /// The components of a value, separated by semicolons.
  private static func parts(_ value: String) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in value {
      switch character {
      case "\\" where !isEscaped: isEscaped = true
      case ";" where !isEscaped: parts.append("")
      default:
        parts[parts.count - 1].append(isEscaped && (character == "n" || character == "N") ? "\n" : character)
        isEscaped = false
      }
    }
    return parts.filter { parts.count < 2 || !$0.isEmpty || parts.count > 2 }
  }

  private static func unescaped(_ value: String) -> String {
    parts(value).joined(separator: ";")
  }

  private static func decoded(_ value: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Contact {
  /// Adds a card's numbers and addresses that the contact does not have yet.
  package mutating func add(_ card: VCard) {
    if name.isEmpty { name = card.name ?? "" }
    var keys = PhoneNumberKeys()
    for phone in phones + card.phones { keys.note(phone) }
    var known = Set(phones.map(keys.key(of:)))
    for phone in card.phones where known.insert(keys.key(of: phone)).inserted { phones.append(phone) }
    for email in card.emails where !emails.contains(email) { emails.append(email) }
    for line in card.lines where !lines.contains(line) { lines.append(line) }
  }
}
