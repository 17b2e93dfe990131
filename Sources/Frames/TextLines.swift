/// The lines of a text. Few, as most texts have, lie in the value itself.
public struct TextLines: Sendable {
  /// How many lie in the value.
  @inlinable static var near: Int { 4 }
  @usableFromInline var first: InlineArray<4, TextLine>
  @usableFromInline var further: [TextLine] = []
  @usableFromInline var total = 0

  /// No lines.
  public init() {
    first = InlineArray(repeating: TextLine(start: 0, end: 0, width: .zero, ending: .end))
  }

  public init(_ lines: some Sequence<TextLine>) {
    self.init()
    for line in lines { append(line) }
  }

  @inlinable public mutating func append(_ line: TextLine) {
    if total < Self.near { first[total] = line } else { further.append(line) }
    total += 1
  }
}

extension TextLines: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { total }
  @inlinable public var count: Int { total }

  @inlinable public subscript(place: Int) -> TextLine {
    place < Self.near ? first[place] : further[place - Self.near]
  }
}

extension TextLines: ExpressibleByArrayLiteral {
  public init(arrayLiteral lines: TextLine...) { self.init(lines) }
}

extension TextLines: Hashable {
  public static func == (one: TextLines, other: TextLines) -> Bool {
    if one.count != other.count { return false }
    for place in one.indices where one[place] != other[place] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for line in self { hasher.combine(line) }
  }
}
