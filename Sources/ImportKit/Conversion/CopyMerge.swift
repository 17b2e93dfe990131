import ChatModel
import Storage

/// The messages of several exports of a conversation, each once: exports are added one by one, the oldest first.
struct CopyMerge {
  /// All messages so far.
  private(set) var entries: [ConversationBuilder.MessageEntry] = []
  private let builder: ConversationBuilder
  private let spool: MessageSpool
  private let folder: InputFolder
  private let kinds: PartKinds
  /// The number of exports.
  private let ranks: Int
  /// True if messages are also matched by sender and time.
  private let needsMoments: Bool
  private var bytes: InputBytes?
  /// The messages created by copies of this round, whose records are after the mapped bytes.
  private var made: [Int: Message] = [:]
  private var known: [Occurrence: Int] = [:]
  /// The messages that may occur twice in an export.
  private var copies: [CopyKey: Int] = [:]
  /// The other messages without an id by their identities; below, messages with a file, identified by its name.
  private var plain: [UInt64: [Int]] = [:]
  private var filed: [UInt64: [Int]] = [:]
  private var fileKeys: [Int: UInt64] = [:]
  /// The messages without an id by sender and time.
  private var moments: [UInt64: [Int]] = [:]
  /// For each message, the ranks of the last two exports that have it; −1 for none.
  private var holders: [(last: Int, before: Int)] = []
  private var isDifferent: Set<Int> = []
  private var overwritten = OverwrittenFiles()
  /// The number of messages with each file in the export being added; nil until a file differs.
  private var uses: [String: Int]?
  /// The numbers of messages that are only in a later export, and of copies in one export.
  private var (new, doubled) = (0, 0)

  /// The nth message with one identity in an export.
  private struct Occurrence: Hashable {
    var identity: UInt64
    var number: Int
  }

  /// A message that may occur twice in an export, with a hash of its files' names: pictures sent at one time without words are no
  /// copies of each other. 0 for the names means the first message of its identity.
  private struct CopyKey: Hashable {
    var identity: UInt64
    var files: UInt64
  }

  /// The most messages of one sender and time that are compared with an edited or deleted one, or one whose time may be rounded.
  private static let limit = 64

  init(
    _ builder: ConversationBuilder, _ spool: MessageSpool, _ folder: InputFolder, _ kinds: PartKinds,
    ranks: Int
  ) {
    (self.builder, self.spool, self.folder, self.kinds) = (builder, spool, folder, kinds)
    self.ranks = ranks
    needsMoments = builder.hasCopies || ranks > 1 && builder.entries.contains { $0.mark != .none }
  }

  /// Adds the messages of the next newer export.
  ///
  /// - Throws: ``ImportError`` if the spool cannot be read or written.
  mutating func add(_ export: [ConversationBuilder.MessageEntry], rank: Int) throws(ImportError) {
    bytes = try spool.mapped()
    made = [:]
    uses = nil
    var occurrences: [UInt64: Int] = [:]
    var cursors: [UInt64: Int] = [:]
    var unknown: [(entry: ConversationBuilder.MessageEntry, occurrence: Occurrence)] = []
    let files = rank > 0 ? pairedFiles(export) : [:]
    let reserved = Set(files.values)
    for (number, entry) in export.enumerated() {
      var occurrence = Occurrence(identity: entry.identity, number: 0)
      var found: Int?
      let mayBeDoubled = mayBeDoubled(entry)
      if mayBeDoubled {
        // Copies may be anywhere in the export.
        found = copy(of: entry) ?? roundedCopy(of: entry)
        if let found { enter(entry, occurrence, at: found) }
      } else if entry.moment != 0 {
        found = files[number] ?? nextCopy(of: entry, rank, reserved, &cursors)
      } else {
        occurrence.number = occurrences[entry.identity, default: 0]
        occurrences[entry.identity] = occurrence.number + 1
        found = known[occurrence]
      }
      if let found {
        try join(entry, at: found, rank, export)
      } else if mayBeDoubled {
        append(entry, occurrence, rank)
      } else {
        unknown.append((entry, occurrence))
      }
    }
    let pairs = rank > 0 && needsMoments ? versions(unknown.map(\.entry), rank) : [:]
    for (number, (entry, occurrence)) in unknown.enumerated() {
      if let index = pairs[number] {
        enter(entry, occurrence, at: index)
        try join(entry, at: index, rank, export)
      } else {
        append(entry, occurrence, rank)
      }
    }
  }

