import Digests

/// The messages of a page as its markup has them: the identity and a digest of the content of each.
///
/// The content is what a reader sees or opens: words, people, times, alternative texts, attachments and links that lead out. It does not
/// have what depends on neighbours or on the layout: positions, classes, line breaks, the name and the picture above a group, links to
/// other messages, and ids. So it is equal if a message before it was deleted, or if another version laid it out.
public struct PageRows {
  /// A message.
  public struct Row {
    /// A hash of the content.
    public var content: UInt64
    /// A hash of the id of its element.
    public var id: UInt64
    /// The page's number in its conversation, counted from 0.
    public var page: Int32
    /// The offset of its element in the page.
    public var offset: Int32
  }

  private let bytes: [UInt8]

  /// The messages of a page.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Calls `body` with each message of the page.
  public func forEach(page: Int, _ body: (Row) -> Void) {
    var scanner = MarkupScanner(bytes)
    var content: [UInt8] = []
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      guard tag.isNamed("article"), let id = tag.attribute("id") else { continue }
      content.removeAll(keepingCapacity: true)
      addContent(of: tag, to: &content)
      collect(&scanner, into: &content)
      body(
        Row(
          content: Checksum(of: content.span).low, id: Checksum(of: Array(id.utf8).span).low,
          page: Int32(page), offset: Int32(range.lowerBound)))
    }
  }

  /// Returns the name of the message whose element begins at an offset.
  public func name(at offset: Int) -> NamedMessage {
    var scanner = MarkupScanner(bytes, in: offset..<bytes.count)
    guard case .tag(let range)? = scanner.next() else { return NamedMessage(id: "") }
    let tag = Tag(bytes: bytes, range: range)
    var message = NamedMessage(
      id: tag.attribute("id") ?? "", index: tag.attribute("data-i").flatMap { Int($0) },
      sender: tag.attribute("aria-label"))
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      if tag.isNamed("/article") || tag.isNamed("article") { break }
      if tag.isNamed("time") {
        message.time = tag.attribute("datetime")
        break
      }
    }
    return message
  }

  /// Adds the content of a message up to its end.
  private func collect(_ scanner: inout MarkupScanner, into content: inout [UInt8]) {
    // The end tag up to which everything is left out.
    var skipped: ArraySlice<UInt8>?
    while let piece = scanner.next() {
      switch piece {
      case .text(let range):
        if skipped == nil { content += bytes[range].filter { $0 != 10 } }
      case .tag(let range):
        let tag = Tag(bytes: bytes, range: range)
        if tag.isNamed("/article") { return }
        if let name = skipped {
          if tag.name.first == UInt8(ascii: "/"), tag.name.dropFirst().elementsEqual(name) { skipped = nil }
          continue
        }
        let box = tag.attribute("data-box")
        if box == "name" || box == "avatar" || tag.isNamed("svg") {
          if !tag.isNamed("img") { skipped = tag.name }
          continue
        }
        addContent(of: tag, to: &content)
      }
    }
  }

  private func addContent(of tag: Tag, to content: inout [UInt8]) {
    let name = tag.name.first == UInt8(ascii: "/") ? tag.name.dropFirst() : tag.name
    let isLayout = Self.layoutTags.contains { name.elementsEqual($0.utf8) }
    if !isLayout {
      content.append(1)
      content += tag.name
    }
    tag.forEachAttribute { name, value in
      guard Self.contentAttributes.contains(where: { name.elementsEqual($0.utf8) }) else { return }
      // Links to other messages and pages have their numbers.
      if name.elementsEqual("href".utf8), !value.contains(UInt8(ascii: ":")),
        !value.starts(with: "../media".utf8)
      {
        return
      }
      content.append(2)
      content += name
      content.append(3)
      content += value
    }
  }

  /// Elements that only place or style their content.
  private static let layoutTags = ["i", "b", "br", "span", "article"]
  private static let contentAttributes = ["href", "src", "alt", "datetime", "aria-label", "title", "poster"]
}
