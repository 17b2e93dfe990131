import Digests
import SiteReading

/// Reads a message from the markup of a page, which may be a stranger's.
///
/// Whatever the markup is, every character between the tags of the message's element is in one of the row's items.
struct RowParser {
  private let bytes: [UInt8]
  private var row = ComparedRow()
  /// The open elements, each with the index of the item that text in it belongs to.
  private var open: [(name: ArraySlice<UInt8>, box: Int)] = []
  /// The index of the item for everything outside of named items.
  private var rest = -1
  /// The markup without ids and the addresses of other messages.
  private var markup: [UInt8] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the message whose element has these offsets in a page.
  static func row(in bytes: [UInt8], _ range: Range<Int>) -> ComparedRow {
    var parser = RowParser(bytes)
    parser.read(range)
    parser.row.markup = Checksum(of: parser.markup.span).low
    return parser.row
  }

  private mutating func read(_ range: Range<Int>) {
    var scanner = MarkupScanner(bytes, in: range)
    let isMessage = bytes[range].starts(with: "<article".utf8)
    if isMessage, case .tag(let start)? = scanner.next() { startRow(Tag(bytes: bytes, range: start)) }
    var drawing = false
    while let piece = scanner.next() {
      switch piece {
      case .text(let range):
        markup += bytes[range]
        if !drawing { addText(bytes[range]) }
      case .tag(let range):
        let tag = Tag(bytes: bytes, range: range)
        if tag.isNamed("/article") { return }
        addMarkup(of: tag)
        if drawing {
          drawing = !tag.isNamed("/svg")
          continue
        }
        drawing = tag.isNamed("svg")
        if tag.name.first == UInt8(ascii: "/") { close(tag.name.dropFirst()) } else { open(tag) }
      }
    }
  }

  /// Adds a tag to the markup, without the address of another message or page: it has the number of the page.
  private mutating func addMarkup(of tag: Tag) {
    var address: Range<Int>?
    tag.forEachAttribute { name, value in
      if name.elementsEqual("href".utf8), !value.contains(UInt8(ascii: ":")),
        !value.starts(with: "../media/".utf8)
      {
        address = value.startIndex..<value.endIndex
      }
    }
    markup += bytes[tag.range.lowerBound..<(address?.lowerBound ?? tag.range.upperBound)]
    if let address { markup += bytes[address.upperBound..<tag.range.upperBound] }
  }

  private mutating func startRow(_ tag: Tag) {
    var end = tag.range.lowerBound
    tag.forEachAttribute { name, value in
      if name.elementsEqual("data-i".utf8) { end = value.endIndex }
    }
    markup += bytes[end..<tag.range.upperBound]
    tag.forEachAttribute { name, value in
      switch String(decoding: name, as: UTF8.self) {
      case "id": row.name.id = Tag.text(value)
      case "data-i": row.name.index = Int(Tag.text(value))
      case "aria-label": row.name.sender = Tag.text(value)
      case "class":
        let classes = Tag.text(value).split(separator: " ").map(String.init)
        row.side =
          classes.contains("notice")
          ? "notice" : classes.first { $0 == "in" || $0 == "out" } ?? ""
        row.classes = classes.filter { $0 != row.side }
      case "style": row.frame = Self.lengths(Tag.text(value), isRow: true)
      default: break
      }
    }
  }

  private mutating func open(_ tag: Tag) {
    if addToText(tag) { return }
    let name = tag.name
    let isNamed = tag.attribute("data-box") ?? tag.attribute("data-folded")
    var index = open.last?.box ?? -1
    if let isNamed {
      var box = RowBox(name: isNamed)
      box.isFolded = tag.attribute("data-folded") != nil
      row.boxes.append(box)
      index = row.boxes.count - 1
    } else if index < 0 {
      index = restIndex()
    }
    addAttributes(of: tag, to: index, isNamed: isNamed != nil)
    if isNamed == nil { addMark(name, to: index) }
    if !Self.voidTags.contains(where: { name.elementsEqual($0.utf8) }) { open.append((name, index)) }
  }

  /// Adds what a tag means for the text around it; returns false for other tags.
  private mutating func addToText(_ tag: Tag) -> Bool {
    let index = open.last?.box ?? -1
    if tag.isNamed("br") {
      if index >= 0, !row.boxes[index].text.isEmpty { row.boxes[index].text.append("\n") }
      return true
    }
    // The characters of a break that the layout chose are none.
    if tag.isNamed("i") || tag.isNamed("b") {
      // Marks of direction, `l` and `r`, are beside breaks.
      if index >= 0, tag.attribute("class").map({ $0 != "l" && $0 != "r" }) ?? true {
        row.boxes[index].breaks += 1
      }
      open.append((tag.name, index))
      return true
    }
    guard tag.isNamed("img"), tag.attribute("class") == "e" else { return false }
    addText(tag.attribute("alt") ?? "")
    return true
  }