  /// Makes the message at `index` findable by the identity of `entry`.
  private mutating func enter(
    _ entry: ConversationBuilder.MessageEntry, _ occurrence: Occurrence, at index: Int
  ) {
    if mayBeDoubled(entry) {
      for key in [copyKey(entry), CopyKey(identity: entry.identity, files: 0)] where copies[key] == nil {
        copies[key] = index
      }
      return
    }
    guard entry.moment != 0 else {
      if known[occurrence] == nil { known[occurrence] = index }
      return
    }
    guard ranks > 1 else { return }
    if entry.hasFile, let key = fileKey(entry) {
      fileKeys[index] = key
      filed[entry.identity, default: []].append(index)
    } else {
      plain[entry.identity, default: []].append(index)
    }
  }

  private func fileKey(_ entry: ConversationBuilder.MessageEntry) -> UInt64? {
    message(entry)?.content.files.lazy.compactMap(\.path).first.map(ComparedMessage.fileKey)
  }

  /// Maps messages with files to the messages of earlier exports with files of the same names. Where names differ, as on another phone,
  /// they are paired in order if there are as many on both sides.
  private func pairedFiles(_ export: [ConversationBuilder.MessageEntry]) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var groups: [UInt64: [(number: Int, key: UInt64)]] = [:]
    for (number, entry) in export.enumerated() where entry.hasFile && filed[entry.identity] != nil {
      if entry.moment != 0, let key = fileKey(entry) {
        groups[entry.identity, default: []].append((number, key))
      }
    }
    for (identity, group) in groups {
      var free = Dictionary(grouping: filed[identity] ?? []) { fileKeys[$0] ?? 0 }
      for key in free.keys { free[key]?.reverse() }
      var rest: [Int] = []
      for (number, key) in group {
        if let index = free[key]?.popLast() { pairs[number] = index } else { rest.append(number) }
      }
      let left = free.values.flatMap(\.self).sorted()
      if rest.count == left.count { for (number, index) in zip(rest, left) { pairs[number] = index } }
    }
    return pairs
  }

  /// Returns the next message with this identity that the export has not had yet: for a message with a file, one without.
  private func nextCopy(
    of entry: ConversationBuilder.MessageEntry, _ rank: Int, _ reserved: Set<Int>,
    _ cursors: inout [UInt64: Int]
  ) -> Int? {
    let plain = plain[entry.identity] ?? []
    let others = entry.hasFile ? [] : filed[entry.identity] ?? []
    let count = plain.count + others.count
    guard count > 0 else { return nil }
    var cursor = cursors[entry.identity] ?? 0
    defer { cursors[entry.identity] = cursor }
    while cursor < count {
      let index = cursor < plain.count ? plain[cursor] : others[cursor - plain.count]
      let isOther = entry.hasFile && fileKeys[index] != nil
      if holders[index].last != rank, !reserved.contains(index), !isOther { return index }
      cursor += 1
    }
    return nil
  }

  private mutating func append(
    _ entry: ConversationBuilder.MessageEntry, _ occurrence: Occurrence, _ rank: Int
  ) {
    enter(entry, occurrence, at: entries.count)
    if entry.moment != 0, needsMoments {
      moments[moment(entry), default: []].append(entries.count)
    }
    entries.append(entry)
    holders.append((rank, -1))
    if rank > 0 { new += 1 }
  }

  private func message(_ entry: ConversationBuilder.MessageEntry) -> Message? {
    bytes.map { MessageRecord.message(at: entry.offset, of: $0, kinds: kinds) }
  }

  private func message(at index: Int) -> Message? { made[index] ?? message(entries[index]) }

  /// Joins a copy of `export` to the message at `index`.
  private mutating func join(
    _ entry: ConversationBuilder.MessageEntry, at index: Int, _ rank: Int,
    _ export: [ConversationBuilder.MessageEntry]
  ) throws(ImportError) {
    if holders[index].last == rank {
      doubled += 1
    } else {
      holders[index] = (rank, holders[index].last)
    }
    if !mayBeDoubled(entry), entry.moment != 0, entry.hasFile, fileKeys[index] == nil,
      let key = fileKey(entry)
    {
      fileKeys[index] = key
      filed[entry.identity, default: []].append(index)
    }
    // Its position among the others stays.
    var entry = entry
    entry.time = entries[index].time
    guard let bytes else { return }
    let old = entries[index]
    let isEqual =
      made[index] == nil && old.byteCount == entry.byteCount
      && bytes.array(in: old.offset..<old.offset + Int(old.byteCount))
        == bytes.array(in: entry.offset..<entry.offset + Int(entry.byteCount))
    if isEqual, !entry.hasFile {
      entries[index] = entry
      return
    }
    guard let older = message(at: index), let newer = message(entry) else { return }
    if !isEqual, older.plain != newer.plain { isDifferent.insert(index) }
    let files = newer.content.files.isEmpty ? [] : overwrittenFiles(older, newer, export)
    let joined = MessageVersions(
      older: older, newer: newer, has: { [folder] in folder.has($0) },
      isOverwritten: { _, path in files.contains(path) }
    ).joined
    if joined == newer {
      entries[index] = entry
      made[index] = nil
    } else if joined == older {
      entries[index].identity = entry.identity
    } else {
      var copy = try builder.rewritten(entry, as: joined)
      // It is now found as the newer copy is.
      (copy.identity, copy.moment) = (entry.identity, entry.moment)
      entries[index] = copy
      made[index] = joined
    }
  }

  /// Returns the newer copy's files that have to be replaced with the older copy's.
  private mutating func overwrittenFiles(
    _ older: Message, _ newer: Message, _ export: [ConversationBuilder.MessageEntry]
  ) -> Set<String> {
    var found: Set<String> = []
    for (one, other) in zip(older.content.files, newer.content.files) {
      guard let olderPath = one.path, let path = other.path, path != olderPath else { continue }
      guard RootedPath.split(olderPath).path == RootedPath.split(path).path,
        folder.haveDifferentContents(olderPath, path)
      else { continue }
      let counts = uses ?? counts(ofFilesIn: export)
      uses = counts
      if overwritten.isOverwritten(path, uses: counts[path] ?? 0) { found.insert(path) }
    }
    return found
  }

  /// Returns the number of messages with each file.
  private func counts(ofFilesIn export: [ConversationBuilder.MessageEntry]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in export where entry.hasFile {
      let paths = message(entry)?.content.files.compactMap(\.path) ?? []
      for path in Set(paths) { counts[path, default: 0] += 1 }
    }
    return counts
  }

  // MARK: Edited and deleted messages

  /// Returns, for messages of the next export, the earlier messages of which they are edited or deleted versions, or the reverse: by one
  /// sender, at one time, each in only one of the exports.
  private func versions(_ unknown: [ConversationBuilder.MessageEntry], _ rank: Int) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    var taken: Set<Int> = []
    var texts: [Int: String] = [:]
    func candidates(_ entry: ConversationBuilder.MessageEntry) -> [Int] {
      guard entry.moment != 0 else { return [] }
      return (moments[moment(entry)] ?? []).suffix(Self.limit).filter {
        holders[$0].last != rank && !taken.contains($0)
      }
    }
    // Edits first, because their words show which message they were made from.
    for change in [ConversationBuilder.MessageMark.edited, .deleted] {
      for (number, entry) in unknown.enumerated() where pairs[number] == nil {
        let found = candidates(entry).filter {
          ConversationBuilder.MessageMark.areVersions(entry.mark, entries[$0].mark, by: change)
        }
        guard !found.isEmpty else { continue }
        var best = found[0]
        if found.count > 1, change == .edited {
          let text = self.message(entry)?.content.ownText ?? ""
          var most = -1
          for index in found {
            let other = texts[index] ?? message(at: index)?.content.ownText ?? ""
            texts[index] = other
            let likeness = text.likeness(to: other)
            if likeness > most { (best, most) = (index, likeness) }
          }
        }
        pairs[number] = best
        taken.insert(best)
      }
    }
    return pairs
  }

  // MARK: Copies in one export

  /// True if equal messages of one export are one. Unknown, and so false, for messages without a time.
  private func mayBeDoubled(_ entry: ConversationBuilder.MessageEntry) -> Bool {
    builder.hasCopies && entry.isTimed
  }

  /// The key of a message's sender and time; the time is in seconds for copies whose times may be rounded.
  private func moment(_ entry: ConversationBuilder.MessageEntry) -> UInt64 {
    mayBeDoubled(entry) ? second(entry, 0) : entry.moment
  }

  private func second(_ entry: ConversationBuilder.MessageEntry, _ later: Int64) -> UInt64 {
    HashSeed.ofProcess.hash(UInt64(bitPattern: entry.time / 1000 &+ later))
  }

  private func copyKey(_ entry: ConversationBuilder.MessageEntry) -> CopyKey {
    let names = entry.hasFile ? message(entry)?.fileNames ?? [] : []
    guard !names.isEmpty else { return CopyKey(identity: entry.identity, files: 0) }
    let seed = HashSeed.ofProcess
    var hash = seed.start
    for name in names { seed.add(seed.hash(name.utf8Span.span), to: &hash) }
    return CopyKey(identity: entry.identity, files: max(1, hash))
  }

  /// Returns the message that this is a copy of: with equal files, or without any on either side.
  private func copy(of entry: ConversationBuilder.MessageEntry) -> Int? {
    if let index = copies[copyKey(entry)] { return index }
    let first = copies[CopyKey(identity: entry.identity, files: 0)]
    return first.flatMap { entries[$0].hasFile ? nil : $0 }
  }

  /// Returns the message that this is a copy of if one of them has a time in whole seconds: less than a second before or after it.
  private func roundedCopy(of entry: ConversationBuilder.MessageEntry) -> Int? {
    guard entry.time > 0, let message = message(entry) else { return nil }
    let isRounded = entry.time % 1000 == 0
    for later in [0, isRounded ? -1 : 1] {
      for index in (moments[second(entry, Int64(later))] ?? []).suffix(Self.limit) {
        let other = entries[index]
        guard isRounded != (other.time % 1000 == 0),
          // Halved, because the least integer has no opposite.
          abs(other.time.subtractingReportingOverflow(entry.time).partialValue / 2) < 500,
          let found = self.message(at: index), found.sender == message.sender,
          found.content.isLike(message.content), found.mayHaveFiles(of: message)
        else { continue }
        return index
      }
    }
    return nil
  }

  // MARK: Report

  func report(_ title: String, to log: inout DiagnosticLog) {
    let origin = Origin(file: title)
    if doubled > 0 {
      let were = doubled == 1 ? "1 message of '\(title)' stands" : "\(doubled) messages of '\(title)' stand"
      log.append(
        Diagnostic(.note, "doubled", "\(were) in an export more than once; each is shown once", at: origin))
    }
    guard ranks > 1 else { return }
    let known = holders.count { $0.before >= 0 }
    let older = holders.count { $0.last < ranks - 1 }
    log.append(
      Diagnostic(
        .note, "merged",
        "'\(title)' is in \(ranks) exports: \(new) messages are new in a later one, \(known) were known, \(isDifferent.count) of these differ, and \(older) are in an older one only; all are shown\(reason(known))\(olderTitles)\(overwritten.words)",
        at: origin))
  }

  /// Returns the reason why exports are one conversation if their messages do not show it.
  private func reason(_ known: Int) -> String {
    if builder.isJoinedByUser { return "; they were joined as --join says" }
    guard known == 0, builder.name != nil else { return "" }
    return "; they were joined by their name alone, as nothing speaks against it"
  }

  /// The other titles of older exports, in words.
  private var olderTitles: String {
    guard let newest = builder.olderTitles.first else { return "" }
    let others = builder.olderTitles.count - 1
    return others == 0
      ? "; an older export calls it '\(newest)'"
      : "; older exports call it '\(newest)' and by \(others) other titles"
  }
}

