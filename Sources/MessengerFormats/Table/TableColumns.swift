import ImportKit

/// The columns that a map names, found among a table's.
struct TableColumns {
  /// A column, and the path into the JSON in it.
  struct Reference: Equatable {
    /// The index of the column. 0 for a record of JSON, whose path begins at the record.
    var index: Int
    /// The members on the way to the value: `["user", "name"]`.
    var path: [String] = []
  }

  /// The columns of one field.
  struct Choice: Equatable {
    /// The columns, whose values are joined by spaces.
    var references: [Reference]
    /// The value that means yes; nil for the usual words.
    var yes: String?
  }

  /// The columns by field.
  private(set) var choices: [TableMap.Field: Choice] = [:]
  /// True if the map has numbers in place of names, so that the first row is a message.
  private(set) var areNumbers = false

  /// Finds the columns of a map among `names`. `isRecords` is true for records of JSON, whose members are paths.
  ///
  /// - Throws: ``Missing`` for a column that the table does not have.
  init(_ map: TableMap, among names: [String], isRecords: Bool) throws(Missing) {
    let table = Names(names, isRecords: isRecords)
    for field in TableMap.Field.allCases {
      guard let text = map.columns[field] else { continue }
      guard let choice = table.choice(text, hasYes: [.me, .edited, .deleted].contains(field)) else {
        throw Missing(field: field, column: text)
      }
      choices[field] = choice
    }
    areNumbers = table.areNumbers(map.columns.values)
  }

  /// A column that is not there.
  struct Missing: Error {
    var field: TableMap.Field
    var column: String

    /// The error for people, with the columns that are there.
    func words(_ names: [String]) -> String {
      let shown = names.prefix(30).map { $0.isEmpty ? "(no name)" : $0 }.joined(separator: ", ")
      let rest = names.count > 30 ? " and \(names.count - 30) more" : ""
      return
        "--map names '\(column)' for \(field.rawValue)=, and the table has no such column; it has: \(shown)\(rest)"
    }
  }

  /// The indexes of all columns that are read.
  var indexes: Set<Int> { Set(choices.values.flatMap { $0.references.map(\.index) }) }

  /// Replaces the indexes of columns by the numbers that `numbers` gives.
  mutating func renumber(_ numbers: [Int: Int]) {
    for (field, choice) in choices {
      var choice = choice
      for index in choice.references.indices {
        choice.references[index].index = numbers[choice.references[index].index] ?? 0
      }
      choices[field] = choice
    }
  }
}

/// The names of a table's columns.
private struct Names {
  private let names: [String]
  private let isRecords: Bool
  private let exact: [String: Int]
  private let folded: [String: Int]

  init(_ names: [String], isRecords: Bool) {
    (self.names, self.isRecords) = (names, isRecords)
    exact = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    folded = Dictionary(
      names.enumerated().map { (Self.folded($1), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func folded(_ name: String) -> String { name.trimmingSpaces.lowercased() }

  /// Returns the columns that a text names; nil if one is missing. A name with a sign in it is tried before the sign's meaning.
  func choice(_ text: String, hasYes: Bool) -> TableColumns.Choice? {
    if let reference = reference(text) { return TableColumns.Choice(references: [reference]) }
    if hasYes, let colon = text.lastIndex(of: ":") {
      let (name, yes) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
      if let reference = reference(name) {
        return TableColumns.Choice(references: [reference], yes: yes.trimmingSpaces.lowercased())
      }
    }
    let parts = text.split(separator: "+").map { reference(String($0).trimmingSpaces) }
    guard parts.count > 1, !parts.contains(nil) else { return nil }
    return TableColumns.Choice(references: parts.compactMap(\.self))
  }

  private func reference(_ text: String) -> TableColumns.Reference? {
    if let index = exact[text] ?? folded[Self.folded(text)] {
      return isRecords
        ? TableColumns.Reference(index: 0, path: Self.path(names[index]))
        : TableColumns.Reference(index: index)
    }
    // The longest name before a stop is the column; of records, a list.
    var end = text.endIndex
    while let dot = text[..<end].lastIndex(of: ".") {
      if let index = exact[String(text[..<dot])] {
        return isRecords
          ? TableColumns.Reference(index: 0, path: Self.path(text))
          : TableColumns.Reference(index: index, path: Self.path(String(text[text.index(after: dot)...])))
      }
      end = dot
    }
    guard !isRecords, let number = number(text) else { return nil }
    return TableColumns.Reference(index: number)
  }

  private static func path(_ text: String) -> [String] { text.split(separator: ".").map(String.init) }

  /// The index of a column named by its number, counted from 1.
  private func number(_ text: String) -> Int? {
    guard let number = Int(text), 1...max(1, names.count) ~= number, names.count >= number else { return nil }
    return number - 1
  }

  /// True if all columns of a map are numbers, and none is a name.
  func areNumbers(_ columns: some Collection<String>) -> Bool {
    !isRecords && !columns.isEmpty
      && columns.allSatisfy { column in
        column.split(separator: "+").allSatisfy { exact[String($0)] == nil && Int($0) != nil }
      }
  }
}
