// Boundary to libxml2 (`CXML`), and the only file that imports it: its parsers of XML and of HTML. Their pointers are valid during a
// callback; data that outlives it is copied, and no pointer leaves a callback.

import CXML
package import ChatModel

/// A receiver of an XML file's elements in order.
package protocol XMLElementReader: AnyObject {
  /// Takes the beginning of an element; its attributes must be read from `stream` now.
  func begin(_ element: String, _ stream: XMLStream) throws(ImportError)
  func end(_ element: String, _ stream: XMLStream) throws(ImportError)
}

/// An XML file that libxml2 reads from its mapped bytes, element by element, so that memory does not grow with it.
///
/// Malformed markup costs its element. A document type, which only attacks have in these formats, ends reading.
@safe
package final class XMLStream {
  private let path: String
  private let reader: any XMLElementReader
  private var context: xmlParserCtxtPtr?
  private var attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  private var attributeCount = 0
  private var error: ImportError?
  private var hasDocumentType = false
  /// The number of open elements.
  private var depth = 0
  /// The bytes and lines that the parser had read when the outermost element ended, or nil.
  private var rootEnd: (byteCount: Int, line: Int)?
  /// The lines before the parser's first one, and whether it continues after an outermost element that ended too early.
  private var (linesBefore, goesOn) = (0, false)
  /// The lines of faults, in order of occurrence, and all of them.
  private var faults: [Int] = []
  private var faultyLines: Set<Int> = []

  /// The most bytes of one tag, because pictures of tens of MB are in one.
  private static let tagLimit = 256 * 1024 * 1024

  /// The text given to the parser, without long values of Base64.
  private var text: XMLBase64Cutter
  /// The indexes, as bits, of the current element's attributes that were requested.
  private var askedAttributes: UInt64 = 0
  /// The names of the open elements, with their addresses in libxml2's table of names.
  private var openNames: [(address: UInt, name: String)] = []
  private var tally = MarkupTally()
  private var account: ImportAccount?

  /// Reads all elements of `bytes`. Long values of attributes called `data` go to `files`.
  ///
  /// - Throws: ``ImportError`` of the reader, or if the file has a document type.
  package static func read(
    _ bytes: InputBytes, path: String, with reader: any XMLElementReader, files: ExtractedFiles,
    account: ImportAccount?, log: inout DiagnosticLog
  ) throws(ImportError) {
    let text = XMLBase64Cutter(XMLText(bytes), attribute: "data", into: files)
    let stream = XMLStream(path, text, reader)
    stream.account = account
    defer { stream.reportTally() }
    try stream.read(&log)
  }

  /// A value in Base64.
  package enum Base64Value {
    case bytes([UInt8])
    /// Extracted from the file.
    case cut(XMLBase64Cutter.TakenValue)
    case damaged
  }

  /// The value in Base64 of an attribute of the current element, or nil if it has none of that name.
  package func base64(_ name: StaticString) -> Base64Value? {
    withAttribute(name) { value in
      if value.count > 1, value[0] == UInt8(ascii: "#") {
        var number = 0
        for index in 1..<min(value.count, 12) where value[index] &- 0x30 <= 9 {
          number = number * 10 + Int(value[index] &- 0x30)
        }
        guard text.cuts.indices.contains(number) else { return .damaged }
        let cut = text.cuts[number]
        return cut.isDamaged ? .damaged : .cut(cut)
      }
      return Base64.decode(value).map { .bytes($0) } ?? .damaged
    }
  }

  private init(_ path: String, _ text: XMLBase64Cutter, _ reader: any XMLElementReader) {
    (self.path, self.text, self.reader) = (path, text, reader)
  }

  /// The line being read, from 1.
  package var origin: Origin {
    Origin(file: path, line: linesBefore + parserLine)
  }

  private var parserLine: Int { unsafe Int(context?.pointee.input?.pointee.line ?? 0) }

  /// The value of an attribute of the current element, or nil.
  package func attribute(_ name: StaticString) -> String? {
    withAttribute(name) { bytes in
      guard let text = try? UTF8Span(validating: bytes) else { return nil as String? }
      return String(copying: text)
    } ?? nil
  }

  /// Counts an attribute of the current element as left out by a rule.
  package func leaveOut(_ name: StaticString, _ rule: Omission.Rule) {
    guard let value = attribute(name), !value.isEmpty, let account, let element = openNames.last else {
      return
    }
    let hasWords = value.utf8.contains { $0 == 0x20 || $0 >= 0x80 }
    var row = Account.Row(
      path: "\(element.name)@\(name)", records: 1, texts: hasWords ? 1 : 0, example: origin)
    row.leaveOut(rule)
    account.add(row)
  }

  /// Calls `body` with the bytes of an attribute of the current element, or returns nil if it has none of that name.
  func withAttribute<R>(_ name: StaticString, _ body: (Span<UInt8>) -> R) -> R? {
    guard let attributes = unsafe attributes else { return nil }
    for index in 0..<attributeCount {
      // Name, prefix, address of the namespace, beginning and end of the value.
      guard let found = unsafe attributes[index * 5], unsafe Self.isEqual(found, name),
        let start = unsafe attributes[index * 5 + 3], let end = unsafe attributes[index * 5 + 4]
      else { continue }
      if index < 64 { askedAttributes |= 1 << UInt64(index) }
      return unsafe body(UnsafeBufferPointer(start: start, count: end - start).span)
    }
    return nil
  }

  private static func isEqual(_ found: UnsafePointer<xmlChar>, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    for index in 0..<count where unsafe found[index] != name.utf8Start[index] { return false }
    return unsafe found[count] == 0
  }

  private func read(_ log: inout DiagnosticLog) throws(ImportError) {
    defer { close() }
    try open()
    try push()
    if let context = unsafe context, unsafe context.pointee.wellFormed == 0, faults.isEmpty {
      addFault(atLine: unsafe Int(xmlCtxtGetLastError(context)?.pointee.line ?? 0))
    }
    for line in faults {
      log.append(
        Diagnostic(
          .loss, "malformed-xml", "the file is not well-formed XML here; what can be read around it is shown",
          at: Origin(file: path, line: line)))
    }
  }

  /// Faults that follow from others: an end that does not fit its beginning, or is missing; anything after the document's end.
  private static let consequences: Set<UInt32> = [
    XML_ERR_TAG_NAME_MISMATCH.rawValue, XML_ERR_TAG_NOT_FINISHED.rawValue, XML_ERR_DOCUMENT_END.rawValue,
    XML_ERR_RESERVED_XML_NAME.rawValue,
  ]

  /// The most lines with faults that are kept.
  private static let faultLimit = 10_000

  private func addFault(atLine line: Int) {
    guard faults.count < Self.faultLimit, faultyLines.insert(linesBefore + line).inserted else { return }
    faults.append(linesBefore + line)
  }

  private func open() throws(ImportError) {
    var handler = unsafe Self.handler
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe context = xmlCreatePushParserCtxt(&handler, me, nil, 0, nil)
    guard let context = unsafe context else {
      throw .unreadable(path: path, reason: "there is no memory for it")
    }
    // XML_PARSE_IGNORE_ENC: the text is UTF-8 by now, whatever the file declares. XML_PARSE_NOENT: `&amp;` becomes `&`; other entities
    // have been removed.
    let options =
      XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue | XML_PARSE_HUGE.rawValue
      | XML_PARSE_NOENT.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    unsafe xmlCtxtUseOptions(context, CInt(options))
  }

  private func close() {
    unsafe xmlFreeParserCtxt(context)
    unsafe context = nil
  }

  private func push() throws(ImportError) {
    var openByteCount = 0
    // The number of bytes given to the parser.
    var byteCount = 0
    while let chunk = try text.next() {
      openByteCount = chunk.contains(UInt8(ascii: ">")) ? 0 : openByteCount + chunk.count
      guard openByteCount < Self.tagLimit else {
        throw .malformed(at: origin, expected: "the end of an element", remedy: "export the messages again")
      }
      var rest = chunk[...]
      while true {
        parse(rest)
        try check()
        guard let end = rootEnd else { break }
        let behind = rest.dropFirst(max(0, end.byteCount - byteCount))
        guard Self.hasTag(behind) else { break }
        addFault(atLine: end.line)
        try goOn(behindLine: end.line)
        (rest, byteCount) = (behind, Self.outermost.count)
      }
      byteCount += rest.count
    }
    unsafe _ = xmlParseChunk(context, nil, 0, 1)
    try check()
  }

  private func parse(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      unsafe _ = xmlParseChunk(context, start, CInt(bytes.count), 0)
    }
  }

  /// The element around content after an outermost element that ended too early.
  private static let outermost = Array("<rest>".utf8)

  /// Begins another document, because a parser reads nothing after the first one's end.
  private func goOn(behindLine line: Int) throws(ImportError) {
    linesBefore += max(0, line - 1)
    (depth, rootEnd, goesOn) = (0, nil, true)
    // Addresses of names are valid as long as the parser.
    reportTally()
    openNames.removeAll()
    close()
    try open()
    parse(Self.outermost[...])
  }

  /// True if an element begins in the bytes.
  private static func hasTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    var next = bytes.startIndex
    while let tag = bytes[next...].firstIndex(of: UInt8(ascii: "<")), tag + 1 < bytes.endIndex {
      if 0x61...0x7A ~= bytes[tag + 1] | 0x20 { return true }
      next = tag + 1
    }
    return false
  }

  private func check() throws(ImportError) {
    if let error { throw error }
    if hasDocumentType {
      throw .malformed(
        at: origin, expected: "no document type",
        remedy: "no app writes one here, and it may do harm; export the messages again")
    }
  }

  // MARK: Callbacks

  private func begin(
    _ name: UnsafePointer<xmlChar>?, _ count: CInt,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    depth += 1
    guard error == nil, let name = unsafe name else { return }
    let element = unsafe String(cString: name)
    openNames.append((UInt(bitPattern: name), element))
    guard !(goesOn && depth == 1) else { return }
    unsafe self.attributes = attributes
    attributeCount = Int(count)
    askedAttributes = 0
    defer {
      unsafe self.attributes = nil
      attributeCount = 0
    }
    do throws(ImportError) { try reader.begin(element, self) } catch { stop(error) }
    if account != nil { countAttributes() }
  }

  /// Moves the counts of unread parts so far to the account.
  private func reportTally() {
    if let account { tally.report(to: account, file: path) }
    tally = MarkupTally()
  }

  /// Counts the attributes of the current element that the reader did not request.
  private func countAttributes() {
    guard let attributes = unsafe attributes, let element = openNames.last else { return }
    for index in 0..<attributeCount where index >= 64 || askedAttributes & 1 << UInt64(index) == 0 {
      guard let name = unsafe attributes[index * 5], let start = unsafe attributes[index * 5 + 3],
        let end = unsafe attributes[index * 5 + 4]
      else { continue }
      let part = MarkupTally.Part(element: element.address, attribute: UInt(bitPattern: name))
      let value = unsafe UnsafeBufferPointer(start: start, count: end - start)
      // SMS Backup & Restore writes this word for missing values.
      guard unsafe !value.elementsEqual("null".utf8) else { continue }
      unsafe tally.add(part, value.span, line: origin.line) {
        "\(element.name)@\(unsafe String(cString: name))"
      }
    }
  }

  /// Counts text between tags, which this reader's formats do not have.
  private func countText(_ text: UnsafeBufferPointer<xmlChar>) {
    // After a fault, values of attributes may look like text.
    guard account != nil, !goesOn, let element = openNames.last else { return }
    let parent = openNames.dropLast().last
    let part = MarkupTally.Part(element: element.address, attribute: 0, context: parent?.address ?? 0)
    unsafe tally.add(part, text.span, line: origin.line) {
      (parent.map { "\($0.name)/" } ?? "") + element.name
    }
  }

  private func end(_ name: UnsafePointer<xmlChar>?) {
    depth -= 1
    _ = openNames.popLast()
    if depth == 0, rootEnd == nil { rootEnd = (unsafe Int(xmlByteConsumed(context)), parserLine) }
    guard error == nil, let name = unsafe name else { return }
    do throws(ImportError) { try reader.end(unsafe String(cString: name), self) } catch { stop(error) }
  }

  private func stop(_ error: ImportError) {
    self.error = error
    unsafe xmlStopParser(context)
  }

  private func stopAtDocumentType() {
    hasDocumentType = true
    unsafe xmlStopParser(context)
  }

  private static func stream(_ pointer: UnsafeMutableRawPointer?) -> XMLStream? {
    unsafe pointer.map { unsafe Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var handler: xmlSAXHandler {
    var handler = unsafe xmlSAXHandler()
    // XML_SAX2_MAGIC
    unsafe handler.initialized = 0xDEED_BEAF
    // With its own handler, libxml2 prints nothing.
    unsafe handler.serror = { pointer, error in
      guard let error = unsafe error, unsafe error.pointee.level == XML_ERR_FATAL,
        unsafe !XMLStream.consequences.contains(UInt32(bitPattern: error.pointee.code))
      else { return }
      unsafe XMLStream.stream(pointer)?.addFault(atLine: Int(error.pointee.line))
    }
    unsafe handler.internalSubset = { pointer, _, _, _ in
      unsafe XMLStream.stream(pointer)?.stopAtDocumentType()
    }
    unsafe handler.startElementNs = { pointer, name, _, _, _, _, count, _, attributes in
      unsafe XMLStream.stream(pointer)?.begin(name, count, attributes)
    }
    unsafe handler.endElementNs = { pointer, name, _, _ in
      unsafe XMLStream.stream(pointer)?.end(name)
    }
    unsafe handler.characters = { pointer, text, count in
      guard let text = unsafe text else { return }
      unsafe XMLStream.stream(pointer)?.countText(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    return unsafe handler
  }
}

/// Reads the elements of an HTML file that a format requests, one after the other, so that memory does not grow with the file.
///
/// Malformed markup is read as libxml2's HTML parser repairs it. Nothing is fetched, and a document's own entities and encoding
/// are ignored, because exports are UTF-8.
@safe package final class HTMLReader {
  private let bytes: InputBytes
  private let path: String
  /// The parser's user data. Callbacks reach it without counting references.
  private let builder: UnsafeMutablePointer<HTMLTreeBuilder>
  private let context: htmlParserCtxtPtr
  private var position = 0
  private var hasEnded = false
  private var next = 0

  /// Reads the outermost elements for which `isWanted`, called once for each name and value of `class`, is true. nil for a folder, and if
  /// there is no memory.
  package convenience init?(_ input: ImportInput, where isWanted: @escaping (HTMLTag) -> Bool) {
    guard let bytes = input.bytes else { return nil }
    self.init(bytes, path: input.path, input.account, where: isWanted)
  }

  /// Reads the outermost elements for which `isWanted` is true in HTML inside another file. nil if there is no memory.
  ///
  /// `vocabulary` has the names of the documents read before.
  package init?(
    _ bytes: InputBytes, path: String, _ account: ImportAccount? = nil,
    _ vocabulary: HTMLVocabulary = HTMLVocabulary(), where isWanted: @escaping (HTMLTag) -> Bool
  ) {
    (self.bytes, self.path) = (bytes, path)
    let builder = UnsafeMutablePointer<HTMLTreeBuilder>.allocate(capacity: 1)
    unsafe builder.initialize(to: HTMLTreeBuilder(isWanted, account, vocabulary))
    unsafe self.builder = builder
    var handler = unsafe xmlSAXHandler()
    unsafe handler.startElement = { context, name, attributes in
      guard let context = unsafe context, let name = unsafe name else { return }
      unsafe HTMLTreeBuilder.of(context).pointee.begin(name, attributes)
    }
    unsafe handler.endElement = { context, name in
      guard let context = unsafe context, let name = unsafe name else { return }
      unsafe HTMLTreeBuilder.of(context).pointee.end(name)
    }
    unsafe handler.characters = { context, text, count in
      guard let context = unsafe context, let text = unsafe text else { return }
      unsafe HTMLTreeBuilder.of(context).pointee.add(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe handler.ignorableWhitespace = handler.characters
    unsafe handler.cdataBlock = handler.characters
    guard
      let context = unsafe htmlCreatePushParserCtxt(&handler, builder, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else {
      unsafe builder.deinitialize(count: 1).deallocate()
      return nil
    }
    unsafe self.context = context
    unsafe builder.pointee.context = context
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    _ = unsafe htmlCtxtUseOptions(context, CInt(bitPattern: options))
    position = bytes.contentStart
  }

  deinit {
    unsafe builder.pointee.report(file: path)
    unsafe htmlFreeParserCtxt(context)
    unsafe builder.deinitialize(count: 1).deallocate()
  }

  /// Returns the next element, or nil at the end of the file. It is valid until the next call.
  package func nextElement() -> HTMLElement? {
    while true {
      if let tree = unsafe builder.pointee.tree, unsafe next < builder.pointee.complete.count {
        defer { next += 1 }
        return HTMLElement(tree, unsafe builder.pointee.complete[next])
      }
      guard !hasEnded else { return nil }
      unsafe builder.pointee.clear()
      next = 0
      feed()
      unsafe builder.pointee.makeTree()
    }
  }

  /// The origin of an element, by its line.
  package func origin(of element: HTMLElement) -> Origin {
    Origin(file: path, line: element.line > 0 ? element.line : nil)
  }

  /// Reports everything left out because of the limits on depth and size.
  package func report(to log: inout DiagnosticLog) {
    let isTooDeep = unsafe builder.pointee.isTooDeep
    guard unsafe isTooDeep || builder.pointee.isTooLarge else { return }
    let limit =
      isTooDeep
      ? "elements are nested more than \(HTMLTreeBuilder.depthLimit) deep"
      : "an element is larger than \(HTMLTreeBuilder.sizeLimit >> 20) MB"
    log.append(
      Diagnostic(
        .loss, "odd-markup", "\(limit); what follows is missing", at: Origin(file: path, offset: position)))
  }

  /// The number of bytes parsed at once.
  private static let pieceSize = 32 << 10

  /// Parses the next piece, which ends after a tag, and so between characters.
  private func feed() {
    var end = min(bytes.count, position + Self.pieceSize)
    if end < bytes.count {
      var cut = end
      while cut > position, bytes[cut - 1] != UInt8(ascii: ">") { cut -= 1 }
      if cut > position {
        end = cut
      } else {
        // A long text: up to the end of the next tag, but at most a megabyte.
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
    if unsafe builder.pointee.isTooDeep || builder.pointee.isTooLarge { hasEnded = true }
    if hasEnded {
      _ = unsafe htmlParseChunk(context, nil, 0, 1)
      unsafe builder.pointee.finish()
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
@safe private struct HTMLTreeBuilder {
  /// The most levels of nested elements. Chats have some dozens.
  static let depthLimit = 2000
  /// The most bytes of text and attributes in a wanted element.
  static let sizeLimit = 64 << 20
  /// The most elements and texts in a wanted element.
  static let nodeLimit = 2 << 20

  /// The tree with the elements that have ended, or nil if there is none.
  private(set) var tree: HTMLTree?
  /// The wanted elements that have ended.
  private(set) var complete: [Int] = []
  private(set) var isTooDeep = false
  private(set) var isTooLarge = false
  var context: htmlParserCtxtPtr?
  private var draft: HTMLTree.Draft
  private let vocabulary: HTMLVocabulary
  /// The open elements, from a wanted one inwards.
  private var open: [(node: Int, name: Int)] = []
  private let isWanted: (HTMLTag) -> Bool
  /// The answers of `isWanted` so far.
  private var known: [Kind: Bool] = [:]
  /// Names with their numbers, each at an index computed from its address in libxml2.
  private var recentNames = [(address: UInt, number: Int)](repeating: (0, 0), count: 64)
  private let account: ImportAccount?
  private var tally = MarkupTally()

  private struct Kind: Hashable {
    let (name, classes): (Int32, Int32)
  }

  init(
    _ isWanted: @escaping (HTMLTag) -> Bool, _ account: ImportAccount?, _ vocabulary: HTMLVocabulary
  ) {
    (self.isWanted, self.account, self.vocabulary) = (isWanted, account, vocabulary)
    draft = HTMLTree.Draft(vocabulary)
  }

  /// Moves the counts of unread parts to the account.
  mutating func report(file: String) {
    guard let account else { return }
    clear()
    tally.report(to: account, file: file)
  }

  /// The builder that is a parser's user data.
  static func of(_ user: UnsafeMutableRawPointer) -> UnsafeMutablePointer<HTMLTreeBuilder> {
    unsafe user.assumingMemoryBound(to: HTMLTreeBuilder.self)
  }

  /// Removes the complete elements. One that is still open stays.
  mutating func clear() {
    if let tree, account != nil { for index in complete { tree.countUnread(in: index, &tally) } }
    complete.removeAll(keepingCapacity: true)
    tree = nil
  }

  /// Makes a tree of the elements that have ended.
  mutating func makeTree() {
    guard !complete.isEmpty else { return }
    vocabulary.names = draft.names
    let first = open.first?.node
    tree = draft.takeTree(keeping: first)
    for index in open.indices { open[index].node -= first ?? 0 }
  }

  mutating func begin(
    _ name: UnsafePointer<UInt8>, _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) {
    guard check() else { return }
    let number = unsafe number(ofName: name)
    let node = draft.begin(number, line: unsafe Int(context?.pointee.input?.pointee.line ?? 0))
    if let attributes = unsafe attributes { unsafe add(attributes) }
    if open.isEmpty, !isWanted(node) {
      draft.removeLast()
    } else {
      open.append((node, number))
    }
  }

  /// Adds libxml2's list of names and values to the last element begun.
  private mutating func add(_ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>) {
    var index = 0
    while let key = unsafe attributes[index] {
      // An attribute without a value becomes an empty one.
      let value = unsafe attributes[index + 1]
      let count = unsafe Int(xmlStrlen(value))
      unsafe draft.addAttribute(
        unsafe number(ofName: key), UnsafeBufferPointer(start: value, count: count).span)
      index += 2
    }
  }

  private mutating func isWanted(_ index: Int) -> Bool {
    let node = draft.nodes[index]
    let kind = Kind(name: node.name, classes: node.classes)
    if let answer = known[kind] { return answer }
    let answer = isWanted(HTMLTag(names: draft.names, node: node))
    known[kind] = answer
    return answer
  }

  mutating func end(_ name: UnsafePointer<UInt8>) {
    guard !open.isEmpty else { return }
    let name = unsafe number(ofName: name)
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    close(from: index)
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard !open.isEmpty, check() else { return }
    unsafe draft.addText(text.span)
  }

  /// Closes all elements left open by the document.
  mutating func finish() { if !open.isEmpty { close(from: 0) } }

  private mutating func close(from index: Int) {
    for (node, _) in open[index...] { draft.end(node) }
    if index == 0 { complete.append(open[0].node) }
    open.removeSubrange(index...)
  }

  /// Returns the number of a name. libxml2 keeps one copy of each name, so most are recognised by their addresses.
  private mutating func number(ofName name: UnsafePointer<UInt8>) -> Int {
    let address = UInt(bitPattern: name)
    let slot = Int((address ^ address >> 6) & 63)
    if recentNames[slot].address != address {
      recentNames[slot] = (address, draft.names.number(ofName: unsafe String(cString: name)))
    }
    return recentNames[slot].number
  }

  /// Stops the parser beyond the limits.
  private mutating func check() -> Bool {
    guard let context = unsafe context else { return false }
    if unsafe context.pointee.nameNr > Self.depthLimit { isTooDeep = true }
    if draft.isLarger(than: Self.sizeLimit, nodes: Self.nodeLimit) { isTooLarge = true }
    guard isTooDeep || isTooLarge else { return true }
    unsafe xmlStopParser(context)
    return false
  }
}