extension Message {
  /// The paths of its files in their export.
  fileprivate var fileNames: [String] {
    content.files.compactMap { $0.path.map { RootedPath.split($0).path } }
  }

  /// True unless both have files, and different ones.
  fileprivate func mayHaveFiles(of other: Message) -> Bool {
    let (one, two) = (fileNames, other.fileNames)
    return one.isEmpty || two.isEmpty || one == two
  }

  /// The message without anything that differs between its exports: its files' folder numbers, and the precision of its time.
  fileprivate var plain: Message { mappingFiles { RootedPath.split($0).path }.at(0) }
}

extension MessageContent {
  /// True if two contents have equal words, or are equal parts.
  fileprivate func isLike(_ other: MessageContent) -> Bool {
    switch (self, other) {
    case (.text, .text), (.media, .media), (.text, .media), (.media, .text): ownText == other.ownText
    default: self == other
    }
  }
}

extension String {
  /// The number of bytes that two texts have in common: at their beginnings and ends, or in runs of four anywhere.
  package func likeness(to other: String) -> Int {
    let (one, two) = (Array(utf8.prefix(4096)), Array(other.utf8.prefix(4096)))
    let start = zip(one, two).prefix { $0 == $1 }.count
    let rest = min(one.count, two.count) - start
    let ends = start + zip(one.reversed(), two.reversed()).prefix(rest).prefix { $0 == $1 }.count
    guard rest > ends, one.count > 4, two.count > 4 else { return ends }
    var runs: [UInt32: Int] = [:]
    for run in one.runsOfFour { runs[run, default: 0] += 1 }
    var common = 3
    for run in two.runsOfFour {
      guard let count = runs[run], count > 0 else { continue }
      runs[run] = count - 1
      common += 1
    }
    return common > 3 ? max(ends, common) : ends
  }
}

extension [UInt8] {
  /// All runs of four bytes, each as an integer.
  fileprivate var runsOfFour: [UInt32] {
    var run: UInt32 = 0
    return enumerated().compactMap { index, byte in
      run = run << 8 | UInt32(byte)
      return index < 3 ? nil : run
    }
  }
}
