import HTML
public import Storage

/// The facts of a conversation that the pages' script has before it loads a page: heights, days, and the
/// pages of ids.
///
/// It becomes small script files in the conversation's folder `map/`, because a page opened from disk can load nothing but scripts.
/// Each calls `chatexport(name, data)`:
///
/// - `all.js`: counts, the height of each group of pages where there are several, the months. It grows with months, not with messages.
/// - `0.js`, `1.js`, …: heights and days of 256 pages each.
/// - `i0.js`, `i1.js`, …: for some 2,000 ids each, the page. An id's shard is the low bits of its hash.
///
/// Of a conversation of one page, `all.js` has the data of small files in its member `files`, by their names without the extension:
/// an account has thousands of such conversations, and a file costs more than its few hundred bytes.
///
/// Heights are in 1/64 px of the layout, days count from 1970-01-01, messages from 0.
public struct PageMap {
  /// A day with messages and the first of them.
  public struct Day: Hashable, Sendable {
    /// Days since 1970-01-01.
    public var day: Int32
    /// The index of the day's first message.
    public var firstIndex: Int32

    /// Creates a day.
    public init(day: Int32, firstIndex: Int32) { (self.day, self.firstIndex) = (day, firstIndex) }
  }

  /// The map's entry of one page.
  public struct Page: Sendable {
    /// The height of its rows, in 1/64 px.
    public var height: Int
    /// The height of its rows on large screens.
    public var wideHeight: Int
    /// The height that opening its runs of notices adds.
    public var opened: Int
    /// The height that it adds on large screens.
    public var wideOpened: Int
    /// The days that begin on it.
    public var days: [Day]

    /// Creates the map entry of a page.
    public init(height: Int, wideHeight: Int, opened: Int = 0, wideOpened: Int = 0, days: [Day]) {
      (self.height, self.wideHeight, self.days) = (height, wideHeight, days)
      (self.opened, self.wideOpened) = (opened, wideOpened)
    }
  }

  /// A month with messages and the first of them.
  public struct Month: Hashable, Sendable {
    /// The year.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// The index of the month's first message.
    public var firstIndex: Int

    /// Creates a month.
    public init(year: Int, month: Int, firstIndex: Int) {
      (self.year, self.month, self.firstIndex) = (year, month, firstIndex)
    }
  }

  /// The number of pages in a file of heights and days.
  static let pagesPerGroup = 256
  /// The approximate number of ids in a file of ids.
  static let idsPerShard = 2048
  /// The number of files of ids that are made in one pass through all ids.
  private static let shardsAtATime = 256
  /// The number of characters of a hash that are written in addition to the shard's number.
  private static let keyCharacters = 4
  /// The most bytes of files in `all.js`, which pages load as they open.
  private static let includedLimit = 8 << 10

  private let pageSize: Int
  private let messages: Int
  private let months: [Month]
  private let pages: [Page]
  private let ids: SpillingArray<UInt32>
  private var included: [(name: String, script: [UInt8])] = []

  /// The number of pinned messages in `pins.js`; 0 if there is no such file.
  public var pins = 0
  /// The number of files of threads (``ThreadMap``).
  public var threadFiles = 0

  /// The map of a conversation whose pages have `pageSize` messages, except the last. `ids` are the hashes of all
  /// messages' ids, in order.
  public init(pageSize: Int, messages: Int, months: [Month], pages: [Page], ids: SpillingArray<UInt32>) {
    (self.pageSize, self.messages, self.months) = (pageSize, messages, months)
    (self.pages, self.ids) = (pages, ids)
  }

  /// Makes a file of the folder part of `all.js`. Returns false if it has to be a file of its own, because the conversation has more than
  /// one page or `all.js` has no room.
  public mutating func include(_ name: String, _ script: [UInt8]) -> Bool {
    let size = included.reduce(script.count) { $0 + $1.script.count }
    guard pages.count == 1, size <= Self.includedLimit else { return false }
    included.append((String(name.dropLast(".js".count)), script))
    return true
  }

  /// Passes on each file's name and bytes.
  public func write(_ file: (String, [UInt8]) throws -> Void) throws {
    try write(shardsAtATime: Self.shardsAtATime, file)
  }

