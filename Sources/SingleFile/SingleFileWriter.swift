import Digests
import ExportPipeline
import SiteFiles
import SiteReading
import Storage

/// Writes a finished site of one conversation on one page as a single HTML file.
///
/// The body is the page's, with pictures in it, then the fronts, each hidden until its id is the address's fragment, then the
/// data of the map and the scripts in elements with `data-path`, the path that each file has from a page. The reader's scripts
/// find them there (`Public/scripts/chat/basics.js`). Everything that is run or styles the page has its hash in the policy
/// (CSP Level 3, §8.3).
struct SingleFileWriter {
  private let files: PackedFiles
  private let scripts: [String]

  /// The scripts that a file starts with, in order. Others start when they are asked for.
  private static let started = ["chat.js", "reader.js", ownScript, "gallery.js"]
  /// The script that only such files have.
  private static let ownScript = "packed.js"
  private static let flowSheet = "flow.css"

  private let assets: SiteAssets

  init(site: SiteFolder, folder: String, assets: SiteAssets) {
    files = PackedFiles(site: site, folder: folder)
    self.assets = assets
    scripts = files.names(in: "assets", ending: ".js")
  }

  /// The bytes of the site's attachments.
  var mediaBytes: Int { files.mediaBytes }

  /// Writes the file.
  ///
  /// - Throws: ``ExportError`` if a file of the site cannot be read or put into a page, or `output` throws.
  func write(to output: (Span<UInt8>) throws(OutputError) -> Void) throws {
    let page = try files.bytes("1.html")
    let parts = try Parts(page)
    let fronts = try files.fronts.map { front throws(ExportError) in
      let bytes = try files.bytes(front.file)
      return (front.id, bytes, Self.element("main", in: bytes), Self.classes(ofMainIn: bytes))
    }
    MarkupPacker.survey(page, parts.body, files)
    for (_, bytes, range, _) in fronts { MarkupPacker.survey(bytes, range, files) }

    // The body first: it decides what the style sheet has.
    var body: [UInt8] = []
    body.reserveCapacity(page.count * 2)
    var packer = MarkupPacker(files)
    try packer.append(page, parts.body, to: &body)
    for (id, bytes, range, classes) in fronts {
      body += "<div class=\"inside\" id=\"\(id)\" tabindex=\"-1\">\n".utf8
      body += parts.wayOut(of: page)
      body += "<div class=\"\(classes)\">".utf8
      var packer = MarkupPacker(files, front: id)
      try packer.append(bytes, range, to: &body)
      body += "</div>\n</div>\n".utf8
    }
    var policy = Policy()
    try appendData(to: &body, policy: &policy)
    var head = parts.beginning(of: page)
    try appendHead(to: &head, title: title(parts.title(of: page)), policy: &policy)
    try output(head.span)
    try output(body.span)
    try output(Array("</body>\n</html>\n".utf8).span)
  }

  /// Returns the title of the conversation's front, as markup, as the page's has a number.
  private func title(_ pageTitle: [UInt8]) throws(ExportError) -> [UInt8] {
    guard files.id(ofFront: "index.html") != nil else { return pageTitle }
    let front = try files.bytes("index.html")
    // Drawings have titles of their own.
    let head = Array(front[Self.element("head", in: front)])
    let title = Self.element("title", in: head)
    return title.isEmpty ? pageTitle : Array(head[title])
  }

  /// Adds the map and the scripts.
  private func appendData(to body: inout [UInt8], policy: inout Policy) throws(ExportError) {
    for name in files.names(in: "\(files.folder)/map", ending: ".js") {
      try appendJSON(SiteData.json(of: files.bytes("map/\(name)")), path: "map/\(name)", to: &body)
    }
    for name in scripts where name.hasPrefix("dialogs-") {
      let path = "../assets/\(name)"
      try appendJSON(dialogs(SiteData.json(of: files.bytes(path))), path: path, to: &body)
    }
    for name in scripts.filter({ !$0.hasPrefix("dialogs-") && !Self.started.contains($0) }) {
      try appendScript(name, type: " type=\"text/plain\"", to: &body, policy: &policy)
    }
    for name in Self.started where scripts.contains(name) || name == Self.ownScript {
      try appendScript(name, type: "", to: &body, policy: &policy)
    }
  }

