import SiteReading

/// The facts that a comparison depends on.
struct ComparisonSettings: Sendable {
  var context = RowDifference.Context()
  /// The levels to compare.
  var levels: Set<Difference.Level> = Set(Difference.Level.allCases)
  /// True if positions are compared whatever messages say: what they say is not compared.
  var comparesPositionsAlone: Bool { levels.contains(.layout) && !levels.contains(.semantic) }
  /// True if the messages of differences are kept, for pages that show them.
  var keepsRows = false
}

/// Compares the messages of two conversations.
struct ConversationComparison<Source: RowSource> {
  private let collector: PairCollector<Source>

  /// The result of the comparison.
  struct Result {
    var differences = DifferenceList()
    var uniform: [UniformDifference] = []
    /// The number of messages that are equal in everything that is compared.
    var equal = 0
    /// The numbers of messages of both sides.
    var old = 0
    var new = 0
  }

  init(_ old: Source, _ new: Source, folder: String, _ settings: ComparisonSettings) {
    collector = PairCollector(old, new, folder: folder, settings)
  }

  /// Compares all messages.
  func run() -> Result {
    var collector = self.collector
    var pairing = RowPairing(collector.old, collector.new)
    pairing.run(into: &collector)
    return collector.finish(problems: (pairing.old.problems, pairing.new.problems))
  }
}

/// Collects the differences of pairs while conversations are paired, and of single messages at the end.
struct PairCollector<Source: RowSource>: PairingSink {
  private(set) var old: Source
  private(set) var new: Source
  private let folder: String
  private var settings: ComparisonSettings

  /// The number of pairs whose messages may still be kept, which take some kilobytes each.
  private var roomForRows = 2_000
  private var result = ConversationComparison<Source>.Result()
  private var shifts = ShiftTally()
  private var gaps: [(old: [RowRecord], new: [RowRecord])] = []
  /// The numbers of certain pairs, and of those with different ids.
  private var (certain, renumbered) = (0, 0)

  init(
    _ old: Source, _ new: Source, folder: String, _ settings: ComparisonSettings
  ) {
    (self.old, self.new, self.folder, self.settings) = (old, new, folder, settings)
  }

  mutating func addEqual(_ count: Int, renumbered: Int) {
    result.old += count
    result.new += count
    result.equal += count
    certain += count
    self.renumbered += renumbered
    shifts.addEqual(count)
  }

  mutating func addPair(_ old: RowRecord, _ new: RowRecord) {
    result.old += 1
    result.new += 1
    certain += 1
    if old.id != new.id { renumbered += 1 }
    compare(old, new, isMoved: false)
  }

  mutating func addGap(_ old: [RowRecord], _ new: [RowRecord]) {
    result.old += old.count
    result.new += new.count
    gaps.append((old, new))
  }

  /// Compares the same message of both sides.
  private mutating func compare(_ record: RowRecord, _ other: RowRecord, isMoved: Bool) {
    let (row, newRow) = (old.row(record), new.row(other))
    let found = RowDifference(row, newRow, settings.context)
    if settings.keepsRows, !found.content.isEmpty || !found.shift.isEmpty { roomForRows -= 1 }
    if roomForRows == 0 { settings.keepsRows = false }
    let pair = ShiftTally.Pair(
      found: DifferenceList.Found(
        difference: Difference(
          kind: isMoved ? .moved : .changed, conversation: folder, file: new.file(of: other), old: row.name,
          new: newRow.name), old: settings.keepsRows ? row : nil, new: settings.keepsRows ? newRow : nil),
      content: found, isMoved: isMoved)
    if settings.levels.contains(.semantic) { shifts.add(pair) }
    let saysSame = found.content.isEmpty && found.shift.sender == nil && found.shift.side == nil
    if !isMoved && saysSame || settings.comparesPositionsAlone {
      compareLooks(row, newRow, pair.found, isEqual: saysSame && found.shift.isEmpty)
    }
  }

  private mutating func compareLooks(
    _ row: ComparedRow, _ other: ComparedRow, _ found: DifferenceList.Found, isEqual: Bool
  ) {
    let (hasLayout, hasStyle) = (settings.levels.contains(.layout), settings.levels.contains(.style))
    var look = hasLayout || hasStyle ? LookDifference(row, other) : LookDifference()
    // Whatever else differs in a row must not go unseen.
    if isEqual, !settings.context.ignoresClock, look.isEmpty, row.markup != other.markup { look.addMarkup() }
    let isSeen = hasLayout && !look.layout.isEmpty || hasStyle && !look.style.isEmpty
    if isEqual, !isSeen { result.equal += 1 }
    var found = found
    if !look.layout.isEmpty, hasLayout {
      found.difference.kind = .frame
      found.difference.changes = look.layout
      result.differences.append(found)
    }
    if !look.style.isEmpty, hasStyle {
      found.difference.kind = .classes
      found.difference.changes = look.style
      result.differences.append(found)
    }
  }

