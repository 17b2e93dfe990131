/// A content that is neither text nor files nor an event, as a value of its own type, for example a poll.
///
/// The open part of `MessageContent`: a new kind of content is a type with this protocol, and no switch has a
/// case for it.
public protocol MessagePart: Sendable, Equatable {
  /// The name of the kind, for counts and reports.
  static var kind: String { get }
  /// True if it shows no text of the message, which is then in the message's `extras.text`.
  var hasNoText: Bool { get }
  /// The files that it shows.
  var files: [Attachment] { get }
  /// The times in its content.
  var instants: [Instant] { get }
  /// Creates the part from the fields that a reader finds; nil if they are insufficient.
  init?(reading fields: inout some FieldVisitor)
  /// Goes through all fields, always in the same order.
  mutating func visitFields(_ visitor: inout some FieldVisitor)
}

extension MessagePart {
  /// True by default.
  public var hasNoText: Bool { true }
  /// Empty by default.
  public var files: [Attachment] { [] }
  /// Empty by default.
  public var instants: [Instant] { [] }

  /// Returns the part after a visit of its fields, for visitors that change them.
  public func visited(by visitor: inout some FieldVisitor) -> Self {
    var part = self
    part.visitFields(&visitor)
    return part
  }

  /// True if `other` has the same type and is equal.
  func isEqual(to other: any MessagePart) -> Bool { (other as? Self) == self }
}

/// The facts that a source gives of a part, in its order: names and values, all of them text.
public struct PartFacts: Sendable, Hashable {
  /// A name with its value.
  public struct Fact: Sendable, Hashable {
    /// The name, as the source gives it.
    public var name: String
    /// The value as text.
    public var value: String
    /// Creates a fact.
    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }
  /// The facts in the source's order; a name may occur more than once.
  public var facts: [Fact]

  /// Creates a list of facts.
  public init(_ facts: [Fact] = []) { self.facts = facts }

  /// The value of this name; the last one if it occurs more than once.
  public subscript(name: String) -> String? { facts.last { $0.name == name }?.value }
}
