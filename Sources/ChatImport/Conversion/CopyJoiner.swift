import ChatModel
import Storage

/// Joins exports of one conversation that differ in names, in clocks or in the part that they have.
///
/// Two people's phones export a chat under different names: each phone has the names of its address book, and its owner's name as that
/// person chose it. Their clocks differ by some seconds. Equal texts at nearly equal times identify the chat and its people. A download
/// in HTML has the texts and names of one in JSON, and local times without their zone. What was said after a chat was encrypted is in
/// a download of its own, with the same people.
struct CopyJoiner {
  private let spool: MessageSpool
  private let options: ImportOptions
  /// The conversations by their keys.
  private let indexes: [String: Int]

  init(_ spool: MessageSpool, _ options: ImportOptions, indexes: [String: Int]) {
    (self.spool, self.options, self.indexes) = (spool, options, indexes)
  }

  /// Joins copies of a conversation into the first of them, and returns the remaining conversations.
  ///
  /// - Throws: ``ImportError`` if the spool cannot be read or written.
  func joined(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    let builders = try joinedParts(joinedClocks(builders, &log), &log)
    let named = builders.filter { $0.copyDifference == .names && $0.count > 0 }
    guard Set(named.flatMap(\.inputs)).count > 1 else { return builders }
    for builder in named { try joinExports(of: builder, &log) }
    let absorbed = try joinChats(named, &log)
    return builders.filter { builder in !absorbed.contains { $0 === builder } }
  }

  // MARK: Different names

  /// The least number of equal texts in two exports of one chat.
  private static let leastEqual = 4
  /// The most texts of a chat in its sample.
  private static let sampleLimit = 1024

  /// Joins the exports of a conversation in which people have different names or messages have different times.
  private func joinExports(of builder: ConversationBuilder, _ log: inout DiagnosticLog) throws(ImportError) {
    var inputs: [Int] = []
    for entry in builder.entries where !inputs.contains(entry.input) { inputs.append(entry.input) }
    guard inputs.count > 1 else { return }
    let bytes = try spool.mapped()
    let messages = builder.entries.map { ComparedMessage($0, bytes, options.kinds) }
    let table = builder.participants
    for input in inputs.dropFirst() {
      let isOther = messages.map { $0.entry.input == input }
      let base = zip(messages, isOther).filter { !$0.1 }.map(\.0)
      let other = zip(messages, isOther).filter { $0.1 }.map(\.0)
      let aliases = Self.aliases(of: other, table, in: base, table)
      guard aliases.contains(where: { $0.key != $0.value }) || Self.haveOtherTimes(other, base) else {
        continue
      }
      let folder = InputFolder(joining: builder.roots)
      let join = JoinedCopies(base: base, other: other, senders: aliases, files: (folder, folder))
      try replace(builder, join, table, otherTable: table, bytes)
      note(join, builder.title, builder.title, &log)
      // Participant indexes have changed. The next round joins a third export.
      return try joinExports(of: builder, &log)
    }
  }

  /// Indicates whether at least three texts of `other` are a minute earlier or later in `base`: the clocks of two phones differ.
  private static func haveOtherTimes(_ other: [ComparedMessage], _ base: [ComparedMessage]) -> Bool {
    let known = Set(base.lazy.filter(\.isDistinct).map(\.key))
    return other.lazy.filter { message in
      message.isDistinct && !known.contains(message.key) && message.keys.contains { known.contains($0) }
    }.prefix(3).count == 3
  }

  /// Joins chats of different exports that have different names, and returns those that were joined to another one.
  private func joinChats(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var absorbed: [ConversationBuilder] = []
    var samples = TextSamples(limit: Self.sampleLimit)
    for (index, builder) in builders.enumerated() {
      let bytes = try spool.mapped()
      let messages = builder.entries.map { ComparedMessage($0, bytes, options.kinds) }
      let candidate = samples.candidate(for: messages, atLeast: Self.leastEqual) { other in
        Set(builders[other].inputs).isDisjoint(with: builder.inputs)
      }
      guard let candidate else {
        samples.add(messages, of: index)
        continue
      }
      let base = builders[candidate]
      let baseMessages = base.entries.map { ComparedMessage($0, bytes, options.kinds) }
      let aliases = Self.aliases(of: messages, builder.participants, in: baseMessages, base.participants)
      let join = JoinedCopies(
        base: baseMessages, other: messages, senders: aliases, files: Self.folders(base, builder))
      try replace(base, join, base.participants, otherTable: builder.participants, bytes)
      base.absorb(builder)
      note(join, base.title, builder.title, &log)
      absorbed.append(builder)
    }
    return absorbed
  }

