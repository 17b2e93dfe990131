/// The parts of a template that can be read one by one, in order: whole lines, with no section open at their ends.
///
/// What a tag does reaches to the ends of its line (Mustache, “standalone tags”) and to the end of its section, so the parts
/// mean what the whole means.
struct TemplateParts: Sequence, IteratorProtocol {
  private var left: Substring.UTF8View

  struct Part {
    var text: Substring
    /// Indicates whether there is something in it to be filled in; else it is what it is.
    var hasTag: Bool
  }

  init(of source: String) { left = source[...].utf8 }

  mutating func next() -> Part? {
    guard !left.isEmpty else { return nil }
    var sections = 0
    var isInTag = false
    var hasTag = false
    var index = left.startIndex
    while index < left.endIndex {
      let byte = left[index]
      left.formIndex(after: &index)
      switch byte {
      case UInt8(ascii: "{") where !isInTag && index < left.endIndex && left[index] == byte:
        (isInTag, hasTag) = (true, true)
        left.formIndex(after: &index)
        guard index < left.endIndex else { break }
        switch left[index] {
        case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "<"): sections += 1
        case UInt8(ascii: "/"): sections -= 1
        default: break
        }
      case UInt8(ascii: "}") where isInTag && index < left.endIndex && left[index] == byte:
        isInTag = false
        left.formIndex(after: &index)
      case UInt8(ascii: "\n") where !isInTag && sections == 0:
        defer { left = left[index...] }
        return Part(text: Substring(left[..<index]), hasTag: hasTag)
      default: break
      }
    }
    defer { left = left[index...] }
    return Part(text: Substring(left), hasTag: hasTag)
  }
}
