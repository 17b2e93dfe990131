/// The lines of a text. The first four are stored inline, so that most texts need no array.
public struct TextLines: Sendable {
  /// Number of lines stored inline.
  @inlinable static var inlineCount: Int { 4 }
  @usableFromInline var first: InlineArray<4, TextLine>
  @usableFromInline var further: [TextLine] = []
  @usableFromInline var total = 0

  /// An empty collection of lines.
  public init() {
    first = InlineArray(repeating: TextLine(start: 0, end: 0, width: .zero, ending: .end))
  }

  /// The lines of a sequence.
  public init(_ lines: some Sequence<TextLine>) {
    self.init()
    for line in lines { append(line) }
  }

  /// Appends a line.
  @inlinable public mutating func append(_ line: TextLine) {
    if total < Self.inlineCount { first[total] = line } else { further.append(line) }
    total += 1
  }
}

extension TextLines: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of lines.
  @inlinable public var endIndex: Int { total }
  /// The number of lines.
  @inlinable public var count: Int { total }

  /// The line at `index`.
  @inlinable public subscript(index: Int) -> TextLine {
    index < Self.inlineCount ? first[index] : further[index - Self.inlineCount]
  }
}

extension TextLines: ExpressibleByArrayLiteral {
  /// The lines of a literal.
  public init(arrayLiteral lines: TextLine...) { self.init(lines) }
}

extension TextLines: Hashable {
  /// Compares line by line.
  public static func == (one: TextLines, other: TextLines) -> Bool {
    if one.count != other.count { return false }
    for index in one.indices where one[index] != other[index] { return false }
    return true
  }

  /// Hashes the number of lines and each line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for line in self { hasher.combine(line) }
  }
}