  private func ownCode() throws(ExportError) -> [UInt8] {
    do throws(SiteAssetsError) { return try assets.published(Self.ownScript) } catch {
      throw .usage(error.description)
    }
  }

  private func appendJSON(_ json: [UInt8], path: String, to body: inout [UInt8]) {
    body += "<script type=\"application/json\" data-path=\"\(path)\">".utf8
    // `<` is only in strings, where the escape is equal.
    for byte in json {
      if byte == UInt8(ascii: "<") { body += "\\u003c".utf8 } else { body.append(byte) }
    }
    body += "</script>\n".utf8
  }

  private func appendScript(
    _ name: String, type: String, to body: inout [UInt8], policy: inout Policy
  ) throws(ExportError) {
    let code = name == Self.ownScript ? try ownCode() : try files.bytes("../assets/\(name)")
    try Self.check(code, name, for: ["</script", "<!--"])
    policy.allowScript(code)
    body += "<script\(type) data-path=\"../assets/\(name)\">".utf8
    body += code
    body += "</script>\n".utf8
  }

  /// Returns the markup of dialogs, a string of JSON, with links that lead into the file.
  private func dialogs(_ json: [UInt8]) throws(ExportError) -> [UInt8] {
    try SiteData.changingMarkup(of: json) { (markup) throws(ExportError) in
      var packed: [UInt8] = []
      var packer = MarkupPacker(files)
      try packer.append(markup, markup.indices, to: &packed)
      return packed
    }
  }

  /// Adds what stands between `<head>` and the body.
  private func appendHead(to head: inout [UInt8], title: [UInt8], policy: inout Policy) throws(ExportError) {
    let style = try styleSheet()
    policy.allowStyle(style)
    let flow = try files.bytes("../assets/\(Self.flowSheet)")
    try Self.check(flow, Self.flowSheet, for: ["</style"])
    policy.allowStyle(flow)
    head +=
      """
      <head>
      <meta charset="utf-8">
      \(SingleFileExporter.mark)
      <meta http-equiv="Content-Security-Policy" content="\(policy.text)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>
      """.utf8
    head += title
    head += "</title>\n<style>".utf8
    head += style
    head += "</style>\n<style media=\"not all\" data-path=\"../assets/\(Self.flowSheet)\">".utf8
    head += flow
    head += "</style>\n</head>\n".utf8
  }

  /// Returns the style sheets of pages and fronts with the fonts, and the pictures that are shown more than once.
  private func styleSheet() throws(ExportError) -> [UInt8] {
    var sheet: [UInt8] = []
    for path in ["../assets/theme.css", "../assets/chat.css", "../assets/fronts.css", "people.css"] {
      let bytes = try files.bytes(path)
      try Self.check(bytes, path, for: ["</style"])
      try appendSheet(bytes, beside: path, to: &sheet)
      sheet.append(0x0A)
    }
    for (path, name) in files.shared {
      sheet += ".\(name){content:url(\"".utf8
      try files.appendAddress(of: path, to: &sheet)
      sheet += "\")}\n".utf8
    }
    return sheet
  }

  /// Adds a style sheet with the files that it names by `url(…)` without quotes.
  private func appendSheet(_ sheet: [UInt8], beside path: String, to output: inout [UInt8])
    throws(ExportError)
  {
    let folder = path.prefix(
      path.lastIndex(of: "/").map { path.distance(from: path.startIndex, to: $0) + 1 } ?? 0)
    let opening = Array("url(fonts/".utf8)
    var offset = 0
    var copied = 0
    while offset + opening.count < sheet.count {
      guard sheet[offset] == opening[0], sheet[offset..<(offset + opening.count)].elementsEqual(opening),
        let end = sheet[offset...].firstIndex(of: UInt8(ascii: ")"))
      else {
        offset += 1
        continue
      }
      output += sheet[copied..<(offset + 4)]
      let font = String(decoding: sheet[(offset + 4)..<end], as: UTF8.self)
      try files.appendAddress(of: folder + font, to: &output)
      (offset, copied) = (end, end)
    }
    output += sheet[copied...]
  }

  /// Throws if a script or style sheet has a word that would end its element.
  private static func check(_ bytes: [UInt8], _ name: String, for words: [String]) throws(ExportError) {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    for word in words where text.contains(word) {
      throw .usage("'\(word)' in \(name) cannot stand in a page; write it otherwise, or leave out --public")
    }
  }