  /// Resolves the messages without partners and the differences that many messages have in common. Returns the result.
  ///
  /// `problems` are the pages that could not be read, without which all their messages are missing.
  mutating func finish(
    problems: (old: [(file: String, words: String)], new: [(file: String, words: String)])
  ) -> ConversationComparison<Source>.Result {
    for (file, words) in problems.old { addProblem(Change(what: "page", old: words), file) }
    for (file, words) in problems.new { addProblem(Change(what: "page", new: words), file) }
    // Ids made of positions differ as soon as a message was added.
    let hasIDs = renumbered * 100 <= certain
    var rest: (old: [RowRecord], new: [RowRecord]) = ([], [])
    for gap in gaps {
      let pairs = GapPairing(gap.old, gap.new, hasIDs: hasIDs, &old, &new)
      for pair in pairs.pairs { compare(gap.old[pair.old], gap.new[pair.new], isMoved: false) }
      rest.old += pairs.restOld.map { gap.old[$0] }
      rest.new += pairs.restNew.map { gap.new[$0] }
    }
    gaps = []
    resolve(&rest, by: { $0.id }, if: hasIDs)
    for key in [\RowKeys.content, \.minute] where !rest.old.isEmpty && !rest.new.isEmpty {
      move(Self.pairs(Self.keys(rest.old, &old, key), Self.keys(rest.new, &new, key)), &rest)
    }
    for record in rest.old { addSingle(.removed, old.row(record), old.file(of: record)) }
    for record in rest.new { addSingle(.added, new.row(record), new.file(of: record)) }
    let new = self.new
    result.uniform = shifts.finish(
      folder: folder, senders: { new.senders() }, into: &result.differences)
    result.differences.sort()
    return result
  }

  private mutating func addProblem(_ change: Change, _ file: String) {
    result.differences.append(
      Difference(kind: .conversation, conversation: folder, file: file, changes: [change]))
  }

  private mutating func addSingle(_ kind: Difference.Kind, _ row: ComparedRow, _ file: String) {
    guard settings.levels.contains(.semantic) || settings.comparesPositionsAlone else { return }
    let isOfLayout = !settings.levels.contains(.semantic)
    var difference = Difference(kind: isOfLayout ? .frame : kind, conversation: folder, file: file)
    let text = WordDifference.kept(row.summary)
    if kind == .added {
      difference.new = row.name
      difference.changes = [Change(what: "text", old: nil, new: text)]
    } else {
      difference.old = row.name
      difference.changes = [Change(what: "text", old: text, new: nil)]
    }
    result.differences.append(
      DifferenceList.Found(
        difference: difference, old: settings.keepsRows && kind == .removed ? row : nil,
        new: settings.keepsRows && kind == .added ? row : nil))
  }

  /// Pairs messages that have no partner where they are, as moved, by a key that occurs once on each side.
  private mutating func resolve(
    _ rest: inout (old: [RowRecord], new: [RowRecord]), by key: (RowRecord) -> UInt64, if isMeant: Bool
  ) {
    guard isMeant, !rest.old.isEmpty, !rest.new.isEmpty else { return }
    let pairs = Self.pairs(rest.old.map(key), rest.new.map(key))
    move(pairs, &rest)
  }

  private mutating func move(
    _ pairs: [(old: Int, new: Int)], _ rest: inout (old: [RowRecord], new: [RowRecord])
  ) {
    guard !pairs.isEmpty else { return }
    for pair in pairs { compare(rest.old[pair.old], rest.new[pair.new], isMoved: true) }
    let (taken, takenNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    rest.old = rest.old.indices.filter { !taken.contains($0) }.map { rest.old[$0] }
    rest.new = rest.new.indices.filter { !takenNew.contains($0) }.map { rest.new[$0] }
  }

  /// Returns the pairs of equal keys, in order of occurrence.
  private static func pairs(_ keys: [UInt64], _ others: [UInt64]) -> [(old: Int, new: Int)] {
    var known: [UInt64: [Int]] = [:]
    for index in others.indices.reversed() { known[others[index], default: []].append(index) }
    var pairs: [(old: Int, new: Int)] = []
    for index in keys.indices {
      if let other = known[keys[index]]?.popLast() { pairs.append((index, other)) }
    }
    return pairs
  }

  private static func keys(
    _ records: [RowRecord], _ source: inout Source, _ key: KeyPath<RowKeys, UInt64>
  ) -> [UInt64] {
    var keys: [UInt64] = []
    for record in records { keys.append(RowKeys(source.row(record))[keyPath: key]) }
    return keys
  }
}

extension ComparedRow {
  /// The message in a line: its words, else its attachments, else what its card says.
  var summary: String {
    for aspect in [Aspect.text, .details, .media, .folded] {
      let words = words(of: aspect)
      if !words.isEmpty { return words }
    }
    return ""
  }
}
