import ChatModel
import ImportKit

/// A file that is a table: values with separators between them, records of JSON, or a table of a database.
struct TableFile {
  /// The way in which the rows are written.
  enum Layout: Equatable {
    /// Fields with this byte between them. The rows after the first `skipped` records count.
    case fields(separator: UInt8, skipped: Int)
    /// Records of JSON: lines, the elements of a list, or of the list that these members lead to.
    case records([String])
    /// Rows of this table or query of a database.
    case rows(SQLiteTable)
  }

  let input: ImportInput
  let bytes: InputBytes
  let layout: Layout
  /// The names of the columns; of records of JSON, the paths of members of the first ones.
  let names: [String]

  /// True for records of JSON.
  var isRecords: Bool { if case .records = layout { true } else { false } }

  /// Opens the table that `map` describes; nil if the file is no table, or has no such table.
  init?(
    _ input: ImportInput, table: String?,
    columns: (_ names: [String], _ isRecords: Bool) -> Bool = { _, _ in true }
  ) {
    guard let bytes = input.bytes, bytes.count > 0 else { return nil }
    (self.input, self.bytes) = (input, bytes)
    if SQLiteTables.recognises(bytes) {
      guard let tables = SQLiteTable.all(of: input, table), !tables.isEmpty else { return nil }
      let found = tables.first { columns($0.names, false) } ?? tables[0]
      (layout, names) = (.rows(found), found.names)
    } else if let first = input.firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      let path = table.map { $0.split(separator: ".").map(String.init) } ?? []
      let sample = RecordSample(bytes, path)
      guard !sample.records.isEmpty else { return nil }
      (layout, names) = (.records(path), sample.names)
    } else {
      guard table == nil, let fields = FieldSample(bytes) else { return nil }
      (layout, names) = (.fields(separator: fields.separator, skipped: fields.skipped), fields.names)
    }
  }

  /// The first rows, as texts in the order of ``names``.
  func sample() -> [[String]] {
    switch layout {
    case .fields(let separator, let skipped):
      var table = CSVReader(bytes, separator: separator)
      for _ in 0..<(skipped + 1) { _ = table.next() }
      return (0..<Self.sampleSize).compactMap { _ in table.next()?.fields }
    case .records(let path):
      return RecordSample(bytes, path).records.prefix(Self.sampleSize).map { record in
        let row = TableRow(record)
        return names.map { name in
          row.value(TableColumns.Reference(index: 0, path: name.split(separator: ".").map(String.init)))?.text
            ?? ""
        }
      }
    case .rows(let table): return table.sample(of: input, limit: Self.sampleSize)
    }
  }

  /// The rows from which a map is proposed.
  private static let sampleSize = 200
}

/// The beginning of a file of fields with separators between them.
struct FieldSample {
  let separator: UInt8
  /// The records before the names: a line such as `sep=;`.
  let skipped: Int
  let names: [String]
  /// True if nearly all rows have as many fields as there are names.
  let isEven: Bool

  private static let (rowLimit, sizeLimit) = (40, 256 * 1024)

  /// Returns nil if no separator divides the first line.
  init?(_ bytes: InputBytes) {
    let end = min(bytes.count, Self.sizeLimit)
    let beginning = end < bytes.count ? InputBytes(bytes.array(in: 0..<end)) : bytes
    // Excel writes the separator on a line of its own.
    let start = beginning.contentStart
    let isNamed = beginning.has("sep=", at: start) && start + 4 < end
    let candidates = isNamed ? [beginning[start + 4]] : [0x2C, 0x3B, 0x09, 0x7C]
    var best: (separator: UInt8, names: [String], even: Int, rows: Int)?
    for separator in candidates {
      var table = CSVReader(beginning, separator: separator)
      if isNamed { _ = table.next() }
      guard let names = table.next()?.fields, names.count > 1 else { continue }
      var (even, rows) = (0, 0)
      while rows < Self.rowLimit, let row = table.next() {
        rows += 1
        if row.fields.count == names.count { even += 1 }
      }
      let isBetter = best.map { old in
        (even * max(1, old.rows), names.count) > (old.even * max(1, rows), old.names.count)
      }
      if isBetter ?? true { best = (separator, names, even, rows) }
    }
    guard let best else { return nil }
    (separator, skipped, names) = (best.separator, isNamed ? 1 : 0, best.names.map(\.trimmingSpaces))
    // The last record of the beginning may be cut off.
    isEven = best.rows > 0 && (best.even + 1) * 10 >= best.rows * 8
  }
}

/// The first records of a file of JSON.
struct RecordSample {
  private(set) var records: [JSONValue] = []
  /// The paths of the records' members that are no objects, in the order in which they occur.
  private(set) var names: [String] = []
  /// The members of the outermost object that are lists of objects.
  private(set) var lists: [String] = []

  private static let (limit, sizeLimit, nameLimit) = (200, 1024 * 1024, 500)

  /// Reads records: lines, the elements of a list, or of the list that `path` leads to.
  init(_ bytes: InputBytes, _ path: [String] = []) {
    let end = min(bytes.count, bytes.contentStart + Self.sizeLimit)
    var reader = JSONReader(bytes, in: bytes.contentStart..<end, isLenient: true)
    do throws(JSONError) {
      if path.isEmpty, try reader.peek() == .object {
        try readLines(bytes, end)
      } else {
        for step in path {
          guard try reader.peek() == .object else { return }
          try reader.beginObject()
          var isFound = false
          while !isFound, try reader.nextName() {
            isFound = reader.name == step
            if !isFound { try reader.skipStructure() }
          }
          guard isFound else { return }
        }
        guard try reader.peek() == .array else { return }
        try reader.beginArray()
        while records.count < Self.limit, try reader.nextElement() {
          let value = try reader.readValue()
          if value.isObject { records.append(value) }
        }
      }
    } catch {
      // The sample may end anywhere, so the records before its end have to suffice.
    }
    var known: Set<String> = []
    for record in records { note(record, "", 0, &known) }
  }

  private mutating func readLines(_ bytes: InputBytes, _ end: Int) throws(JSONError) {
    var offset = bytes.contentStart
    while records.count < Self.limit, offset < end {
      var reader = JSONReader(bytes, in: offset..<end, isLenient: true)
      reader.skipWhitespace()
      guard reader.position < end else { return }
      let value = try reader.readValue()
      offset = max(reader.position, offset + 1)
      guard value.isObject else { return }
      records.append(value)
    }
    if records.count == 1 { lists = Self.lists(in: records[0]) }
  }

  private static func lists(in object: JSONValue) -> [String] {
    object.members.flatMap { member -> [String] in
      if member.value.isArray { return member.value[0]?.isObject == true ? [member.name] : [] }
      return member.value.members.filter { $0.value[0]?.isObject == true }.map { "\(member.name).\($0.name)" }
    }
  }

  private mutating func note(_ object: JSONValue, _ prefix: String, _ depth: Int, _ known: inout Set<String>)
  {
    for member in object.members where names.count < Self.nameLimit {
      let name = prefix + member.name
      if member.value.isObject, depth < 3 {
        note(member.value, name + ".", depth + 1, &known)
      }
      if known.insert(name).inserted, !member.value.isObject { names.append(name) }
    }
  }
}