  /// Maps the participants of `other` to those of `base`: to the sender of the same texts at the same times, else to the person with the
  /// same name.
  private static func aliases(
    of other: [ComparedMessage], _ otherTable: ParticipantTable, in base: [ComparedMessage],
    _ table: ParticipantTable
  ) -> [Int: Int] {
    var senders: [TextAndMinute: Set<Int>] = [:]
    for message in base where message.isText {
      if let sender = message.sender { senders[message.key, default: []].insert(sender) }
    }
    // A long text counts twice: two people may write the same short one in a minute.
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

  /// Replaces the conversation's messages by the joined ones, and people with two names by one person.
  private func replace(
    _ builder: ConversationBuilder, _ join: JoinedCopies, _ table: ParticipantTable,
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
      // The other phone's owner is one of the other people here, unless the user gave --me.
      if builder.copyDifference == .names, options.me == nil {
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
        if builder.copyDifference == .names, options.me == nil { person.isMe = false }
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

  private func note(_ join: JoinedCopies, _ title: String, _ other: String, _ log: inout DiagnosticLog) {
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

  // MARK: Different clocks

  /// Returns the conversation with exact times that has `key`, else the only one titled `title`; nil if there is none.
  private func exactCopy(
    _ key: String?, title: String, of builders: [ConversationBuilder]
  ) -> ConversationBuilder? {
    if let index = key.flatMap({ indexes[$0] }), builders[index].copyDifference == .none,
      builders[index].count > 0
    {
      return builders[index]
    }
    let titled = builders.filter { $0.copyDifference == .none && $0.title == title && $0.count > 0 }
    return titled.count == 1 ? titled[0] : nil
  }

  /// Joins conversations with local times to their copies with exact times, and returns the remaining conversations.
  private func joinedClocks(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var absorbed: [ConversationBuilder] = []
    for builder in builders {
      guard case .clock(let key) = builder.copyDifference,
        let exact = exactCopy(key, title: builder.title, of: builders)
      else { continue }
      let join = try join(builder, to: exact, hasLocalTimes: true)
      absorbed.append(builder)
      log.append(
        Diagnostic(
          .note, "merged-formats",
          "'\(exact.title)' is there in JSON and in HTML: \(join.known) messages are in both and are shown once, \(join.new) more are in the HTML",
          at: Origin(file: exact.title)))
    }
    guard !absorbed.isEmpty else { return builders }
    return builders.filter { builder in !absorbed.contains { $0 === builder } }
  }

  /// Joins a conversation to another one in which people have the same keys.
  private func join(
    _ builder: ConversationBuilder, to base: ConversationBuilder, hasLocalTimes: Bool = false
  ) throws(ImportError) -> JoinedCopies {
    let bytes = try spool.mapped()
    let aliases = Dictionary(
      uniqueKeysWithValues: builder.participants.participants.enumerated().compactMap { index, person in
        base.participants.index(ofKey: person.key).map { (index, Int($0.value)) }
      })
    let join = JoinedCopies(
      base: base.entries.map { ComparedMessage($0, bytes, options.kinds) },
      other: builder.entries.map { ComparedMessage($0, bytes, options.kinds) },
      senders: aliases, files: Self.folders(base, builder), hasLocalTimes: hasLocalTimes)
    try replace(base, join, base.participants, otherTable: builder.participants, bytes)
    base.absorb(builder)
    return join
  }

  // MARK: Parts

  /// The people of a conversation and its service, and its title if they are more than two: several groups may have the same people.
  private struct Company: Hashable {
    var service: String?
    var people: Set<String>
    var title: String?

    init(_ builder: ConversationBuilder) {
      service = builder.service
      people = Set(builder.participants.participants.map(\.key))
      title = people.count > 2 ? builder.title : nil
    }
  }

  /// Joins conversations that have a part of another one to that, and returns the remaining conversations.
  private func joinedParts(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    guard builders.contains(where: { $0.copyDifference == .part }) else { return builders }
    var absorbed: [ConversationBuilder] = []
    let copies = Dictionary(grouping: builders.filter { $0.count > 0 }, by: Company.init)
    for builder in builders where builder.copyDifference == .part {
      guard let base = copies[Company(builder)].flatMap(Self.beginning), base !== builder else { continue }
      let join = try join(builder, to: base)
      absorbed.append(builder)
      log.append(
        Diagnostic(
          .note, "merged-parts",
          "'\(base.title)' goes on in another export: \(join.known) messages are in both and are shown once, \(join.new) more are in the other one",
          at: Origin(file: base.title)))
    }
    return builders.filter { builder in !absorbed.contains { $0 === builder } }
  }

  /// Returns the conversation that the other ones of the same people continue. Returns nil if an export has several of them: they are
  /// of namesakes, who cannot be told apart.
  private static func beginning(of copies: [ConversationBuilder]) -> ConversationBuilder? {
    let wholes = copies.filter { $0.copyDifference != .part }
    let parts = copies.filter { $0.copyDifference == .part }
    let inputs = parts.flatMap(\.inputs)
    return wholes.count > 1 || Set(inputs).count < inputs.count ? nil : wholes.first ?? parts.first
  }
}
