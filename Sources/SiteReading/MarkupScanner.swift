/// Finds the tags and texts of markup that a site's writer made, or of anything else without failing.
///
/// Our writer puts attributes in double quotes and escapes `<` in texts, so a tag ends at the first `>` outside of quotes. In a
/// stranger's file it may find nonsense, but it ends.
public struct MarkupScanner {
  private let bytes: [UInt8]
  private var offset: Int
  private let end: Int

  /// A part of the markup.
  public enum Piece {
    /// A tag with its angle brackets.
    case tag(Range<Int>)
    /// Characters between tags.
    case text(Range<Int>)
  }

  /// Creates a scanner of a part of a file.
  public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    (offset, end) = (range?.lowerBound ?? 0, range?.upperBound ?? bytes.count)
  }

  /// Returns the next tag or text, or nil at the end.
  public mutating func next() -> Piece? {
    guard offset < end else { return nil }
    let start = offset
    if bytes[start] != UInt8(ascii: "<") {
      while offset < end, bytes[offset] != UInt8(ascii: "<") { offset += 1 }
      return .text(start..<offset)
    }
    var isQuoted = false
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ">"), !isQuoted { break }
    }
    return .tag(start..<offset)
  }
}

/// A tag's name and attributes.
public struct Tag {
  private let bytes: [UInt8]
  /// The offsets of the tag in its file.
  public let range: Range<Int>

  /// Creates the tag at these offsets of a file.
  public init(bytes: [UInt8], range: Range<Int>) { (self.bytes, self.range) = (bytes, range) }

  /// The bytes of the name, with a slash before it for an end tag.
  public var name: ArraySlice<UInt8> {
    let start = range.lowerBound + 1
    var end = start
    while end < range.upperBound, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ">") { end += 1 }
    return bytes[start..<end]
  }

  /// True if the tag has this name.
  public func isNamed(_ name: StaticString) -> Bool { self.name.elementsEqual(name) }

  /// Calls `body` with name and value of each attribute that has a value in double quotes.
  public func forEachAttribute(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Void) {
    var offset = name.endIndex
    while offset < range.upperBound {
      while offset < range.upperBound, bytes[offset] <= 0x20 { offset += 1 }
      let start = offset
      while offset < range.upperBound, bytes[offset] > 0x20, bytes[offset] != UInt8(ascii: "="),
        bytes[offset] != UInt8(ascii: ">")
      { offset += 1 }
      let name = bytes[start..<offset]
      guard offset + 1 < range.upperBound, bytes[offset] == UInt8(ascii: "="),
        bytes[offset + 1] == UInt8(ascii: "\"")
      else {
        if offset == start { offset += 1 }
        continue
      }
      offset += 2
      let value = offset
      while offset < range.upperBound, bytes[offset] != UInt8(ascii: "\"") { offset += 1 }
      body(name, bytes[value..<offset])
      offset += 1
    }
  }

  /// Returns the value of an attribute, with its entities replaced; nil if the tag has none of this name.
  public func attribute(_ name: StaticString) -> String? {
    var found: ArraySlice<UInt8>?
    forEachAttribute { if found == nil, $0.elementsEqual(name) { found = $1 } }
    return found.map(Self.text)
  }

  /// Returns the characters of a value.
  public static func text(_ value: ArraySlice<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    guard value.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let entity = entities.first(where: { rest.hasPrefix($0.name) }) else {
        result.append("&")
        rest = rest.dropFirst()
        continue
      }
      result += entity.text
      rest = rest.dropFirst(entity.name.count)
    }
    return result + rest
  }

  private static let entities: [(name: String, text: String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"),
  ]
}

extension Sequence<UInt8> {
  /// True if the bytes are a name that the program knows.
  fileprivate func elementsEqual(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { unsafe elementsEqual($0) }
  }
}
