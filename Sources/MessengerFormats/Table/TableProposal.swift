package import ImportKit

/// A map that a table's columns suggest by their names and values.
package struct TableProposal {
  /// The map; nil if no column is the time or none the text.
  private var map: TableMap?
  private var columns: [ProposedMap.Column] = []
  /// The columns that are not proposed for anything.
  private var others: [String] = []
  /// The names of all columns.
  package let names: [String]
  /// True if the file is a table beyond doubt.
  package private(set) var isTable = false

  /// The map with its reasons; nil if no column is the time or none the text.
  package var proposed: ProposedMap? { map.map { ProposedMap(map: $0, columns: columns, others: others) } }

  /// Looks at the columns of a file; nil if it is no table.
  package init?(_ input: ImportInput) {
    guard let bytes = input.bytes, bytes.count > 0 else { return nil }
    if SQLiteTables.recognises(bytes) {
      guard let tables = SQLiteTable.all(of: input, nil), !tables.isEmpty else { return nil }
      var best: TableProposal?
      for table in tables {
        var proposal = TableProposal(table.names, table.sample(of: input, limit: 200))
        if tables.count > 1 { proposal.map?.set(table: table.name) }
        if proposal.rank > best?.rank ?? -1 { best = proposal }
      }
      guard let best, best.map != nil else { return nil }
      self = best
      isTable = true
      return
    }
    let first = input.firstByte
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      guard let fields = FieldSample(bytes), fields.isEven, let file = TableFile(input, table: nil) else {
        return nil
      }
      self.init(fields.names, file.sample())
      isTable = fields.names.count > 2
      return
    }
    let sample = RecordSample(bytes)
    var best: TableProposal?
    let paths: [String?] =
      sample.records.count > 1 || first != UInt8(ascii: "{") ? [nil] : sample.lists.map(Optional.some)
    for path in paths {
      guard let file = TableFile(input, table: path) else { continue }
      var proposal = TableProposal(file.names, file.sample())
      if let path { proposal.map?.set(table: path) }
      if proposal.rank > best?.rank ?? -1 { best = proposal }
    }
    guard let best, best.map != nil else { return nil }
    self = best
  }

  /// The number of columns that a map of the file has; 0 without a map.
  private var rank: Int { map == nil ? 0 : columns.count }

  /// Proposes a map of columns called `names` with these first rows.
  init(_ names: [String], _ rows: [[String]]) {
    self.names = names
    var taken: Set<Int> = []
    let keys = names.map(TableWords.key)
    var proposed = TableMap()
    for (field, words) in TableWords.columns {
      let ranks = Dictionary(words.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let candidates = names.indices.filter {
        !taken.contains($0) && Self.rank(keys[$0], names[$0], ranks) != nil
      }
      .sorted {
        (Self.rank(keys[$0], names[$0], ranks) ?? .max, $0) < (
          Self.rank(keys[$1], names[$1], ranks) ?? .max, $1
        )
      }
      for index in candidates {
        let values = ColumnValues(rows.map { $0.indices.contains(index) ? $0[index] : "" })
        if field == .at, let (second, evidence) = Self.clock(beside: index, values, keys, rows, taken) {
          taken.formUnion([index, second])
          let column = "\(names[index])+\(names[second])"
          proposed.set(field, column)
          columns.append(ProposedMap.Column(field: field.rawValue, column: column, evidence: evidence))
          break
        }
        guard let evidence = values.evidence(for: field) else { continue }
        taken.insert(index)
        proposed.set(field, names[index])
        columns.append(ProposedMap.Column(field: field.rawValue, column: names[index], evidence: evidence))
        break
      }
    }
    // The members of an object that is proposed as a whole are part of it.
    let whole = taken.map { names[$0] + "." }
    others = names.indices.filter { index in
      !taken.contains(index) && !names[index].isEmpty && !whole.contains { names[index].hasPrefix($0) }
    }.map { names[$0] }
    if proposed.columns[.at] != nil, proposed.columns[.text] != nil { map = proposed }
  }

  /// The rank of a column's name among words; nil if it is none of them. The last member of a path may be the word.
  private static func rank(_ key: String, _ name: String, _ ranks: [String: Int]) -> Int? {
    if let rank = ranks[key] { return rank }
    guard let dot = name.lastIndex(of: "."),
      let rank = ranks[TableWords.key(String(name[name.index(after: dot)...]))]
    else {
      return nil
    }
    return rank + 1000
  }

  /// Returns the column of a clock beside one of days, if both together are times.
  private static func clock(
    beside date: Int, _ values: ColumnValues, _ keys: [String], _ rows: [[String]], _ taken: Set<Int>
  ) -> (Int, String)? {
    let words: Set = [
      "time", "clock", "hour", "zeit", "uhrzeit", "hora", "heure", "ora", "时间", "時間", "시간", "время",
      "timeofday",
    ]
    guard !values.filled.contains(where: { $0.contains(":") }),
      let clock = keys.indices.first(where: { $0 != date && !taken.contains($0) && words.contains(keys[$0]) })
    else { return nil }
    let both = ColumnValues(
      rows.map { row in
        row.indices.contains(date) && row.indices.contains(clock) && !row[date].isBlank
          ? "\(row[date]) \(row[clock])" : ""
      })
    return both.evidence(for: .at).map { (clock, $0) }
  }
}

