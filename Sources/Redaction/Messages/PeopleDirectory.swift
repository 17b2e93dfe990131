import ChatModel

/// The people of all conversations by everything they are called: names, keys and aliases without case and accents, and phone numbers.
struct PeopleDirectory {
  private var members: [[UInt32]: [PeopleNames.Member]] = [:]

  /// Enters the people of some tables.
  init(_ tables: [ParticipantTable]) {
    for (source, table) in tables.enumerated() {
      for (index, participant) in table.participants.enumerated() {
        var keys: Set<[UInt32]> = []
        for name in [participant.key, participant.name] + table.sourceNames(at: index) {
          let letters = ComparedText(name).letters
          if !letters.isEmpty { keys.insert(letters) }
          // No name begins with a zero character.
          if let phone = NameTerms.phone(name) { keys.insert([0] + phone) }
        }
        for key in keys { members[key, default: []].append(PeopleNames.Member(source: source, index: index)) }
      }
    }
  }

  /// Returns the people with a name, key, alias or phone number, in the order of the tables.
  func members(called name: String) -> [PeopleNames.Member] {
    var found = Set(members[ComparedText(name).letters] ?? [])
    if let phone = NameTerms.phone(name) { found.formUnion(members[[0] + phone] ?? []) }
    return found.sorted { ($0.source, $0.index) < ($1.source, $1.index) }
  }
}
