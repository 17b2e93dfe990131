// Boundary to libxml2 (`CXML`), and the only file that imports it. What its parser reports is copied into an `HTMLTree` at once;
// no pointer leaves a callback.

import CXML
import ChatModel

/// Reads the elements of an HTML file that a format asks for, one after the other, so that memory does not grow with the file.
///
/// Markup that is not well-formed is read as libxml2's HTML parser repairs it. Nothing is fetched, and a document's own entities and
/// encoding are not looked at: exports are UTF-8.
@safe final class HTMLReader {
  private let bytes: InputBytes
  private let path: String
  private let builder: HTMLTreeBuilder
  private let context: htmlParserCtxtPtr
  private var position = 0
  private var hasEnded = false
  private var next = 0

  /// Reads the outermost elements for which `isWanted`, which sees their names and attributes, is true. nil for a folder, and if there is
  /// no memory.
  init?(_ input: ImportInput, where isWanted: @escaping (HTMLElement) -> Bool) {
    guard let bytes = input.bytes else { return nil }
    (self.bytes, path, builder) = (bytes, input.path, HTMLTreeBuilder(isWanted))
    var handler = unsafe xmlSAXHandler()
    unsafe handler.startElement = { context, name, attributes in
      guard let context = unsafe context, let name = unsafe name else { return }
      unsafe HTMLTreeBuilder.of(context).begin(name, attributes)
    }
    unsafe handler.endElement = { context, name in
      guard let context = unsafe context, let name = unsafe name else { return }
      unsafe HTMLTreeBuilder.of(context).end(name)
    }
    unsafe handler.characters = { context, text, count in
      guard let context = unsafe context, let text = unsafe text else { return }
      unsafe HTMLTreeBuilder.of(context).add(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe handler.ignorableWhitespace = handler.characters
    unsafe handler.cdataBlock = handler.characters
    let user = unsafe Unmanaged.passUnretained(builder).toOpaque()
    guard
      let context = unsafe htmlCreatePushParserCtxt(&handler, user, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else { return nil }
    unsafe self.context = context
    unsafe builder.context = context
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    _ = unsafe htmlCtxtUseOptions(context, CInt(bitPattern: options))
    // After a byte order mark.
    if bytes.has([0xEF, 0xBB, 0xBF], at: 0) { position = 3 }
  }

  deinit { unsafe htmlFreeParserCtxt(context) }

  /// Returns the next element, or nil at the end of the file. It lives until the next call.
  func nextElement() -> HTMLElement? {
    while true {
      if next < builder.complete.count {
        defer { next += 1 }
        return HTMLElement(builder.tree, builder.complete[next])
      }
      guard !hasEnded else { return nil }
      builder.clear()
      next = 0
      feed()
    }
  }

  /// The origin of an element, by its line.
  func origin(of element: HTMLElement) -> Origin {
    Origin(file: path, line: element.line > 0 ? element.line : nil)
  }

  /// Reports what the limits on depth and size left out.
  func report(to log: inout DiagnosticLog) {
    guard builder.isTooDeep || builder.isTooLarge else { return }
    let limit =
      builder.isTooDeep
      ? "elements are nested more than \(HTMLTreeBuilder.depthLimit) deep"
      : "an element is larger than \(HTMLTreeBuilder.sizeLimit >> 20) MB"
    log.append(
      Diagnostic(
        .loss, "odd-markup", "\(limit); what follows is missing", at: Origin(file: path, offset: position)))
  }

  /// The bytes that are parsed at once.
  private static let pieceSize = 32 << 10

  /// Parses the next piece, which ends behind a tag, and so between characters.
  private func feed() {
    var end = min(bytes.count, position + Self.pieceSize)
    if end < bytes.count {
      var cut = end
      while cut > position, bytes[cut - 1] != UInt8(ascii: ">") { cut -= 1 }
      if cut > position {
        end = cut
      } else {
        // A long text: to the next tag's end, but no further than a megabyte.
        let limit = min(bytes.count, position + (1 << 20))
        end = bytes.firstIndex(of: UInt8(ascii: ">"), in: end..<limit).map { $0 + 1 } ?? limit
      }
    }
    let piece = position..<end
    position = end
    hasEnded = end == bytes.count
    if bytes.isUTF8(piece), bytes.firstIndex(of: 0, in: piece) == nil {
      bytes.withBytes(in: piece) { parse($0) }
    } else {
      let text = bytes.repairedString(in: piece).utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }
      parse(text.span)
    }
    if builder.isTooDeep || builder.isTooLarge { hasEnded = true }
    if hasEnded {
      _ = unsafe htmlParseChunk(context, nil, 0, 1)
      builder.finish()
    }
  }

  private func parse(_ piece: Span<UInt8>) {
    unsafe piece.withUnsafeBufferPointer { piece in
      unsafe piece.withMemoryRebound(to: CChar.self) { piece in
        _ = unsafe htmlParseChunk(context, piece.baseAddress, CInt(clamping: piece.count), 0)
      }
    }
  }
}

/// Collects the wanted elements while libxml2 reports their parts.
@safe private final class HTMLTreeBuilder {
  /// The most elements that may be in each other. Chats have some dozens.
  static let depthLimit = 2000
  /// The most bytes of text and attributes in a wanted element.
  static let sizeLimit = 64 << 20
  /// The most elements and texts in a wanted element.
  static let nodeLimit = 2 << 20

  let tree = HTMLTree()
  /// The wanted elements that have ended.
  private(set) var complete: [Int] = []
  private(set) var isTooDeep = false
  private(set) var isTooLarge = false
  var context: htmlParserCtxtPtr?
  /// The elements that are open, from a wanted one inwards.
  private var open: [(node: Int, name: Int)] = []
  private let isWanted: (HTMLElement) -> Bool

  init(_ isWanted: @escaping (HTMLElement) -> Bool) { self.isWanted = isWanted }

  static func of(_ context: UnsafeMutableRawPointer) -> HTMLTreeBuilder {
    unsafe Unmanaged<HTMLTreeBuilder>.fromOpaque(context).takeUnretainedValue()
  }

  /// Forgets the complete elements. One that is still open stays.
  func clear() {
    complete.removeAll(keepingCapacity: true)
    guard let first = open.first?.node else { return tree.clear() }
    tree.removeNodes(before: first)
    for index in open.indices { open[index].node -= first }
  }

  func begin(_ name: UnsafePointer<UInt8>, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
    guard check() else { return }
    let name = unsafe tree.name(name)
    let line = unsafe Int(context?.pointee.input?.pointee.line ?? 0)
    let node = tree.begin(name, line: line)
    if let attributes = unsafe attributes {
      var index = 0
      while let key = unsafe attributes[index] {
        // An attribute without a value has that of an empty one.
        if let value = unsafe attributes[index + 1] {
          unsafe tree.addAttribute(key, UnsafeBufferPointer(start: value, count: Int(xmlStrlen(value))))
        } else {
          unsafe tree.addAttribute(key, UnsafeBufferPointer(start: nil, count: 0))
        }
        index += 2
      }
    }
    if open.isEmpty, !isWanted(HTMLElement(tree, node)) {
      tree.removeLast()
    } else {
      open.append((node, name))
    }
  }

  func end(_ name: UnsafePointer<UInt8>) {
    guard !open.isEmpty else { return }
    let name = unsafe tree.name(name)
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    close(from: index)
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard !open.isEmpty, check() else { return }
    unsafe tree.addText(text)
  }

  /// Ends what the document left open.
  func finish() { if !open.isEmpty { close(from: 0) } }

  private func close(from index: Int) {
    for (node, _) in open[index...] { tree.end(node) }
    if index == 0 { complete.append(open[0].node) }
    open.removeSubrange(index...)
  }

  /// Stops the parser beyond the limits.
  private func check() -> Bool {
    guard let context = unsafe context else { return false }
    if unsafe context.pointee.nameNr > Self.depthLimit { isTooDeep = true }
    if tree.byteCount > Self.sizeLimit || tree.nodes.count > Self.nodeLimit { isTooLarge = true }
    guard isTooDeep || isTooLarge else { return true }
    unsafe xmlStopParser(context)
    return false
  }
}

extension HTMLTree {
  /// Returns the number of a name. libxml2 keeps one copy of each name, so that most are known by their addresses.
  fileprivate func name(_ name: UnsafePointer<UInt8>) -> Int {
    let address = UInt(bitPattern: name)
    if let known = addresses[address] { return known }
    let number = number(ofName: unsafe String(cString: name))
    addresses[address] = number
    return number
  }

  fileprivate func addAttribute(_ key: UnsafePointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    let key = unsafe name(key)
    let start = byteCount
    unsafe append(value)
    addAttribute(key, start..<byteCount)
  }

  fileprivate func addText(_ text: UnsafeBufferPointer<UInt8>) {
    let start = byteCount
    unsafe append(text)
    addText(start..<byteCount)
  }
}