  /// Passes on each file's name and bytes, with `shardsAtATime` files of ids made in one pass through all ids.
  func write(shardsAtATime: Int, _ file: (String, [UInt8]) throws -> Void) throws {
    try file("all.js", overview())
    // The ids of a single page are all on that page.
    guard pages.count > 1 else { return }
    var day: Day?
    var group = 0
    while group * Self.pagesPerGroup < pages.count {
      try file("\(group).js", groupScript(group, after: &day))
      group += 1
    }
    for first in stride(from: 0, to: 1 << shardBits, by: shardsAtATime) {
      let shards = first..<min(first + shardsAtATime, 1 << shardBits)
      for (shard, entries) in zip(shards, try entries(of: shards)) {
        try file("i\(shard).js", script(of: entries, shard))
      }
    }
  }
}

extension PageMap {
  /// The number of low bits of a hash that give its shard.
  private var shardBits: Int {
    var bits = 0
    while bits < 14, messages >> bits > Self.idsPerShard { bits += 1 }
    return bits
  }

  /// The number of digits that a page's number needs, counted from 0.
  private var pageCharacters: Int {
    var (characters, room) = (1, 36)
    while characters < 6, pages.count > room { (characters, room) = (characters + 1, room * 36) }
    return characters
  }

  private func overview() -> [UInt8] {
    var script = HTMLWriter(capacity: 1024)
    script.raw("{\"size\":")
    script.integer(pageSize)
    script.raw(",\"messages\":")
    script.integer(messages)
    script.raw(",\"pages\":")
    script.integer(pages.count)
    script.raw(",\"bits\":")
    script.integer(shardBits)
    script.raw(",\"wide\":")
    script.integer(pageCharacters)
    if pins > 0 {
      script.raw(",\"pins\":")
      script.integer(pins)
    }
    if threadFiles > 0 {
      script.raw(",\"threads\":")
      script.integer(threadFiles)
    }
    // A single group has its height in its own file, so that a changed height changes one file.
    if pages.count > Self.pagesPerGroup { writeGroupHeights(to: &script) }
    // Months count from the year 0; both numbers are differences from the month before.
    script.raw(",\"months\":[")
    var before = (month: 0, index: 0)
    for (index, month) in months.enumerated() {
      if index > 0 { script.raw(",") }
      let number = month.year &* 12 &+ month.month &- 1
      script.integer(number &- before.month)
      script.raw(",")
      script.integer(month.firstIndex &- before.index)
      before = (number, month.firstIndex)
    }
    script.raw("]")
    var content = script.bytes
    if pages.count == 1 {
      var day: Day?
      appendFiles([("0", groupScript(0, after: &day))] + included, to: &content)
    }
    return DataScript.bytes(named: "all", content: content + [UInt8(ascii: "}")])
  }

  private func appendFiles(_ files: [(name: String, script: [UInt8])], to content: inout [UInt8]) {
    content += Array(",\"files\":{".utf8)
    ScriptString.appendList(files, to: &content) { file, content in
      ScriptString.append(file.name, to: &content)
      content.append(UInt8(ascii: ":"))
      content += DataScript.content(of: file.script, named: file.name)
    }
    content.append(UInt8(ascii: "}"))
  }

  private func writeGroupHeights(to script: inout HTMLWriter) {
    let starts = stride(from: 0, to: pages.count, by: Self.pagesPerGroup)
    let groups = starts.map { pages[$0..<min($0 + Self.pagesPerGroup, pages.count)] }
    script.raw(",")
    Self.writeHeights(groups, hasRuns: hasRuns, to: &script)
  }

  /// True if any page has runs of notices, which may be open.
  private var hasRuns: Bool { pages.contains { $0.opened > 0 } }

  /// Writes the height of each group of pages in the two layouts, and the height with all runs of notices open if there are any.
  private static func writeHeights(
    _ groups: [ArraySlice<Page>], hasRuns: Bool, to script: inout HTMLWriter
  ) {
    func write(_ name: StaticString, _ height: (Page) -> Int) {
      script.raw(name)
      Self.write(groups.map { $0.reduce(0) { $0 &+ height($1) } }, to: &script)
    }
    write("\"heights\":[") { $0.height }
    write("],\"wideHeights\":[") { $0.wideHeight }
    if hasRuns {
      write("],\"openHeights\":[") { $0.height &+ $0.opened }
      write("],\"wideOpenHeights\":[") { $0.wideHeight &+ $0.wideOpened }
    }
    script.raw("]")
  }

