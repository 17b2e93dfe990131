import ChatModel

/// Counts the fields in columns of a table that the format does not read, and those after the last column.
package struct ColumnTally {
  private let names: [String]
  private let isRead: [Bool]
  private var records: [Int]
  private var texts: [Int]
  private var lines: [Int?]
  /// The name in the account of all fields after the last column.
  private static let beyond = "(beyond the head)"

  /// Creates the tally of a table with these columns. `read` has the indexes of the columns that the format reads.
  package init(_ names: [String], read: [Int?]) {
    let names = names + [Self.beyond]
    self.names = names
    isRead = names.indices.map { index in read.contains { $0 == index } && index < names.count - 1 }
    (records, texts) = (Array(repeating: 0, count: names.count), Array(repeating: 0, count: names.count))
    lines = Array(repeating: nil, count: names.count)
  }

  /// Counts the fields of a record.
  package mutating func count(_ record: CSVReader.Record) {
    var last: Int?
    for (position, field) in record.fields.enumerated() where !field.isEmpty {
      let index = min(position, names.count - 1)
      guard !isRead[index] else { continue }
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
      account.add(
        Account.Row(
          path: "column \(names[index])", records: records[index], texts: texts[index],
          example: Origin(file: file, line: lines[index])))
    }
  }
}
