import ChatModel
import Storage

/// Joins exports of one conversation that differ in names, in clocks or in their parts of it.
///
/// Two people's phones export a chat under different names: each phone has the names of its address book, and its owner's name as that
/// person chose it. Their clocks differ by some seconds. Equal texts at nearly equal times identify the chat and its people. A download
/// in HTML has the texts and names of one in JSON, and local times without their zone. Messages sent after a chat was encrypted are in
/// a download of their own, with the same people.
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
    var builders = try joinedParts(joinedClocks(builders, &log), &log)
    builders = try joinedNamesakes(joinedChosen(builders, &log), &log)
    let named = builders.filter { $0.copyDifference == .names && $0.count > 0 }
    guard named.count > 1 else { return builders }
    return builders.without(try joinChats(named, &log))
  }

  // MARK: Chosen by the user

  /// Joins the conversations that the user says are one.
  private func joinedChosen(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    guard !options.joins.isEmpty else { return builders }
    var absorbed: [ConversationBuilder] = []
    for chosen in options.joins.chosen(of: builders.map { ($0.title, $0.source) }) {
      let copies = chosen.map { builders[$0] }
      copies.first?.isJoinedByUser = true
      absorbed += try joinAll(copies, &log)
    }
    return builders.without(absorbed)
  }

  // MARK: One name

  /// Joins conversations without an id but with one name if they are one chat, and returns the remaining ones.
  private func joinedNamesakes(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    let named = builders.indices.filter { builders[$0].name != nil && builders[$0].count > 0 }
    let groups = Dictionary(grouping: named) { builders[$0].name }.values.filter { $0.count > 1 }
    guard !groups.isEmpty else { return builders }
    var absorbed: [ConversationBuilder] = []
    // In the order of the inputs, because a dictionary does not keep it.
    for numbers in groups.sorted(by: { $0[0] < $1[0] }) {
      let group = numbers.map { builders[$0] }
      let bytes = try spool.mapped()
      var namesakes = Namesakes()
      for copy in group {
        namesakes.add(copy.entries.map { ComparedMessage($0, bytes, options.kinds) }, of: copy)
      }
      for chat in namesakes.chats { absorbed += try joinAll(chat.map { group[$0] }, &log) }
      if let note = namesakes.note(on: group) { log.append(note) }
    }
    return builders.without(absorbed)
  }

  /// Joins copies of a conversation into the first one, in pairs, so that no message is compared more often than the logarithm of their
  /// number. Returns all but the first.
  private func joinAll(
    _ copies: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var rest = copies
    while rest.count > 1 {
      var next: [ConversationBuilder] = []
      for index in stride(from: 0, to: rest.count, by: 2) {
        next.append(rest[index])
        if index + 1 < rest.count { try join(rest[index + 1], with: rest[index], &log) }
      }
      rest = next
    }
    return Array(copies.dropFirst())
  }

  /// Joins a copy that may have other names or times to `base`.
  private func join(
    _ copy: ConversationBuilder, with base: ConversationBuilder, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var bytes = try spool.mapped()
    if copy.copyDifference == .names, base.copyDifference == .names {
      var messages = base.entries.map { ComparedMessage($0, bytes, options.kinds) }
      var other = copy.entries.map { ComparedMessage($0, bytes, options.kinds) }
      let gap = ZoneGap(of: other, from: messages)
      if let gap { other = gap.closed(other) }
      let aliases = Self.aliases(of: other, copy.participants, in: messages, base.participants)
      let haveOtherNames = aliases.contains { index, known in
        base.participants.participants[known].key != copy.participants.participants[index].key
      }
      if gap != nil || haveOtherNames || Self.haveOtherTimes(other, messages) {
        for copies in [base, copy] { try copies.mergeCopies(spool, options.kinds, &log) }
        bytes = try spool.mapped()
        messages = base.entries.map { [bytes] in ComparedMessage($0, bytes, options.kinds) }
        other = copy.entries.map { [bytes] in ComparedMessage($0, bytes, options.kinds) }
        if let gap { other = gap.closed(other) }
        let join = JoinedCopies(
          base: messages, other: other, senders: aliases, words: words(bytes))
        try replace(base, join, copy, bytes)
        return note(join, base.title, copy.title, &log)
      }
    }
    try append(copy, to: base, bytes)
  }

  /// Appends the messages of a conversation to another one whose people have equal keys. ``CopyMerge`` finds equal messages.
  private func append(
    _ copy: ConversationBuilder, to base: ConversationBuilder, _ bytes: InputBytes
  ) throws(ImportError) {
    var people: [Int: ParticipantIndex] = [:]
    var table = base.participants
    let hasOwner = table.participants.contains(where: \.isMe)
    let roots = base.numbers(ofRootsOf: copy)
    for (index, person) in copy.participants.participants.enumerated() {
      var person = person
      person.avatar = person.avatar.map { RootedPath.moved($0, to: roots) }
      if let known = table.index(ofKey: person.key) {
        people[index] = known
        var merged = table[known]
        if merged.name == merged.key { merged.name = person.name }
        merged.avatar = merged.avatar ?? person.avatar
        merged.isMe = merged.isMe || person.isMe && !hasOwner
        table.add(merged)
      } else {
        if hasOwner { person.isMe = person.isMe && options.me != nil }
        people[index] = table.add(person)
      }
    }
    let areSame = people.allSatisfy { $0 == Int($1.value) }
    let isMoved = roots.enumerated().contains { $0 != $1 }
    var entries = base.entries
    for entry in copy.entries {
      if areSame, !(isMoved && entry.hasPath) {
        entries.append(entry)
      } else {
        let message = base.message(entry, bytes, roots: roots) { people[$0] }
        entries.append(try base.rewritten(entry, as: message))
      }
    }
    base.replace(entries, table)
    base.absorb(copy, people: people, roots: roots)
  }

  // MARK: Different names

  /// The least number of equal texts in two exports of one chat.
  private static let leastEqual = 4
  /// The most texts of a chat in its sample.
  private static let sampleLimit = 1024

  /// True if at least three texts of `other` are a minute earlier or later in `base`: the clocks of two phones differ.
  private static func haveOtherTimes(_ other: [ComparedMessage], _ base: [ComparedMessage]) -> Bool {
    let known = Set(base.lazy.filter(\.isDistinct).map(\.key))
    return other.lazy.filter { message in
      message.isDistinct && !known.contains(message.key) && message.keys.contains { known.contains($0) }
    }.prefix(3).count == 3
  }

  /// Joins chats of different exports with different names, and returns those that were joined to another one.
  private func joinChats(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    var absorbed: [ConversationBuilder] = []
    var samples = TextSamples(limit: Self.sampleLimit)
    var sketches = TextSketches()
    for (index, builder) in builders.enumerated() {
      let bytes = try spool.mapped()
      let messages = builder.entries.map { ComparedMessage($0, bytes, options.kinds) }
      let candidate = samples.candidate(for: messages, atLeast: Self.leastEqual) { other in
        // Chats of one phone are different, and so are namesakes without proof.
        builders[other].name != builder.name && Self.areOfTwoExports(builders[other], builder)
      }
      guard let candidate else {
        for other in sketches.alike(messages) where Self.areOfTwoExports(builders[other], builder) {
          let known = builders[other].entries.map { ComparedMessage($0, bytes, options.kinds) }
          guard let gap = ZoneGap(of: messages, from: known) else { continue }
          log.append(Self.note(gap, builders[other], builder))
        }
        samples.add(messages, of: index)
        sketches.add(messages, of: index)
        continue
      }
      let base = builders[candidate]
      let baseMessages = base.entries.map { ComparedMessage($0, bytes, options.kinds) }
      let aliases = Self.aliases(of: messages, builder.participants, in: baseMessages, base.participants)
      let join = JoinedCopies(
        base: baseMessages, other: messages, senders: aliases, words: words(bytes))
      try replace(base, join, builder, bytes)
      note(join, base.title, builder.title, &log)
      absorbed.append(builder)
    }
    return absorbed
  }

  private static func areOfTwoExports(_ one: ConversationBuilder, _ other: ConversationBuilder) -> Bool {
    one.source != other.source && Set(one.inputs).isDisjoint(with: other.inputs)
  }

  /// Returns the note that two conversations may be exports of one chat from two time zones. Only the user can be certain, because
  /// neither clock is known to be right.
  private static func note(
    _ gap: ZoneGap, _ base: ConversationBuilder, _ other: ConversationBuilder
  ) -> Diagnostic {
    let (one, two) = (base.title, other.title)
    let names = one == two ? "\(base.source)=\(other.source)" : "\(one)=\(two)"
    return Diagnostic(
      .note, "zone-gap",
      "'\(one)' (\(base.source)) and '\(two)' (\(other.source)) have \(gap.count) texts in common, \(gap.words) apart, as if they were exported in two time zones; if they are one chat, give --join '\(names)', which takes the times of the first",
      at: Origin(file: one))
  }

  /// Maps the participants of `other` to participants of `base`: to the sender of the same texts at the same times, else to the person
  /// with the same name.
  private static func aliases(
    of other: [ComparedMessage], _ otherTable: ParticipantTable, in base: [ComparedMessage],
    _ table: ParticipantTable
  ) -> [Int: Int] {
    var senders: [TextAndMinute: Set<Int>] = [:]
    for message in base where message.isText {
      if let sender = message.sender { senders[message.key, default: []].insert(sender) }
    }
    // A long text counts twice, because two people may write one short text within a minute.
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

  /// Replaces the conversation's messages with the ones that `join` made from them and `other`, and people with two names with one person.
  private func replace(
    _ builder: ConversationBuilder, _ join: JoinedCopies, _ other: ConversationBuilder, _ bytes: InputBytes
  ) throws(ImportError) {
    let (table, otherTable) = (builder.participants, other.participants)
    let roots = builder.numbers(ofRootsOf: other)
    let named = Dictionary(grouping: join.senders.sorted { $0.key < $1.key }, by: \.value)
    var people = ParticipantTable()
    var joinedIndexes: [Int: ParticipantIndex] = [:]
    var hasOwner = false
    for (index, person) in table.participants.enumerated() {
      var person = person
      let others = named[index, default: []].map { otherTable.participants[$0.key] }
      // The other phone's owner is one of the other people here, unless the user gave --me.
      if builder.copyDifference == .names, options.me == nil {
        person.isMe = person.isMe && !hasOwner
      } else {
        person.isMe = person.isMe || others.contains(where: \.isMe)
      }
      hasOwner = hasOwner || person.isMe
      person.avatar =
        person.avatar ?? others.lazy.compactMap(\.avatar).first.map { RootedPath.moved($0, to: roots) }
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
        person.avatar = person.avatar.map { RootedPath.moved($0, to: roots) }
        if builder.copyDifference == .names, options.me == nil { person.isMe = false }
        otherIndexes[index] = people.add(person)
      }
    }
    var entries: [ConversationBuilder.MessageEntry] = []
    let folder = InputFolder(ofExports: builder.roots)
    for (copy, isOther, version) in join.messages {
      var entry = copy.entry
      if isOther { entry.input = join.input }
      let indexes = isOther ? otherIndexes : joinedIndexes
      var message = builder.message(entry, delay: copy.delay, bytes, roots: isOther ? roots : nil) {
        indexes[$0]
      }
      if let version {
        var second = builder.message(version.entry, bytes, roots: roots) { otherIndexes[$0] }
        // The first export's times are shown.
        if let time = message.instant?.milliseconds { second = second.at(time) }
        message =
          MessageVersions(
            older: join.isOtherNewer ? message : second, newer: join.isOtherNewer ? second : message,
            has: folder.has
          ).joined
      }
      entries.append(try builder.rewritten(entry, as: message))
    }
    builder.replace(entries, people)
    builder.absorb(other, people: otherIndexes, roots: roots)
  }

  private func note(_ join: JoinedCopies, _ title: String, _ other: String, _ log: inout DiagnosticLog) {
    let subject = title == other ? "'\(title)' is" : "'\(other)' is the same chat as '\(title)', which is"
    log.append(
      Diagnostic(
        .note, "merged-names",
        "\(subject) in two exports with other names or times: \(join.known) messages are in both and are shown once, \(join.new) more are in the second one; names are those of the first",
        at: Origin(file: title)))
  }

  /// Returns the function that reads the text of a message.
  private func words(_ bytes: InputBytes) -> (ComparedMessage) -> String {
    { [options] message in
      MessageRecord.message(at: message.entry.offset, of: bytes, kinds: options.kinds).content.ownText
    }
  }

  // MARK: Different clocks

  /// Joins conversations with local times to their copies with exact times, and returns the remaining conversations.
  ///
  /// A conversation's copy has its key, or it is the only one with its title and has its messages.
  private func joinedClocks(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    let exact = builders.filter { $0.copyDifference == .none && $0.count > 0 }
    var titled: [String: [ConversationBuilder]]?
    var absorbed: [ConversationBuilder] = []
    for builder in builders {
      guard case .clock(let key) = builder.copyDifference else { continue }
      var isKnown = false
      var copy: ConversationBuilder?
      if let index = key.flatMap({ indexes[$0] }), builders[index].copyDifference == .none,
        builders[index].count > 0
      {
        (copy, isKnown) = (builders[index], true)
      } else {
        let byTitle = titled ?? Dictionary(grouping: exact, by: \.title)
        titled = byTitle
        if let namesakes = byTitle[builder.title], namesakes.count == 1 { copy = namesakes[0] }
      }
      guard let copy, let join = try join(builder, to: copy, hasLocalTimes: true, isKnown: isKnown) else {
        continue
      }
      absorbed.append(builder)
      log.append(
        Diagnostic(
          .note, "merged-formats",
          "'\(copy.title)' is there in JSON and in HTML: \(join.known) messages are in both and are shown once, \(join.new) more are in the HTML",
          at: Origin(file: copy.title)))
    }
    return builders.without(absorbed)
  }

  /// Joins a conversation to another one in which people have equal keys. Returns nil, and changes nothing, if only their names agree
  /// (`isKnown` is false) and their messages of one period do not.
  private func join(
    _ builder: ConversationBuilder, to base: ConversationBuilder, hasLocalTimes: Bool = false,
    isKnown: Bool = true
  ) throws(ImportError) -> JoinedCopies? {
    let bytes = try spool.mapped()
    let aliases = Dictionary(
      uniqueKeysWithValues: builder.participants.participants.enumerated().compactMap { index, person in
        base.participants.index(ofKey: person.key).map { (index, Int($0.value)) }
      })
    let messages = base.entries.map { ComparedMessage($0, bytes, options.kinds) }
    let other = builder.entries.map { ComparedMessage($0, bytes, options.kinds) }
    let join = JoinedCopies(
      base: messages, other: other, senders: aliases, hasLocalTimes: hasLocalTimes, words: words(bytes))
    if !isKnown {
      let times = messages.lazy.filter(\.hasTime).map(\.seconds)
      guard let first = times.min(), let last = times.max(), !aliases.isEmpty else { return nil }
      // Local times are up to 26 hours off.
      let margin: Int64 = hasLocalTimes ? 93_600 : 0
      let common = other.count {
        $0.hasTime && $0.seconds >= first + margin && $0.seconds <= last - margin
      }
      // A part continues after the rest's end, or shares some of it.
      guard hasLocalTimes ? join.known * 2 >= common : join.known > 0 || common * 2 <= other.count else {
        return nil
      }
    }
    try replace(base, join, builder, bytes)
    return join
  }

  // MARK: Parts

  /// The people of a conversation and its service, with its title if they are more than two: several groups may have the same people.
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

  /// Joins conversations that have a part of another one to it, and returns the remaining conversations.
  private func joinedParts(
    _ builders: [ConversationBuilder], _ log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    guard builders.contains(where: { $0.copyDifference == .part }) else { return builders }
    var absorbed: [ConversationBuilder] = []
    let copies = Dictionary(grouping: builders.filter { $0.count > 0 }, by: Company.init)
    for builder in builders where builder.copyDifference == .part {
      guard let base = copies[Company(builder)].flatMap(Self.beginning), base !== builder else { continue }
      guard let join = try join(builder, to: base, isKnown: false) else { continue }
      absorbed.append(builder)
      log.append(
        Diagnostic(
          .note, "merged-parts",
          "'\(base.title)' goes on in another export: \(join.known) messages are in both and are shown once, \(join.new) more are in the other one",
          at: Origin(file: base.title)))
    }
    return builders.without(absorbed)
  }

  /// Returns the conversation that the other ones of the same people continue. Returns nil if an export has several of them, because
  /// they belong to different people with one name.
  private static func beginning(of copies: [ConversationBuilder]) -> ConversationBuilder? {
    let wholes = copies.filter { $0.copyDifference != .part }
    let parts = copies.filter { $0.copyDifference == .part }
    let inputs = parts.flatMap(\.inputs)
    return wholes.count > 1 || Set(inputs).count < inputs.count ? nil : wholes.first ?? parts.first
  }
}

extension [ConversationBuilder] {
  /// Returns the conversations that are not among `others`.
  fileprivate func without(_ others: [ConversationBuilder]) -> [ConversationBuilder] {
    guard !others.isEmpty else { return self }
    let absorbed = Set(others.map { ObjectIdentifier($0) })
    return filter { !absorbed.contains(ObjectIdentifier($0)) }
  }
}
