import ChatModel
import ImportKit

/// Any table with a message a row, whose columns the user names by `--map`: values with separators between them, JSON, a database.
enum TableFormat: ConvertedFormat {
  static let key = "table"
  static let name = "any table (CSV, TSV, JSON Lines, JSON, SQLite), with --map"

  static let capabilities: [FormatCapability] = [
    .full("text, times, names, ids"),
    .full("several conversations in one table"),
    .full("replies"),
    .full("files", "if they lie beside the table; else their addresses"),
    .partly("reactions", "in the usual forms"),
    .partly("edited and deleted messages", "that and when"),
    .full("notices"),
    .none("other columns", "they are in the account"),
  ]

  /// The columns that the map does not name.
  static let omissions: [Omission] = [Omission(.unmapped, "**")]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return maps(in: input) }
    guard let map = input.map, bytes.count > 0 else { return false }
    return table(input, map) != nil
  }

  /// True if a folder has a map and a table that it fits.
  private static func maps(in input: ImportInput) -> Bool {
    guard input.map == nil, input.files.contains(TableMap.fileName), let map = try? map(in: input) else {
      return false
    }
    return files(of: input).contains { name in
      (try? input.file(named: name)).map { table($0, map) != nil } ?? false
    }
  }

  /// The files of a folder that may be tables, by name.
  private static func files(of input: ImportInput) -> [String] {
    input.files.filter { name in
      name != TableMap.fileName && !name.utf8.contains(UInt8(ascii: "/"))
        && endings.contains(name.split(separator: ".").last?.lowercased() ?? "")
    }
  }

  private static let endings: Set = [
    "csv", "tsv", "tab", "txt", "json", "jsonl", "ndjson", "db", "sqlite", "sqlite3",
  ]

  /// The map in a folder.
  private static func map(in input: ImportInput) throws(ImportError) -> TableMap {
    let bytes = try input.folder.bytes(of: TableMap.fileName)
    let path = input.path(of: TableMap.fileName)
    do throws(TableMap.Mistake) {
      return try TableMap(lines: bytes.repairedString(in: 0..<min(bytes.count, 64 * 1024)), name: path)
    } catch {
      throw .unreadable(path: path, reason: error.message)
    }
  }

  /// The table in a file, if it has all columns of a map.
  private static func table(_ input: ImportInput, _ map: TableMap) -> (
    file: TableFile, columns: TableColumns
  )? {
    func columns(_ names: [String], _ isRecords: Bool) -> TableColumns? {
      try? TableColumns(isRecords ? map.requiredInRecords : map, among: names, isRecords: isRecords)
    }
    guard let file = TableFile(input, table: map.table, columns: { columns($0, $1) != nil }),
      let found = columns(file.names, file.isRecords)
    else { return nil }
    guard file.isRecords else { return (file, found) }
    // Members that the first records lack may be in later ones.
    let names =
      file.names + TableMap.Field.allCases.compactMap { map.columns[$0] }.filter { !file.names.contains($0) }
    return (try? TableColumns(map, among: names, isRecords: true)).map { (file, $0) }
  }

  /// Returns the reason why a map does not fit a file; nil if it does, or the file is no table.
  static func misfit(_ input: ImportInput, _ map: TableMap) -> String? {
    guard let bytes = input.bytes, bytes.count > 0 else { return nil }
    guard let file = TableFile(input, table: map.table) else {
      if let table = map.table { return noTable(table, input) }
      return "--map is for tables, and it is none: it has neither columns nor records"
    }
    do throws(TableColumns.Missing) {
      _ = try TableColumns(
        file.isRecords ? map.requiredInRecords : map, among: file.names, isRecords: file.isRecords)
      return nil
    } catch {
      return error.words(file.names)
    }
  }

  private static func noTable(_ table: String, _ input: ImportInput) -> String {
    let words = "table=\(table) of --map"
    guard let bytes = input.bytes else { return "" }
    if SQLiteTables.recognises(bytes) {
      let names = SQLiteTable.all(of: input, nil)?.map(\.name) ?? []
      return names.isEmpty
        ? "the database has no tables that can be read"
        : "\(words) is no table of the database, or no query that it can answer; it has: \(names.joined(separator: ", "))"
    }
    return RecordSample(bytes).records.isEmpty
      ? "\(words) is for databases and JSON, and it is neither; leave table= out"
      : "\(words) leads to no list of objects in it"
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    if input.bytes != nil {
      guard let map = input.map else { throw .unknownFormat(path: input.path) }
      return try convert(input, map, to: conversion, &log)
    }
    let map = try map(in: input)
    for name in files(of: input) {
      let file = try input.file(named: name)
      if table(file, map) != nil { try convert(file, map, to: conversion, &log) }
    }
  }

  private static func convert(
    _ input: ImportInput, _ map: TableMap, to conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let (file, columns) = table(input, map) else {
      throw .unreadable(path: input.path, reason: misfit(input, map) ?? "it is no table")
    }
    let rows = TableRows(file, columns, charset: conversion.options.charset)
    let survey = TableSurvey(rows, map, order: conversion.options.dateOrder)
    let reader = TableReader(
      input, conversion, map, rows.columns, order: survey.order, isNewestFirst: survey.isNewestFirst)
    try rows.forEach(reader, &log)
    reader.finish(&log)
  }
}

extension TableMap {
  /// The fields that the first records of JSON must have. Others may be in some records alone.
  fileprivate var requiredInRecords: TableMap {
    var map = TableMap()
    for field in [Field.at, .text] {
      if let column = columns[field] { map.set(field, column) }
    }
    return map
  }
}