  /// Returns the classes of a front's main part, in small letters and spaces only; `sheet` if it has others.
  private static func classes(ofMainIn bytes: [UInt8]) -> String {
    var scanner = MarkupScanner(bytes)
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      guard tag.isNamed("main") else { continue }
      let classes = tag.attribute("class") ?? ""
      if classes.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x20 }), !classes.isEmpty {
        return classes
      }
      break
    }
    return "sheet"
  }

  /// Returns the offsets between the first tag of a name and its last end tag; empty if there is none.
  static func element(_ name: StaticString, in bytes: [UInt8]) -> Range<Int> {
    var scanner = MarkupScanner(bytes)
    var start: Int?
    var end: Int?
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      if start == nil, tag.isNamed(name) { start = range.upperBound }
      if start != nil, tag.name.first == UInt8(ascii: "/"), tag.name.dropFirst().elementsEqual(name.bytes) {
        end = range.lowerBound
      }
    }
    guard let start, let end, start <= end else { return 0..<0 }
    return start..<end
  }
}

extension StaticString {
  /// The characters as bytes of UTF-8.
  fileprivate var bytes: [UInt8] { withUTF8Buffer { unsafe Array($0) } }
}

/// The parts of a page of messages.
private struct Parts {
  /// The offsets of the tag `html` and what is before it.
  private let opening: Range<Int>
  /// The offsets of the tag `body` and everything in it.
  let body: Range<Int>
  private let titleRange: Range<Int>
  private var backLink = 0..<0

  init(_ page: [UInt8]) throws(ExportError) {
    var scanner = MarkupScanner(page)
    var html = 0
    var start: Int?
    var end = page.count
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: page, range: range)
      if tag.isNamed("html") { html = range.upperBound }
      if start == nil, tag.isNamed("body") { start = range.lowerBound }
      if tag.isNamed("/body") { end = range.lowerBound }
      if backLink.isEmpty, tag.isNamed("a"), tag.attribute("href") == "../index.html" {
        backLink = range.lowerBound..<range.lowerBound
      }
      if tag.isNamed("/a"), backLink.lowerBound > 0, backLink.isEmpty {
        backLink = backLink.lowerBound..<range.upperBound
      }
    }
    guard html > 0, let start else {
      throw .usage("the page has no element html or body; leave out --templates")
    }
    (opening, body) = (0..<html, start..<end)
    titleRange = SingleFileWriter.element("title", in: page)
  }

  func beginning(of page: [UInt8]) -> [UInt8] { page[opening] + [0x0A] }
  func title(of page: [UInt8]) -> [UInt8] { Array(page[titleRange]) }

  /// The page's link to the list of conversations, leading out of a front: to a fragment that nothing has, at which nothing scrolls.
  func wayOut(of page: [UInt8]) -> [UInt8] {
    var link: [UInt8] = []
    var scanner = MarkupScanner(page, in: backLink)
    while let piece = scanner.next() {
      switch piece {
      case .text(let range): link += page[range]
      case .tag(let range):
        let tag = Tag(bytes: page, range: range)
        var edits = TagEdits(tag, of: page)
        if tag.isNamed("a") {
          edits.set("href", Array("#!".utf8))
          edits.set("class", Array("button way-out".utf8))
        }
        edits.append(to: &link)
      }
    }
    return link + [0x0A]
  }
}

/// The content security policy of a file: nothing but what is in it.
private struct Policy {
  private var scripts: [String] = []
  private var styles: [String] = []

  mutating func allowScript(_ code: [UInt8]) { scripts.append(Self.source(code)) }
  mutating func allowStyle(_ sheet: [UInt8]) { styles.append(Self.source(sheet)) }

  private static func source(_ bytes: [UInt8]) -> String {
    "'sha256-\(Base64.text(SHA256Digest(of: bytes.span).bytes))'"
  }

  var text: String {
    """
    default-src 'none'; script-src \(scripts.joined(separator: " ")); style-src \(styles.joined(separator: " ")); \
    style-src-attr 'unsafe-inline'; img-src data:; media-src data:; font-src data:; base-uri 'none'; form-action 'none'
    """
  }
}