/// The values of a column in the first rows.
private struct ColumnValues {
  /// The values that are not empty.
  let filled: [String]
  private let count: Int
  private let distinct: Set<String>

  init(_ values: [String]) {
    filled = values.filter { !$0.isBlank }
    count = values.count
    distinct = Set(filled)
  }

  /// Returns the words on why a column can be a field; nil if its values speak against it.
  func evidence(for field: TableMap.Field) -> String? {
    guard let first = filled.first else { return nil }
    switch field {
    case .at:
      guard failures({ TableTimes.any.time($0, order: nil) != nil }) * 10 <= max(10, filled.count),
        filled.count * 2 >= count,
        filled.count > failures({ TableTimes.any.time($0, order: nil) != nil })
      else {
        return nil
      }
      return "times, such as \(first.shortened)"
    case .text:
      guard share({ Double($0) != nil }) < 0.5, share({ TableTimes.any.time($0, order: nil) != nil }) < 0.5,
        share({ $0.hasPrefix("{") || $0.hasPrefix("[{") }) < 0.5
      else { return nil }
      return "words, such as \((filled.first { $0.contains(" ") } ?? first).shortened)"
    case .from:
      guard share({ $0.utf8.count <= 80 && !$0.contains("\n") && !$0.hasPrefix("{") }) >= 0.95,
        filled.count * 4 >= count, distinct.count < filled.count || filled.count < 5
      else { return nil }
      return named
    case .fromID, .chat, .chatID:
      guard distinct.count < filled.count || filled.count < 5 else { return nil }
      return named
    case .id:
      guard distinct.count == filled.count, filled.count == count else { return nil }
      return "a different one in each row"
    case .me:
      let words = Set(distinct.map { $0.trimmingSpaces.lowercased() })
      guard words.allSatisfy({ TableWords.isOwn($0) != nil }) else { return nil }
      return "the values \(words.sorted().joined(separator: ", "))"
    case .edited, .deleted:
      guard
        share({ TableWords.isYes($0.lowercased()) != nil || TableTimes.any.time($0, order: nil) != nil })
          >= 0.9
      else {
        return nil
      }
      return "marks or times, such as \(first.shortened)"
    case .kind:
      guard distinct.count <= 20, share({ Double($0) == nil && TableKind($0).isKnown }) >= 0.3 else {
        return nil
      }
      return "the kinds \(distinct.sorted().prefix(6).joined(separator: ", ").shortened)"
    case .replyTo: return "ids, such as \(first.shortened)"
    case .file:
      guard share({ $0.hasFileExtension || $0.contains("/") || $0.hasPrefix("[") }) >= 0.5 else { return nil }
      return "files, such as \(first.shortened)"
    case .reactions: return "such as \(first.shortened)"
    }
  }

  private var named: String {
    let examples = distinct.sorted().prefix(3).map(\.shortened).joined(separator: ", ")
    return "\(distinct.count) different, such as \(examples)"
  }

  private func failures(_ isOne: (String) -> Bool) -> Int { filled.count { !isOne($0) } }

  private func share(_ isOne: (String) -> Bool) -> Double {
    Double(filled.count(where: isOne)) / Double(max(1, filled.count))
  }
}

extension TableKind {
  /// False for a kind without a meaning here.
  fileprivate var isKnown: Bool { if case .other = self { false } else { true } }
}

extension String {
  /// The first line, of at most 40 characters.
  fileprivate var shortened: String {
    let line = firstLine.line
    return line.count > 40 ? line.prefix(39) + "…" : line
  }
}
