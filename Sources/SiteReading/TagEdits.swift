/// Changes of a tag's attributes, by which it is written anew.
public struct TagEdits {
  private let bytes: [UInt8]
  private let tag: Tag
  private var edits: [(range: Range<Int>, text: [UInt8])] = []
  private var added: [UInt8] = []

  /// Creates the changes of a tag of a file: none.
  public init(_ tag: Tag, of bytes: [UInt8]) { (self.tag, self.bytes) = (tag, bytes) }

  /// Calls `body` with the name and value of each attribute; its result, if not nil, is the new value, as markup.
  public mutating func replaceValues(_ body: (_ name: String, _ value: String) -> String?) {
    tag.forEachAttribute { name, value in
      guard let new = body(String(decoding: name, as: UTF8.self), Tag.text(value)) else { return }
      edits.append((value.startIndex..<value.endIndex, Array(new.utf8)))
    }
  }

  /// Replaces the value of an attribute that the tag has, or adds it. The value is markup, without double quotes.
  public mutating func set(_ name: String, _ value: [UInt8]) {
    var found: Range<Int>?
    tag.forEachAttribute { if $0.elementsEqual(name.utf8) { found = $1.startIndex..<$1.endIndex } }
    if let found {
      edits.append((found, value))
    } else {
      if let flag = flag(name) { edits.append((flag, [])) }
      added += " \(name)=\"".utf8
      added += value
      added.append(UInt8(ascii: "\""))
    }
  }

  /// Returns the offsets of an attribute without a value, with the blank before it.
  private func flag(_ name: String) -> Range<Int>? {
    let text = Array(" \(name)".utf8)
    var isQuoted = false
    var offset = tag.range.lowerBound
    while offset + text.count < tag.range.upperBound {
      if bytes[offset] == UInt8(ascii: "\"") { isQuoted.toggle() }
      let end = offset + text.count
      if !isQuoted, bytes[offset..<end].elementsEqual(text), [0x20, 0x2F, 0x3E].contains(bytes[end]) {
        return offset..<end
      }
      offset += 1
    }
    return nil
  }

  /// Removes an attribute with a value.
  public mutating func remove(_ name: String) {
    tag.forEachAttribute {
      if $0.elementsEqual(name.utf8) { edits.append((($0.startIndex - 1)..<($1.endIndex + 1), [])) }
    }
  }

  /// Adds the changed tag.
  public func append(to markup: inout [UInt8]) {
    var start = tag.range.lowerBound
    let sorted = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    for edit in sorted where edit.range.lowerBound >= start {
      markup += bytes[start..<edit.range.lowerBound]
      markup += edit.text
      start = edit.range.upperBound
    }
    var end = tag.range.upperBound - 1
    if end > start, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    markup += bytes[start..<end]
    markup += added
    markup += bytes[end..<tag.range.upperBound]
  }
}
