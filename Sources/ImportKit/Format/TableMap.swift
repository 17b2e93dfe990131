/// The meaning of a table's columns: the value of `--map`, such as `at=created_at,from=user.name,text=body`.
///
/// A map is a list of pairs with commas between them, or lines of pairs in a file. A comma is part of a value unless a field and `=` follow
/// it, so that a query or a pattern of times needs no quotation.
public struct TableMap: Sendable, Equatable {
  /// A part of a message that a column can have.
  public enum Field: String, CaseIterable, Sendable {
    case id, at, from
    case fromID = "from-id"
    case text, me, chat
    case chatID = "chat-id"
    case replyTo = "reply-to"
    case file, kind, edited, deleted, reactions
  }

  /// A statement about the whole table.
  package enum Setting: String, CaseIterable {
    /// A table of a database or a query of it; the member of a JSON file that is the list of messages.
    case table
    /// The form of times.
    case times
    /// The title of the conversation, for a table without a column for it.
    case title
  }

  /// A mistake in a map.
  public struct Mistake: Error, Equatable, Sendable {
    /// The mistake and the remedy, in lower case.
    public let message: String
  }

  /// The name of a file that maps the tables of its folder or archive, so that they are read without `--map`.
  package static let fileName = "chatexport.map"

  /// The columns as the user names them: a name, a path into JSON, several with `+` between them, or a name with `:` and the value that
  /// means yes.
  package private(set) var columns: [Field: String] = [:]
  /// The table, query or member; nil if the file has only one table with these columns.
  package private(set) var table: String?
  /// The form of times.
  package private(set) var times = TableTimes.any
  /// The title of the conversation; nil if it is a column's or the file's name.
  package private(set) var title: String?
  private var timesText: String?

  /// An empty map.
  package init() {}

  /// Reads pairs with commas between them.
  ///
  /// - Throws: ``Mistake``.
  public init(list text: String) throws(Mistake) {
    for pair in Self.pairs(text) { try add(pair, at: "") }
    try check()
  }

  /// Reads lines of pairs. Empty lines and lines that begin with `#` are skipped. `name` is the file's, for mistakes.
  ///
  /// - Throws: ``Mistake``.
  public init(lines text: String, name: String) throws(Mistake) {
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let line = String(line).trimmingSpaces
      if line.isEmpty || line.hasPrefix("#") || line == "\u{FEFF}" { continue }
      try add(
        line.hasPrefix("\u{FEFF}") ? String(line.unicodeScalars.dropFirst()) : line, at: "\(name):\(number): "
      )
    }
    do throws(Mistake) { try check() } catch { throw Mistake(message: "\(name): \(error.message)") }
  }

  /// True if a value of `--map` is a list of pairs, false if it is the name of a file.
  public static func isList(_ text: String) -> Bool { isPair(text[...]) }

  /// The map in lines, which ``init(lines:name:)`` reads.
  public var lines: String {
    pairs.map { "\($0.name) = \($0.value)\n" }.joined()
  }

  /// The map as one list, which ``init(list:)`` reads.
  package var list: String { pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ",") }

  private var pairs: [(name: String, value: String)] {
    let settings = [(Setting.table, table), (.times, timesText), (.title, title)]
    return Field.allCases.compactMap { field in columns[field].map { (field.rawValue, $0) } }
      + settings.compactMap { setting, value in value.map { (setting.rawValue, $0) } }
  }

  /// Sets the column of a field.
  package mutating func set(_ field: Field, _ column: String) { columns[field] = column }

  /// Sets the table.
  package mutating func set(table: String) { self.table = table }

  /// Takes the statements of another map, which replace those about the same fields.
  public mutating func add(_ other: TableMap) {
    columns.merge(other.columns) { $1 }
    table = other.table ?? table
    title = other.title ?? title
    if other.timesText != nil { (times, timesText) = (other.times, other.timesText) }
  }

  // MARK: Reading

  private static let names = Field.allCases.map(\.rawValue) + Setting.allCases.map(\.rawValue)

  /// Splits a list at the commas that a field and `=` follow.
  private static func pairs(_ text: String) -> [String] {
    var (pairs, start) = ([String](), text.startIndex)
    for comma in text.indices where text[comma] == "," {
      let next = text.index(after: comma)
      guard isPair(text[next...]) else { continue }
      pairs.append(String(text[start..<comma]))
      start = next
    }
    return pairs + [String(text[start...])]
  }

  /// True if a text begins with a field or setting and `=`.
  private static func isPair(_ text: Substring) -> Bool {
    guard let sign = text.firstIndex(of: "=") else { return false }
    return names.contains(String(text[..<sign]).trimmingSpaces.lowercased())
  }

  private mutating func add(_ pair: String, at location: String) throws(Mistake) {
    guard let sign = pair.firstIndex(of: "=") else {
      throw Mistake(
        message: "\(location)'\(pair)' has no '='; write pairs such as at=created_at,from=sender,text=body")
    }
    let name = String(pair[..<sign]).trimmingSpaces.lowercased()
    let value = String(pair[pair.index(after: sign)...]).trimmingSpaces
    guard !value.isEmpty else {
      throw Mistake(message: "\(location)nothing follows '\(name)='; name a column, or leave it out")
    }
    if let field = Field(rawValue: name) {
      if location.isEmpty, let word = Self.strayField(in: value) {
        throw Mistake(message: Self.unknown(word))
      }
      if location.isEmpty, let stray = Self.strayField(in: value) {
        throw Mistake(message: Self.unknown(stray))
      }
      columns[field] = value
    } else if let setting = Setting(rawValue: name) {
      switch setting {
      case .table: table = value
      case .title: title = value
      case .times:
        guard let times = TableTimes(value) else {
          throw Mistake(
            message: "\(location)times=\(value) is no form of times; \(TableTimes.remedy)")
        }
        (self.times, timesText) = (times, value)
      }
    } else {
      throw Mistake(message: location + Self.unknown(name))
    }
  }

  /// Returns the word before `=` in a value of a list, which is meant as a field; nil if there is none.
  private static func strayField(in value: String) -> String? {
    guard let sign = value.lastIndex(of: "="), let comma = value[..<sign].lastIndex(of: ",") else {
      return nil
    }
    let word = String(value[value.index(after: comma)..<sign]).trimmingSpaces
    return !word.isEmpty && word.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" } ? word : nil
  }

  private static func unknown(_ name: String) -> String {
    "'\(name)' is none of the fields \(names.joined(separator: ", "))"
  }

  /// Throws if there is nothing that a message could show.
  private func check() throws(Mistake) {
    guard columns[.text] != nil || columns[.file] != nil else {
      throw Mistake(message: "it names no column for text=; a message needs text= or file=")
    }
  }
}
