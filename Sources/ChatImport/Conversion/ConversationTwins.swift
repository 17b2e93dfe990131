import ChatModel
import Storage

/// Joins conversations that two exports tell in other words.
///
/// The phones of two people have the same chat under other names: each has the names of its own address book, and its owner's as they
/// chose it. Clocks differ by some seconds too. What agrees are texts and, nearly, times. A download in HTML has the same texts and
/// names as one in JSON, with times of a clock whose zone it does not tell.
struct ConversationTwins {
  private let spool: MessageSpool
  private let options: ImportOptions
  /// The conversations by their keys.
  private let indexes: [String: Int]

  init(_ spool: MessageSpool, _ options: ImportOptions, indexes: [String: Int]) {
    (self.spool, self.options, self.indexes) = (spool, options, indexes)
  }

  /// Returns the conversations with each of those that are the same joined into the first of them.
  func joined(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    let builders = try withoutOtherClocks(builders, &log)
    let named = builders.filter { $0.retelling == .otherNames && $0.count > 0 }
    guard Set(named.flatMap(\.inputs)).count > 1 else { return builders }
    for builder in named { try joinExports(of: builder, &log) }
    let absorbed = try joinChats(named, &log)
    return builders.filter { builder in !absorbed.contains { $0 === builder } }
  }

  // MARK: Other names

  /// The least number of equal texts in two chats from which they may be the same one.
  private static let leastEqual = 4
  /// The most texts of a chat that are kept to recognise it.
  private static let sampleLimit = 1024

  /// Joins what phones with other names of the people tell of a chat with one name.
  private func joinExports(of builder: ConversationBuilder, _ log: inout DiagnosticLog) throws(ImportError) {
    var inputs: [Int] = []
    for entry in builder.entries where !inputs.contains(entry.input) { inputs.append(entry.input) }
    guard inputs.count > 1 else { return }
    let bytes = try spool.mapped()
    let told = builder.entries.map { TwinMessage($0, bytes, options.kinds) }
    let table = builder.participants
    for input in inputs.dropFirst() {
      let isOther = told.map { $0.entry.input == input }
      let base = zip(told, isOther).filter { !$0.1 }.map(\.0)
      let other = zip(told, isOther).filter { $0.1 }.map(\.0)
      let aliases = Self.aliases(of: other, table, in: base, table)
      guard aliases.contains(where: { $0.key != $0.value }) || Self.haveOtherTimes(other, base) else {
        continue
      }
      let folder = InputFolder(joining: builder.roots)
      let join = TwinJoin(base: base, other: other, senders: aliases, files: (folder, folder))
      try replace(builder, join, table, otherTable: table, bytes)
      note(join, builder.title, builder.title, &log)
      // The indexes of people are others now. A third phone's export is joined by the next round.
      return try joinExports(of: builder, &log)
    }
  }

  /// Indicates whether several texts of `other` are a minute off in `base`, as clocks of two phones make them.
  private static func haveOtherTimes(_ other: [TwinMessage], _ base: [TwinMessage]) -> Bool {
    let known = Set(base.lazy.filter(\.isDistinct).map(\.key))
    return other.lazy.filter { message in
      message.isDistinct && !known.contains(message.key) && message.keys.contains { known.contains($0) }
    }.prefix(3).count == 3
  }

  /// Joins chats of different exports that have other names, and returns those that are no longer their own.
  private func joinChats(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var absorbed: [ConversationBuilder] = []
    var samples = TwinSamples(limit: Self.sampleLimit)
    for (index, builder) in builders.enumerated() {
      let bytes = try spool.mapped()
      let told = builder.entries.map { TwinMessage($0, bytes, options.kinds) }
      let candidate = samples.candidate(for: told, atLeast: Self.leastEqual) { other in
        Set(builders[other].inputs).isDisjoint(with: builder.inputs)
      }
      guard let candidate else {
        samples.add(told, of: index)
        continue
      }
      let base = builders[candidate]
      let baseTold = base.entries.map { TwinMessage($0, bytes, options.kinds) }
      let aliases = Self.aliases(of: told, builder.participants, in: baseTold, base.participants)
      let join = TwinJoin(
        base: baseTold, other: told, senders: aliases, files: Self.folders(base, builder))
      try replace(base, join, base.participants, otherTable: builder.participants, bytes)
      base.absorb(builder)
      note(join, base.title, builder.title, &log)
      absorbed.append(builder)
    }
    return absorbed
  }

  /// Returns for the senders of `other` who they are in `base`: whose messages have the same texts at the same times, else who has the
  /// same name.
  private static func aliases(
    of other: [TwinMessage], _ otherTable: ParticipantTable, in base: [TwinMessage],
    _ table: ParticipantTable
  ) -> [Int: Int] {
    var senders: [TwinKey: Set<Int>] = [:]
    for message in base where message.isText {
      if let sender = message.sender { senders[message.key, default: []].insert(sender) }
    }
    // A long text says more than a short one, which others may have written at that time too.
    var votes: [Int: [Int: Int]] = [:]
    for message in other where message.isText {
      guard let sender = message.sender else { continue }
      for known in Set(message.keys.flatMap { senders[$0] ?? [] }) {
        votes[sender, default: [:]][known, default: 0] += message.isDistinct ? 2 : 1
      }
    }
    var aliases: [Int: Int] = [:]
    for (index, person) in otherTable.participants.enumerated() {
      let found = votes[index] ?? [:]
      let all = found.values.reduce(0, +)
      let best = found.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
      let same = table.index(ofKey: person.key).map { Int($0.value) }
      if let best, best.value >= 2, best.value * 5 >= all * 3, (same.flatMap { found[$0] } ?? 0) < best.value
      {
        aliases[index] = best.key
      } else if let same {
        aliases[index] = same
      }
    }
    return aliases
  }

