package import ChatModel

/// Names from the user for phone numbers, addresses and ids, for exports that lack them.
///
/// They are compared as in ``PhoneBook``.
public struct ParticipantNames: Sendable {
  private var names = PhoneBook<String>()

  /// The most cards read from a file.
  private static let cardLimit = 1_000_000

  /// Creates an empty list.
  public init() {}

  /// Reads files of address cards (vCard), of lines `id,name`, or of JSON. Of two names for one id, the first counts.
  ///
  /// - Throws: ``ImportError`` if a file cannot be read, or a part of it has no id or no name.
  public init(files: [String]) throws(ImportError) {
    for path in files { try read(try InputBytes(contentsOf: path), path) }
  }

  /// Reads the bytes of one file, called `path` in messages.
  package init(_ bytes: InputBytes, path: String) throws(ImportError) { try read(bytes, path) }

  /// True if there are none.
  public var isEmpty: Bool { names.isEmpty }

  /// Returns the name for a phone number, an address, an id, or another name.
  public func name(for key: String) -> String? {
    isEmpty ? nil : names.person(key)
  }

  /// Returns the name of a participant, by key or by the name in the export.
  package func name(of participant: Participant) -> String? {
    name(for: participant.key) ?? name(for: participant.name)
  }

  // MARK: Files

  private mutating func read(_ bytes: InputBytes, _ path: String) throws(ImportError) {
    let start = LogLines.start(of: bytes)
    guard let invalid = bytes.firstInvalidUTF8(in: start..<bytes.count) else {
      let text = bytes.repairedString(in: start..<bytes.count)
      switch text.utf8.first(where: { $0 > 0x20 }) {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return try readJSON(bytes, path)
      default: break
      }
      let isCards = text.prefix(4096).uppercased().contains("BEGIN:VCARD")
      return isCards ? try readCards(text, path) : try readLines(text, path)
    }
    throw .malformed(
      at: bytes.origin(of: invalid, in: path), expected: "text in UTF-8", remedy: "save the file as UTF-8")
  }

  private mutating func readCards(_ text: String, _ path: String) throws(ImportError) {
    try checkCards(text, path)
    for card in VCard.cards(in: text, limit: Self.cardLimit) {
      guard let name = card.name, !name.isEmpty else { continue }
      for key in card.phones + card.emails { names.add(key, name) }
    }
  }

  /// Checks that each card ends before the next begins.
  private func checkCards(_ text: String, _ path: String) throws(ImportError) {
    var begin: Int?
    var (number, inner, previous) = (0, 0, Substring())
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      defer { previous = line }
      // A card in a card ends before it.
      if VCard.begins(line), VCard.isAgent(previous) {
        inner += 1
      } else if VCard.begins(line) {
        if let begin { throw Self.unended(path, begin) }
        begin = number
      } else if VCard.ends(line) {
        if inner > 0 { inner -= 1 } else { begin = nil }
      }
    }
    if let begin { throw Self.unended(path, begin) }
  }

  private static func unended(_ path: String, _ line: Int) -> ImportError {
    .malformed(
      at: Origin(file: path, line: line), expected: "'END:VCARD' after the card that begins here",
      remedy: "export the contacts again")
  }

  private mutating func readLines(_ text: String, _ path: String) throws(ImportError) {
    var isFirst = true
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      let line = String(line).trimmingSpaces
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let entry = Self.entry(line) else {
        throw .malformed(
          at: Origin(file: path, line: number), expected: "an id, a comma and a name",
          remedy: "write it as 'id,name', with quotation marks around a part that has a comma itself")
      }
      if !(isFirst && Self.isHeading(entry)) { names.add(entry.key, entry.name) }
      isFirst = false
    }
  }

  /// The id and name of a line, separated by the first comma, semicolon or tab after the id.
  private static func entry(_ line: String) -> (key: String, name: String)? {
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    let isQuoted = line.utf8.first == UInt8(ascii: "\"")
    let rest = isQuoted ? line.utf8.dropFirst().drop { $0 != UInt8(ascii: "\"") } : line.utf8[...]
    guard let separator = rest.first(where: separators.contains) else { return nil }
    var reader = CSVReader(InputBytes(Array(line.utf8)), separator: separator)
    var fields = (reader.next()?.fields ?? []).map(\.trimmingSpaces)
    while fields.count > 2, fields.last?.isEmpty == true { fields.removeLast() }
    guard fields.count == 2, !fields[0].isEmpty, !fields[1].isEmpty else { return nil }
    return (fields[0], fields[1])
  }

  /// True if a first line names the columns.
  private static func isHeading(_ entry: (key: String, name: String)) -> Bool {
    entry.name.lowercased() == "name"
      && ["id", "key", "phone", "number", "address"].contains(entry.key.lowercased())
  }

  // MARK: JSON

  /// Reads an object of names by ids, or a list of objects with `id` and `name`.
  private mutating func readJSON(_ bytes: InputBytes, _ path: String) throws(ImportError) {
    let start = LogLines.start(of: bytes)
    var reader = JSONReader(bytes, in: start..<bytes.count)
    do throws(JSONError) {
      if try reader.peek() == .object { try readObject(&reader) } else { try readList(&reader) }
      try reader.endDocument()
    } catch {
      throw error.located(in: path, bytes, isOwn: true)
    }
  }

  private mutating func readObject(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while try reader.nextName() {
      let key = reader.name
      names.add(key, try Self.name(&reader))
    }
  }

  private static func name(_ reader: inout JSONReader) throws(JSONError) -> String {
    reader.skipWhitespace()
    guard try reader.peek() == .string else { throw JSONError(.string, at: reader.position) }
    return try reader.readString()
  }

  private mutating func readList(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      reader.skipWhitespace()
      let start = reader.position
      let value = try reader.readValue()
      guard let key = (value["id"] ?? value["phone"])?.identifier, let name = value["name"]?.text else {
        throw JSONError(.namedID, at: start)
      }
      names.add(key, name)
    }
  }
}
