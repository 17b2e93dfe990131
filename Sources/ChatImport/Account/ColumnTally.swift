import ChatModel

/// Counts the fields in columns of a table that the format does not read.
struct ColumnTally {
  private let names: [String]
  private let isRead: [Bool]
  private var records: [Int]
  private var texts: [Int]
  private var lines: [Int?]

  /// Creates the tally of a table with these columns. `read` has the indexes of the columns that the format reads.
  init(_ names: [String], read: [Int?]) {
    self.names = names
    isRead = names.indices.map { index in read.contains { $0 == index } }
    (records, texts) = (Array(repeating: 0, count: names.count), Array(repeating: 0, count: names.count))
    lines = Array(repeating: nil, count: names.count)
  }

  /// Counts the fields of a record.
  mutating func count(_ record: CSVReader.Record) {
    for (index, field) in record.fields.enumerated() where !field.isEmpty && isRead.indices.contains(index) {
      guard !isRead[index] else { continue }
      records[index] += 1
      if field.utf8.contains(where: { $0 == 0x20 || $0 >= 0x80 }) { texts[index] += 1 }
      lines[index] = lines[index] ?? record.line
    }
  }

  /// Moves the counts to the account of the import.
  func report(to account: ImportAccount?, file: String) {
    guard let account else { return }
    for index in names.indices where records[index] > 0 {
      account.add(
        Account.Row(
          path: "column \(names[index])", records: records[index], texts: texts[index],
          example: Origin(file: file, line: lines[index])))
    }
  }
}