  /// Gives the conversation the joined messages, and of people with two names one.
  private func replace(
    _ builder: ConversationBuilder, _ join: TwinJoin, _ table: ParticipantTable,
    otherTable: ParticipantTable, _ bytes: InputBytes
  ) throws(ImportError) {
    let isSame = builder.participants == otherTable
    let renamed = Set(isSame ? join.senders.filter { $0.key != $0.value }.keys.map { $0 } : [])
    var people = ParticipantTable()
    var joinedIndexes: [Int: ParticipantIndex] = [:]
    var hasOwner = false
    for (index, person) in table.participants.enumerated() where !renamed.contains(index) {
      var person = person
      let others = join.senders.filter { $0.value == index }.map { otherTable.participants[$0.key] }
      // The owner of the other phone is one of the others here, unless the user named them.
      if builder.retelling == .otherNames, options.me == nil {
        person.isMe = person.isMe && !hasOwner
      } else {
        person.isMe = person.isMe || others.contains(where: \.isMe)
      }
      hasOwner = hasOwner || person.isMe
      let joinedIndex = people.add(person)
      for other in others { people.note(other.name, of: joinedIndex) }
      joinedIndexes[index] = joinedIndex
    }
    var otherIndexes: [Int: ParticipantIndex] = [:]
    for (index, person) in otherTable.participants.enumerated() {
      if let known = join.senders[index].flatMap({ joinedIndexes[$0] }) {
        otherIndexes[index] = known
      } else {
        var person = person
        if builder.retelling == .otherNames, options.me == nil { person.isMe = false }
        otherIndexes[index] = people.add(person)
      }
    }
    var entries: [ConversationBuilder.MessageEntry] = []
    for (message, isOther) in join.messages {
      var entry = message.entry
      if isOther { entry.input = join.input }
      let joinedIndexes = isOther ? otherIndexes : joinedIndexes
      entries.append(try builder.rewritten(entry, bytes) { joinedIndexes[$0] })
    }
    builder.replace(entries, people)
  }

  private func note(_ join: TwinJoin, _ title: String, _ other: String, _ log: inout DiagnosticLog) {
    let subject = title == other ? "'\(title)' is" : "'\(other)' is the same chat as '\(title)', which is"
    log.append(
      Diagnostic(
        .note, "merged-names",
        "\(subject) in two exports with other names or times: \(join.known) messages are in both and are shown once, \(join.new) more are in the second one; names are those of the first",
        at: Origin(file: title)))
  }

  private static func folders(
    _ base: ConversationBuilder, _ other: ConversationBuilder
  ) -> (base: InputFolder, other: InputFolder) {
    (InputFolder(joining: base.roots), InputFolder(joining: other.roots))
  }

  // MARK: Another clock

  private func precise(
    _ key: String, title: String, of builders: [ConversationBuilder]
  ) -> ConversationBuilder? {
    if let index = indexes[key], builders[index].retelling == .never, builders[index].count > 0 {
      return builders[index]
    }
    let titled = builders.filter { $0.retelling == .never && $0.title == title && $0.count > 0 }
    return titled.count == 1 ? titled[0] : nil
  }

  /// Takes from conversations with another clock what the one with instants has, and joins the rest to it.
  private func withoutOtherClocks(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var absorbed: [ConversationBuilder] = []
    for builder in builders {
      guard case .otherClock(let key) = builder.retelling,
        let precise = precise(key, title: builder.title, of: builders)
      else { continue }
      let bytes = try spool.mapped()
      let base = precise.entries.map { TwinMessage($0, bytes, options.kinds) }
      let other = builder.entries.map { TwinMessage($0, bytes, options.kinds) }
      let aliases = Dictionary(
        uniqueKeysWithValues: builder.participants.participants.enumerated().compactMap { index, person in
          precise.participants.index(ofKey: person.key).map { (index, Int($0.value)) }
        })
      let join = TwinJoin(
        base: base, other: other, senders: aliases, files: Self.folders(precise, builder), hasOtherClock: true
      )
      try replace(precise, join, precise.participants, otherTable: builder.participants, bytes)
      precise.absorb(builder)
      absorbed.append(builder)
      log.append(
        Diagnostic(
          .note, "merged-formats",
          "'\(precise.title)' is there in JSON and in HTML: \(join.known) messages are in both and are shown once, \(join.new) more are in the HTML",
          at: Origin(file: precise.title)))
    }
    guard !absorbed.isEmpty else { return builders }
    return builders.filter { builder in !absorbed.contains { $0 === builder } }
  }
}