  private static func write(_ numbers: [Int], to script: inout HTMLWriter) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { script.raw(",") }
      script.integer(number)
    }
  }

  /// The file of a group of pages. `day` is the last day that began before it, and afterwards the last one in it.
  private func groupScript(_ number: Int, after day: inout Day?) -> [UInt8] {
    let start = number * Self.pagesPerGroup
    let group = pages[start..<min(start + Self.pagesPerGroup, pages.count)]
    var script = HTMLWriter(capacity: 4096)
    script.raw("{")
    Self.writeHeights(group.indices.map { pages[$0...$0] }, hasRuns: hasRuns, to: &script)
    // Each day as the difference from the day before and from its first message.
    script.raw(",\"days\":[")
    var before = Day(day: 0, firstIndex: 0)
    var isFirst = true
    func add(_ day: Day) {
      if !isFirst { script.raw(",") }
      isFirst = false
      script.integer(Int(day.day) - Int(before.day))
      script.raw(",")
      script.integer(Int(day.firstIndex) - Int(before.firstIndex))
      before = day
    }
    // The group may begin within a day.
    let firstIndex = Int32(truncatingIfNeeded: start &* pageSize)
    let firstDay = group.lazy.compactMap(\.days.first).first
    if let open = day, firstDay?.firstIndex != firstIndex { add(Day(day: open.day, firstIndex: firstIndex)) }
    for page in group {
      for begun in page.days {
        add(begun)
        day = begun
      }
    }
    script.raw("]}")
    return DataScript.bytes(named: String(number), content: script.bytes)
  }

  /// The entries of some shards: for each, the ids in message order.
  private func entries(of shards: Range<Int>) throws -> [[IDEntry]] {
    let mask = 1 << shardBits - 1
    var found = [[IDEntry]](repeating: [], count: shards.count)
    // A little more than most shards have.
    let room = messages >> shardBits + 192
    for index in found.indices { found[index].reserveCapacity(room) }
    try ids.forEachPiece { start, piece in
      for offset in piece.indices {
        let shard = Int(piece[offset]) & mask
        guard shards.contains(shard) else { continue }
        let page = UInt32(truncatingIfNeeded: (start + offset) / pageSize)
        found[shard - shards.lowerBound].append(IDEntry(hash: piece[offset], page: page))
      }
    }
    return found
  }

  /// The file of a shard: four characters of the hash and the page's, for each id.
  private func script(of entries: [IDEntry], _ shard: Int) -> [UInt8] {
    let (wide, bits) = (pageCharacters, UInt32(shardBits))
    var script: [UInt8] = []
    DataScript.begin("i\(shard)", in: &script)
    script.append(UInt8(ascii: "\""))
    script.reserveCapacity(script.count + entries.count * (Self.keyCharacters + wide) + 4)
    script.append(addingCapacity: entries.count * (Self.keyCharacters + wide)) { script in
      for entry in entries {
        Self.append(entry.hash >> bits, characters: Self.keyCharacters, to: &script)
        Self.append(entry.page, characters: wide, to: &script)
      }
    }
    script += [UInt8(ascii: "\"")] + DataScript.end
    return script
  }

  /// The last digits of a number to base 36, the highest first; at most eight.
  @inline(__always)
  private static func append(_ number: UInt32, characters: Int, to script: inout OutputSpan<UInt8>) {
    var digits: UInt64 = 0
    var left = number
    for _ in 0..<characters {
      let digit = left % 36
      digits = digits &<< 8 | UInt64(digit &+ (digit < 10 ? 0x30 : 0x57))
      left /= 36
    }
    for _ in 0..<characters {
      script.append(UInt8(truncatingIfNeeded: digits))
      digits &>>= 8
    }
  }
}

/// The hash of a message's id, and its page, counted from 0.
private struct IDEntry {
  var hash: UInt32
  var page: UInt32
}

extension AnchorName {
  /// A hash of the message's HTML id that the pages' script can compute too: FNV-1a of 32 bits.
  public static func hash(_ anchor: String) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    func add(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    if isOrdinary(anchor) {
      add(UInt8(ascii: "m"))
      add(UInt8(ascii: "-"))
      for byte in anchor.utf8 { add(byte) }
    } else {
      for byte in id(anchor).utf8 { add(byte) }
    }
    return hash
  }
}
