import ChatModel

/// The facts of a conversation, redacted: id, title and people.
struct RedactedFacts {
  private(set) var info: ConversationInfo
  private let table: ParticipantTable
  private let rules: ConversationRules
  private var redactor: MessageRedactor

  /// Begins with the facts of a source and all of its people.
  init(
    of info: ConversationInfo, _ table: ParticipantTable, _ rules: ConversationRules, _ aliases: FileAliases
  ) {
    (self.info, self.table, self.rules) = (info, table, rules)
    redactor = MessageRedactor(rules, aliases: aliases)
  }

  /// Matches by rule.
  var counts: [Int: Int] { redactor.text.counts }

  /// Redacts the facts of the conversation with an index. With pseudonyms its id, by which an app may know a person, is its number.
  mutating func redact(_ index: Int, _ people: PeopleNames, hasPseudonyms: Bool) {
    let id = info.id
    info.id = hasPseudonyms ? "chat-\(index + 1)" : redactor.text.redacted(info.id)
    if !hasPseudonyms, rules.isTelling(id: info.id) || info.id != id && rules.words.hidden != nil {
      info.id = "redacted-\(index + 1)"
    }
    info.title = redactor.text.redacted(info.title)
    if case .agent(let name)? = info.titleStandIn { info.titleStandIn = .agent(redactor.text.redacted(name)) }
    var shown = ParticipantTable()
    var keys = Set(table.participants.map(\.key))
    for (number, participant) in table.participants.enumerated() {
      var person = participant
      if let name = people.names[PeopleNames.Member(source: index, index: number)] {
        (person.name, person.avatar, person.standIn) = (rules.words.text(name), nil, nil)
        person.key = Self.unused(
          "\(hasPseudonyms ? "person" : "redacted")-\(people.numbers[.init(source: index, index: number)] ?? 0)",
          &keys)
      } else {
        person.name = redactor.text.redacted(participant.name)
        person.avatar = participant.avatar.map { redactor.path($0) }
        if hasPseudonyms { person.avatar = nil }
        if hasPseudonyms || person.name != participant.name || rules.isTelling(id: participant.key) {
          person.key = Self.unused("redacted-\(number)", &keys)
        }
      }
      let added = shown.add(person)
      // `--me` and `--participant` name people as the source does.
      for name in [participant.name, participant.key] + table.sourceNames(at: number) {
        shown.note(name, of: added)
      }
    }
    info.participants = shown
  }

  /// Returns a key that nobody has.
  private static func unused(_ key: String, _ keys: inout Set<String>) -> String {
    var (unused, number) = (key, 1)
    while !keys.insert(unused).inserted {
      number += 1
      unused = "\(key)-\(number)"
    }
    return unused
  }
}
