import ChatModel
import ImportKit

/// The rows of a table, read one after the other.
struct TableRows {
  let file: TableFile
  /// The columns by their positions in the rows: of a database only those that are read are in them.
  let columns: TableColumns
  private let charset: String?
  /// The columns of a database that are read.
  private let indexes: [Int]

  /// `charset` is the encoding of texts that are not UTF-8; nil if it is to be detected.
  init(_ file: TableFile, _ columns: TableColumns, charset: String?) {
    (self.file, self.charset) = (file, charset)
    var columns = columns
    indexes = columns.indexes.sorted()
    if case .rows = file.layout {
      columns.renumber(Dictionary(uniqueKeysWithValues: indexes.enumerated().map { ($1, $0) }))
    }
    self.columns = columns
  }

  /// The first rows of a file of JSON or a database.
  func sample() -> [TableRow] {
    switch file.layout {
    case .fields: []
    case .records(let path): RecordSample(file.bytes, path).records.map { TableRow($0) }
    case .rows(let table):
      table.sample(of: file.input, limit: 200).map { fields in TableRow(indexes.map { fields[$0] }) }
    }
  }

  /// Hands all rows to a reader.
  ///
  /// - Throws: ``ImportError`` if the file cannot be read.
  func forEach(_ reader: TableReader, _ log: inout DiagnosticLog) throws(ImportError) {
    switch file.layout {
    case .fields(let separator, let skipped):
      try forEachRecord(separator, skipped, isCounted: true, &log) { row, origin, log throws(ImportError) in
        try reader.read(row, at: origin, &log)
        return true
      }
    case .records(let path):
      guard let json = JSONFile(file.input) else { return }
      if path.isEmpty {
        try json.forEachRecord(
          log: &log, broken: { text, _, _ throws(ImportError) in try reader.addBroken(text) }
        ) {
          value, origin, log throws(ImportError) in
          guard value.isObject else { return try reader.addNoObject(value, at: origin, &log) }
          try reader.read(TableRow(value), at: origin, &log)
        }
      } else {
        try json.walk(path.map { .member($0) } + [.elements], RecordWalker(reader), log: &log)
      }
    case .rows(let table):
      let database = try SQLiteDatabase(file.input, log: &log)
      let paths = TableRow.CellPaths(
        paths: JSONPaths(file.input.account, file: file.input.path), names: indexes.map { file.names[$0] })
      try table.forEachRow(of: database, in: file.input.path, indexes, log: &log) {
        fields, origin, log throws(ImportError) in
        try reader.read(TableRow(fields, paths), at: origin, &log)
      }
    }
  }

  /// Calls `body` with each record of text until it returns false.
  func forEachRecord(
    _ separator: UInt8, _ skipped: Int, isCounted: Bool, _ log: inout DiagnosticLog,
    _ body: (TableRow, Origin, inout DiagnosticLog) throws(ImportError) -> Bool
  ) throws(ImportError) {
    let path = file.input.path
    var table = CSVReader(file.bytes, separator: separator)
    table.fieldCount = file.names.count
    table.encoding = charset.map { LogEncoding($0) } ?? LogEncoding(of: file.bytes)
    for _ in 0..<skipped { _ = table.next() }
    if !columns.areNumbers { _ = table.next() }
    let account = isCounted ? file.input.account : nil
    let paths = account.map { TableRow.CellPaths(paths: JSONPaths($0, file: path), names: file.names) }
    var tally = ColumnTally(file.names, read: Array(columns.indexes))
    var repeated = 0
    while let record = table.next() {
      let row = TableRow(record.fields, paths)
      guard !row.isHead(file.names) || columns.areNumbers else {
        repeated += 1
        continue
      }
      let origin = Origin(file: path, line: record.line, offset: record.offset)
      if isCounted {
        tally.count(record)
        if record.fields.count != file.names.count, !row.isBlank {
          log.append(
            Diagnostic(
              .warning, "uneven-row",
              "the row has \(record.fields.count) fields where \(file.names.count) are expected; a separator or a quote is missing or too many",
              at: origin))
        }
      }
      guard try body(row, origin, &log) else { return }
    }
    guard isCounted else { return }
    tally.report(to: account, file: path)
    if table.isDecoded, let encoding = table.encoding { log.append(encoding.note(in: path)) }
    if repeated > 0 {
      log.append(
        Diagnostic(
          .note, "repeated-head", "rows that repeat the names of the columns are left out: \(repeated)",
          at: Origin(file: path)))
    }
    if let line = table.openQuoteLine {
      log.append(
        Diagnostic(
          .warning, "open-quote", "a quote is not closed; it is read as part of the text",
          at: Origin(file: path, line: line)))
    }
  }

  /// Hands the elements of a list in a JSON file to a reader.
  private final class RecordWalker: JSONWalker {
    private let reader: TableReader

    init(_ reader: TableReader) { self.reader = reader }

    func read(other value: JSONValue, named name: String, depth: Int) {}

    func read(_ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog)
      throws(ImportError)
    {
      guard value.isObject else { return try reader.addNoObject(value, at: origin, &log) }
      try reader.read(TableRow(value), at: origin, &log)
    }

    func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
      try reader.addBroken(text)
    }
  }
}

/// The facts about a table's times that its rows have in common.
struct TableSurvey {
  /// The order of day, month and year in dates of numbers; nil if no time needs it.
  private(set) var order: DateOrder?
  /// True if the table begins with its newest row.
  private(set) var isNewestFirst = false

  private static let sampleSize = 100

  /// `order` is the order that the user gives, or nil.
  init(_ rows: TableRows, _ map: TableMap, order: DateOrder?) {
    self.order = order
    guard let references = rows.columns.choices[.at]?.references else { return }
    // Of all rows of a text, because only one of them may tell the order; of the first ones of other tables, which seldom have such dates.
    var (survey, hasDates, times) = (DateOrderSurvey(), false, [Int64]())
    func add(_ text: String) -> Bool {
      if let date = TableTimes.numericDate(text), date.firstDigits < 4 {
        hasDates = true
        survey.add(date)
        survey.hasCapitalHalves = survey.hasCapitalHalves || text.hasSuffix("M")
        if times.count >= Self.sampleSize { return true }
      }
      guard times.count < Self.sampleSize else { return false }
      switch map.times.time(text, order: order) {
      case .instant(let milliseconds), .wallClock(let milliseconds): times.append(milliseconds)
      case nil: break
      }
      return true
    }
    func text(_ row: TableRow) -> String {
      references.compactMap { row.value($0)?.text }.joined(separator: " ")
    }
    if case .fields(let separator, let skipped) = rows.file.layout {
      var log = DiagnosticLog()
      var count = 0
      try? rows.forEachRecord(separator, skipped, isCounted: false, &log) { row, _, _ in
        count += 1
        // A table whose first thousand times are no such dates has none.
        return add(text(row)) && (hasDates || count < 1000)
      }
    } else {
      for row in rows.sample() { _ = add(text(row)) }
    }
    if order == nil, hasDates { self.order = survey.result.order }
    isNewestFirst =
      times.count > 1 && zip(times, times.dropFirst()).allSatisfy { $0 >= $1 } && times.first != times.last
  }
}
