import ChatModel
import ImportKit

extension DocumentReader {
  /// Reads the facts of a part that the format has no members for: texts, numbers and truth values by their names, or a list of objects
  /// with a name and a value, for names that occur twice.
  mutating func facts(_ member: StaticString) throws(JSONError) -> PartFacts {
    if try json.peek() == .array { return try factList(member) }
    var facts = PartFacts()
    guard try beginObject(member) else { return facts }
    while try nextName() {
      let name = json.name
      guard let value = try fact() else {
        warn("wrong-type", "", "is not a string, number or boolean; it is left out")
        continue
      }
      facts.facts.append(PartFacts.Fact(name: name, value: value))
    }
    return facts
  }

  private mutating func factList(_ member: StaticString) throws(JSONError) -> PartFacts {
    var facts = PartFacts()
    guard try beginList(member) else { return facts }
    while try nextElement() {
      guard try beginObject() else { continue }
      var (name, value) = (String?.none, String?.none)
      while let member = try nextMember(in: ChatExportParts.factMembers, of: "fact") {
        switch member {
        case .name: name = try text("name")
        case .value: value = try fact()
        }
      }
      guard let name, let value else {
        warn("missing-member", "", "has not both a name and a value; it is left out")
        continue
      }
      facts.facts.append(PartFacts.Fact(name: name, value: value))
    }
    return facts
  }

  /// Reads the next value as text; nil for `null` and for arrays and objects, which are skipped.
  private mutating func fact() throws(JSONError) -> String? {
    switch try json.peek() {
    case .string: return try json.readString()
    case .number, .boolean:
      let start = json.position
      try json.skipValue()
      return json.bytes.string(in: start..<json.position)
    default:
      try json.skipValue()
      return nil
    }
  }
}
