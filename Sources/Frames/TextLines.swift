/// The lines of a text. Few, as most texts have, lie in the value itself.
public struct TextLines: Sendable {
  /// How many lie in the value.
  private static let near = 4
  private var first: InlineArray<4, TextLine>
  private var further: [TextLine] = []
  public private(set) var count = 0

  /// No lines.
  public init() {
    first = InlineArray(repeating: TextLine(start: 0, end: 0, width: .zero, ending: .end))
  }

  public init(_ lines: some Sequence<TextLine>) {
    self.init()
    for line in lines { append(line) }
  }

  public mutating func append(_ line: TextLine) {
    if count < Self.near { first[count] = line } else { further.append(line) }
    count += 1
  }
}

extension TextLines: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(place: Int) -> TextLine {
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
