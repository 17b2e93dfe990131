import ImportKit

/// A row of a table: the fields of a record of text or of a database, or an object of JSON.
struct TableRow {
  private enum Content {
    case fields([String])
    case record(JSONValue)
  }
  private let content: Content
  /// Counts the values in JSON that a field holds.
  private let paths: CellPaths?

  /// The paths of values in JSON that fields hold, by the fields' columns.
  struct CellPaths {
    var paths: JSONPaths
    /// The names of the columns.
    var names: [String]
  }

  /// A row of fields. `paths` counts the values in JSON that a field holds.
  init(_ fields: [String], _ paths: CellPaths? = nil) { (content, self.paths) = (.fields(fields), paths) }

  /// A record of JSON.
  init(_ record: JSONValue) { (content, paths) = (.record(record), nil) }

  /// A value of a row.
  enum Value {
    case text(String)
    case json(JSONValue)

    /// The value as text: numbers as digits, objects and lists as JSON; empty for null.
    var text: String {
      switch self {
      case .text(let text): text
      case .json(let value):
        value == .null ? "" : value.identifier ?? value.flag.map { $0 ? "true" : "false" } ?? value.json
      }
    }

    /// The value as JSON, if it is an object or a list; nil for other values.
    var structure: JSONValue? {
      switch self {
      case .text(let text):
        guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
          return nil
        }
        return JSONValue(parsing: text)
      case .json(let value): return value.isObject || value.isArray ? value : nil
      }
    }
  }

  /// True if no field has anything.
  var isBlank: Bool {
    if case .fields(let fields) = content { fields.allSatisfy(\.isBlank) } else { false }
  }

  /// True if the row repeats the names of the columns.
  func isHead(_ names: [String]) -> Bool {
    if case .fields(let fields) = content { fields == names } else { false }
  }

  /// The first value of a column; nil if there is none.
  func value(_ reference: TableColumns.Reference) -> Value? {
    switch content {
    case .fields(let fields):
      guard fields.indices.contains(reference.index) else { return nil }
      let text = fields[reference.index]
      guard !reference.path.isEmpty else { return .text(text) }
      return json(text, reference.index).flatMap { Self.values(of: $0, reference.path[...]).first }.map(
        Value.json)
    case .record(let record): return Self.values(of: record, reference.path[...]).first.map(Value.json)
    }
  }

  /// All values of a column whose path leads through lists.
  func values(_ reference: TableColumns.Reference) -> [Value] {
    switch content {
    case .fields(let fields):
      guard !reference.path.isEmpty else { return value(reference).map { [$0] } ?? [] }
      guard fields.indices.contains(reference.index),
        let json = json(fields[reference.index], reference.index)
      else {
        return []
      }
      return Self.values(of: json, reference.path[...]).map(Value.json)
    case .record(let record): return Self.values(of: record, reference.path[...]).map(Value.json)
    }
  }

  private func json(_ text: String, _ index: Int) -> JSONValue? {
    guard !text.isEmpty else { return nil }
    guard let paths else { return JSONValue(parsing: text) }
    var reader = JSONReader(InputBytes(Array(text.utf8)), isLenient: true)
    reader.isDerived = true
    let name = paths.names.indices.contains(index) ? paths.names[index] : "column"
    return try? reader.readValue(paths: paths.paths, at: paths.paths.embedded(in: paths.paths.member(name)))
  }

  /// Returns the values at a path. A list on the way means all its elements; a number chooses one of them.
  private static func values(of value: JSONValue, _ path: ArraySlice<String>) -> [JSONValue] {
    guard let step = path.first else { return value == .null ? [] : [value] }
    let rest = path.dropFirst()
    if value.isArray {
      if let index = Int(step), value[step] == nil { return value[index].map { values(of: $0, rest) } ?? [] }
      return value.elements.flatMap { values(of: $0, path) }
    }
    if let member = value[step] { return values(of: member, rest) }
    // A name with stops in it.
    let name = path.joined(separator: ".")
    return rest.isEmpty ? [] : value[name].map { [$0] } ?? []
  }
}
