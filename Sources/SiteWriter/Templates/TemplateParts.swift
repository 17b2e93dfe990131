/// The parts of a template that can be read one by one, in order: whole lines, with no section open at their ends.
///
/// What a tag does reaches to the ends of its line (Mustache, “standalone tags”) and to the end of its section, so the parts
/// mean what the whole means.
struct TemplateParts: Sequence, IteratorProtocol {
  private var left: Substring.UTF8View

  struct Part {
    var text: Substring
    /// Whether there is something in it to be filled in; else it is what it is.
    var hasTag: Bool
  }

  init(of source: String) { left = source[...].utf8 }

  mutating func next() -> Part? {
    guard !left.isEmpty else { return nil }
    var sections = 0
    var isInTag = false
    var hasTag = false
    var place = left.startIndex
    while place < left.endIndex {
      let byte = left[place]
      left.formIndex(after: &place)
      switch byte {
      case UInt8(ascii: "{") where !isInTag && place < left.endIndex && left[place] == byte:
        (isInTag, hasTag) = (true, true)
        left.formIndex(after: &place)
        guard place < left.endIndex else { break }
        switch left[place] {
        case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "<"): sections += 1
        case UInt8(ascii: "/"): sections -= 1
        default: break
        }
      case UInt8(ascii: "}") where isInTag && place < left.endIndex && left[place] == byte:
        isInTag = false
        left.formIndex(after: &place)
      case UInt8(ascii: "\n") where !isInTag && sections == 0:
        defer { left = left[place...] }
        return Part(text: Substring(left[..<place]), hasTag: hasTag)
      default: break
      }
    }
    defer { left = left[place...] }
    return Part(text: Substring(left), hasTag: hasTag)
  }
}
