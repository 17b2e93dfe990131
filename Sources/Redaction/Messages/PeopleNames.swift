import ChatModel

/// The people of all conversations, with the names that a redacted site shows.
struct PeopleNames {
  /// A person of a conversation.
  struct Member: Hashable {
    /// The index of the conversation.
    var source: Int
    /// The index in its table.
    var index: Int
  }

  /// The name shown for a member; the member's own if there is none.
  private(set) var names: [Member: Replacement] = [:]
  /// A number for each member with another name: equal for one person in several conversations.
  private(set) var numbers: [Member: Int] = [:]
  /// The terms of names.
  private(set) var terms: [(text: String, target: Term.Target)] = []
  /// The terms by which ids name the people of rules, with the rules.
  private(set) var idTerms: [(text: String, rule: Int)] = []
  /// The members whom each rule about a person names.
  private(set) var membersOfRules: [Int: [Member]] = [:]

  private let tables: [ParticipantTable]
  /// The index of each term in ``terms``.
  private var known: [String: Int] = [:]

  /// Finds the people whom rules name. `applies` is true if a rule is about a conversation.
  init(
    _ tables: [ParticipantTable], _ rules: [RedactionRule],
    applies: (RedactionRule, Int) -> Bool
  ) {
    self.tables = tables
    let directory = PeopleDirectory(tables)
    for (number, rule) in rules.enumerated() {
      let name: String
      switch rule.subject {
      case .person(let value), .messagesOf(let value), .attachmentsOf(let value): name = value
      default: continue
      }
      let members = directory.members(called: name).filter { applies(rule, $0.source) }
      membersOfRules[number] = members
      guard case .person = rule.subject else { continue }
      let target = Term.Target(rule: number, replacement: Replacement(rule.replacement))
      for member in members where names[member] == nil {
        (names[member], numbers[member]) = (target.replacement, number)
      }
      let known = NameTerms.names([name]) + NameTerms.key(name) + members.flatMap { words(of: $0) }
      add(known, target)
      let keys = members.map { tables[$0.source].participants[$0.index].key }
      idTerms += NameTerms.ids(known + keys).map { ($0, number) }
    }
  }

  /// Gives all other people invented names, in the order in which they appear. `others` are people who are no participants.
  mutating func addPseudonyms(others: [OtherNames.Person]) {
    var byKey: [String: Int] = [:]
    var byName: [[UInt32]: Int] = [:]
    var count = 0
    var used: Set<Member> = []
    for source in tables.indices {
      for (index, participant) in tables[source].participants.enumerated() {
        let member = Member(source: source, index: index)
        guard names[member] == nil, participant.standIn == nil else { continue }
        let letters = ComparedText(participant.name).letters
        let named = byName[letters].flatMap { number in
          used.contains(Member(source: source, index: number)) ? nil : number
        }
        let number = byKey[participant.key] ?? named ?? count + 1
        count = max(count, number)
        byKey[participant.key] = number
        if byName[letters] == nil { byName[letters] = number }
        used.insert(Member(source: source, index: number))
        (names[member], numbers[member]) = (.person(number), number)
        add(words(of: member), Term.Target(rule: nil, replacement: .person(number)))
      }
    }
    for person in others {
      let letters = ComparedText(person.name).letters
      let addresses = person.addresses.flatMap { NameTerms.key($0) }
      if Term.isUsable(person.name), byName[letters] == nil, known[person.name] == nil {
        count += 1
        byName[letters] = count
        add(NameTerms.names([person.name]), Term.Target(rule: nil, replacement: .person(count)))
      }
      // An address whose owner has no invented name is redacted.
      let target = Term.Target(rule: nil, replacement: byName[letters].map { .person($0) } ?? .usual)
      add(addresses.filter { known[$0] == nil }, target)
    }
  }

  private func words(of member: Member) -> [String] {
    let participant = tables[member.source].participants[member.index]
    guard participant.standIn == nil else { return NameTerms.key(participant.key) }
    let names = [participant.name] + tables[member.source].sourceNames(at: member.index)
    return NameTerms.names(names.filter { !NameTerms.isRole($0) }) + NameTerms.key(participant.key)
  }

  /// Adds terms. A term of two people is shown as nobody's.
  private mutating func add(_ words: [String], _ target: Term.Target) {
    for word in words {
      guard let index = known[word] else {
        known[word] = terms.count
        terms.append((word, target))
        continue
      }
      let earlier = terms[index].target
      if earlier.rule == nil, earlier.replacement != target.replacement {
        terms[index].target.replacement = .usual
      }
    }
  }
}
