/// A part that a source may name although no format of ours has members for it: it is made of what the source says.
public protocol NamedPart: MessagePart {
  /// Creates the part, or nil if facts are missing. The message is then shown like one of an unknown kind.
  init?(_ facts: PartFacts)
  /// The facts that it was made of, to make it again.
  var facts: PartFacts { get }
}

/// The named parts that are known, by the names of their kinds.
public struct PartKinds: Sendable {
  private var types: [String: any NamedPart.Type] = [:]

  /// Creates the set of these types. Of two with one kind, the later one counts.
  public init(_ types: [any NamedPart.Type] = []) {
    for type in types { self.types[type.kind] = type }
  }

  /// The part of this kind with these facts; nil for a kind that is not known and for facts that are not enough.
  public func part(_ kind: String, _ facts: PartFacts) -> (any MessagePart)? { types[kind]?.init(facts) }
}
