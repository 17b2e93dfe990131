import ChatModel

/// Counts the fields in columns of a table that the format does not show, and those after the last column.
package struct ColumnTally {
  private let names: [String]
  private let isShown: [Bool]
  private var rules: [Int: Omission.Rule] = [:]
  private var records: [Int]
  private var texts: [Int]
  private var lines: [Int?]
  /// The name in the account of all fields after the last column.
  private static let beyond = "(beyond the head)"

  /// Creates the tally of a table with these columns. `read` has the indexes of the columns that the format reads, and `leftOut` those
  /// of columns that it leaves out or only uses to put the others together.
  package init(_ names: [String], read: [Int?], leftOut: [(column: Int?, rule: Omission.Rule)] = []) {
    let names = names + [Self.beyond]
    self.names = names
    for (column, rule) in leftOut { if let column { rules[column] = rule } }
    let hidden = Set(rules.keys)
    isShown = names.indices.map { index in
      read.contains { $0 == index } && index < names.count - 1 && !hidden.contains(index)
    }
    (records, texts) = (Array(repeating: 0, count: names.count), Array(repeating: 0, count: names.count))
    lines = Array(repeating: nil, count: names.count)
  }

  /// Counts the fields of a record.
  package mutating func count(_ record: CSVReader.Record) {
    var last: Int?
    for (position, field) in record.fields.enumerated() where !field.isEmpty {
      let index = min(position, names.count - 1)
      guard !isShown[index] else { continue }
      if index != last { records[index] += 1 }
      last = index
      if field.utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 }) { texts[index] += 1 }
      lines[index] = lines[index] ?? record.line
    }
  }

  /// Moves the counts to the account of the import.
  package func report(to account: ImportAccount?, file: String) {
    guard let account else { return }
    for index in names.indices where records[index] > 0 {
      var row = Account.Row(
        path: "column \(names[index])", records: records[index], texts: texts[index],
        example: Origin(file: file, line: lines[index]))
      if let rule = rules[index] { row.leaveOut(rule) }
      account.add(row)
    }
  }
}
