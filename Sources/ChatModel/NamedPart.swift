/// A part that a source may name although none of our formats has members for it: it is made of the source's facts.
public protocol NamedPart: MessagePart {
  /// Creates the part, or nil if facts are missing. The message is then shown like one of an unknown kind.
  init?(_ facts: PartFacts)
  /// The facts it was made of, to make it again.
  var facts: PartFacts { get }
}

extension NamedPart {
  /// Creates the part from its facts.
  public init?(reading fields: inout some FieldVisitor) {
    var facts = PartFacts()
    fields.visit(&facts)
    self.init(facts)
  }

  /// Goes through the facts, which do not change.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) {
    var facts = facts
    visitor.visit(&facts)
  }
}

/// The known named parts, by the names of their kinds.
public struct PartKinds: Sendable {
  private var types: [String: any NamedPart.Type] = [:]

  /// Creates the set of these types. Of two with one kind, the later one counts.
  public init(_ types: [any NamedPart.Type] = []) {
    for type in types { self.types[type.kind] = type }
  }

  /// The part of this kind with these facts; nil for an unknown kind or insufficient facts.
  public func part(_ kind: String, _ facts: PartFacts) -> (any MessagePart)? { types[kind]?.init(facts) }
}
