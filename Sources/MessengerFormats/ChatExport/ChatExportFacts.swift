import ChatModel
import ImportKit

extension DocumentReader {
  /// Reads the facts of a part that the format has no members for: texts, numbers and truth values by their names.
  mutating func facts(_ member: StaticString) throws(JSONError) -> PartFacts {
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