  private mutating func addAttributes(of tag: Tag, to index: Int, isNamed: Bool) {
    // A bar over redacted words has the room of the words, which is no length of the item.
    if tag.attribute("class") == "covered" { return }
    tag.forEachAttribute { name, value in
      switch String(decoding: name, as: UTF8.self) {
      case let name where Self.facts.contains(name):
        let value = Tag.text(value)
        // Links to other messages have the numbers of their pages.
        if name == "href", !value.contains(":"), !value.hasPrefix("../media/") { return }
        if name == "datetime" {
          if row.name.time == nil { row.name.time = value }
          return
        }
        row.boxes[index].facts.append(RowBox.Fact(name: name, value: value))
      case "class":
        row.boxes[index].classes += Tag.text(value).split(separator: " ").map(String.init)
      case "style": row.boxes[index].frame += Self.lengths(Tag.text(value), isRow: false)
      case "dir", "hidden": row.boxes[index].classes.append(Tag.text(value))
      default: break
      }
    }
  }

  private mutating func addMark(_ name: ArraySlice<UInt8>, to index: Int) {
    if Self.plainTags.contains(where: { name.elementsEqual($0.utf8) }) { return }
    row.boxes[index].marks.append(String(decoding: name, as: UTF8.self))
  }

  /// Closes the innermost open element of this name, and those inside of it. A tag that opens nothing closes nothing.
  private mutating func close(_ name: ArraySlice<UInt8>) {
    // Only as deep as our own markup goes, so that a stranger's takes no longer.
    for index in open.indices.suffix(16).reversed() where open[index].name.elementsEqual(name) {
      open.removeLast(open.count - index)
      return
    }
  }

  private mutating func addText(_ text: ArraySlice<UInt8>) {
    if text.allSatisfy({ $0 == 10 }) { return }
    addText(Tag.text(text).filter { $0 != "\n" })
  }

  private mutating func addText(_ text: String) {
    var index = open.last?.box ?? -1
    if index < 0 {
      // White space between items is none of them.
      if text.allSatisfy({ $0 == " " }) { return }
      index = restIndex()
    }
    row.boxes[index].text += text
  }

  private mutating func restIndex() -> Int {
    if rest < 0 {
      row.boxes.append(RowBox())
      rest = row.boxes.count - 1
    }
    return rest
  }

  private static let facts: Set<String> = [
    "href", "src", "alt", "poster", "title", "aria-label", "datetime",
  ]
  private static let voidTags = ["img", "input", "source", "track", "hr", "wbr", "meta", "link"]
  /// Elements without a meaning of their own.
  private static let plainTags = ["span", "div", "details", "a", "img", "source", "p", "button"]
}

extension RowParser {
  /// Returns the declarations of a style attribute.
  private static func lengths(_ style: String, isRow: Bool) -> [FrameLength] {
    style.split(separator: ";").map { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      let name = parts.first.map(String.init) ?? ""
      let value = parts.count > 1 ? String(parts[1]) : ""
      return FrameLength(
        property: (isRow ? rowProperties : properties)[name] ?? name, px: px(value, name), text: value)
    }
  }

  /// Returns a length in px of the layout: 1rem is 16 px, and the row's own numbers are px without a unit (`docs/markup.md`).
  private static func px(_ value: String, _ name: String) -> Double? {
    if value.hasSuffix("rem"), let number = Double(value.dropLast(3)), number.isFinite { return number * 16 }
    guard name.hasPrefix("--") || value == "0", let number = Double(value), number.isFinite else {
      return nil
    }
    return number
  }

  private static let rowProperties = [
    "--h": "height", "--H": "height on large screens", "--n": "inset", "--N": "inset on large screens",
    "--t": "bubble's top", "--T": "bubble's top on large screens", "--b": "bubble's bottom",
    "--B": "bubble's bottom on large screens", "--l": "bubble's left",
    "--L": "bubble's left on large screens",
    "--e": "bubble's right", "--E": "bubble's right on large screens", "--f": "bubble's height",
    "--F": "bubble's height on large screens",
  ]
  private static let properties = [
    "--X": "left on large screens", "--Y": "top on large screens", "--W": "width on large screens",
    "--Z": "height on large screens", "--w": "width",
  ]
}
