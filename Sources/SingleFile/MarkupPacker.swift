import ExportPipeline
import SiteReading

/// Writes the markup of a site's page anew, so that it needs no other file: pictures and recordings are in it, and links lead to
/// messages and fronts in the same file. Links to pages that are not in it go, with their text.
struct MarkupPacker {
  private let files: PackedFiles
  /// The id of the front that is packed, which goes before the ids in it; nil for messages.
  private let front: String?
  /// The id of the message that is read.
  private var message = ""

  /// The address of a picture that the style sheet shows instead.
  private static let noPicture = Array(
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E".utf8)

  init(_ files: PackedFiles, front: String? = nil) { (self.files, self.front) = (files, front) }

  /// Notes the pictures and players of some markup.
  static func survey(_ bytes: [UInt8], _ range: Range<Int>, _ files: PackedFiles) {
    var scanner = MarkupScanner(bytes, in: range)
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      let isPlayer = tag.isNamed("video") || tag.isNamed("audio")
      guard tag.isNamed("img") || isPlayer, let path = tag.attribute("src"), isFile(path) else { continue }
      files.count(path, isPlayer: isPlayer)
    }
  }

  /// Adds the markup of a part of a page.
  ///
  /// - Throws: ``ExportError/output(_:)`` if a file cannot be read.
  mutating func append(
    _ bytes: [UInt8], _ range: Range<Int>, to markup: inout [UInt8]
  ) throws(ExportError) {
    try MarkupRewriter.append(bytes, range, to: &markup) { tag, edits throws(ExportError) in
      try change(tag, &edits)
    }
  }

  /// Changes a tag.
  private mutating func change(
    _ tag: Tag, _ edits: inout TagEdits
  ) throws(ExportError) -> MarkupRewriter.TagOutcome {
    if let front { Self.prefixIDs(of: &edits, front) }
    if tag.isNamed("article") { message = tag.attribute("id") ?? "" }
    if tag.isNamed("a"), let address = tag.attribute("href") {
      switch target(of: address) {
      case .inside(let id): edits.set("href", Self.link(to: id))
      case .missing: return .omitted
      case .file: try setFile(address, of: tag, &edits)
      case .outside: break
      }
    } else if tag.isNamed("img"), let path = tag.attribute("src"), Self.isFile(path) {
      try setPicture(path, of: tag, &edits)
    } else if tag.isNamed("video") || tag.isNamed("audio") {
      try setRecording(of: tag, &edits)
    } else if front != nil, tag.isNamed("div"), tag.attribute("class") == "tools" {
      return .omitted
    }
    return .written
  }
}

extension MarkupPacker {
  /// A link's target.
  private enum Target {
    /// An element of the file, by its id.
    case inside(String)
    /// An attachment.
    case file
    /// An address out of the site.
    case outside
    /// A page that is not in the file.
    case missing
  }

  /// True for the path of a file of the site, seen from a page.
  private static func isFile(_ path: String) -> Bool { path.hasPrefix("../") }

  private func target(of address: String) -> Target {
    let (file, fragment) = (SiteAddress(address).file, String(SiteAddress(address).fragment ?? ""))
    if file.isEmpty { return .inside(front.map { fragment.isEmpty ? $0 : "\($0)-\(fragment)" } ?? fragment) }
    if file.hasSuffix(".html"), !file.contains("/") {
      if let id = files.id(ofFront: file) { return .inside(fragment.isEmpty ? id : "\(id)-\(fragment)") }
      if file == "last.html" { return .inside("end") }
      if file.dropLast(".html".count).allSatisfy(\.isNumber) {
        return .inside(fragment.isEmpty ? "messages" : fragment)
      }
      return .missing
    }
    if file.hasPrefix("../media/") { return .file }
    return Self.isFile(address) ? .missing : .outside
  }

  /// Returns the address of an element, as markup. Fragments are percent-encoded as in the site.
  private static func link(to id: String) -> [UInt8] {
    value("#" + id)
  }

  /// Puts the id of a front before the ids in it, which pages of messages may have too.
  private static func prefixIDs(of edits: inout TagEdits, _ front: String) {
    edits.replaceValues { name, value in
      switch name {
      case "id", "for", "aria-labelledby", "aria-describedby", "aria-controls":
        value.split(separator: " ").map { "\(front)-\($0)" }.joined(separator: " ")
      default: nil
      }
    }
  }

  /// A link to an attachment leads to its message where the attachment is seen or heard; elsewhere it has the file.
  private func setFile(_ path: String, of tag: Tag, _ edits: inout TagEdits) throws(ExportError) {
    let isDownload = !["picture", "tile"].contains(tag.attribute("class"))
    edits.set("data-of", Array(path.utf8))
    if isDownload, let title = tag.attribute("title") {
      // The name in the site says nothing.
      edits.set("download", Self.value(title))
    }
    if isDownload, !files.isSeen(path), files.isFirstUse(path) {
      var address: [UInt8] = []
      try files.appendAddress(of: path, to: &address)
      edits.set("href", address)
      edits.set("data-path", Array(path.utf8))
    } else {
      edits.set("href", Self.link(to: front ?? message))
    }
  }

  private static func value(_ text: String) -> [UInt8] {
    Array(SiteAddress.markup(of: text).utf8)
  }

  /// A picture that is named once is in its element, another one in the style sheet.
  private func setPicture(_ path: String, of tag: Tag, _ edits: inout TagEdits) throws(ExportError) {
    edits.set("data-path", Array(path.utf8))
    guard files.isShared(path) else {
      var address: [UInt8] = []
      try files.appendAddress(of: path, to: &address)
      return edits.set("src", address)
    }
    let own = tag.attribute("class").map { $0 + " " } ?? ""
    edits.set("class", Self.value(own + files.className(of: path)))
    edits.set("src", Self.noPicture)
  }

  /// The first player of a recording has it; scripts give it to others.
  private func setRecording(of tag: Tag, _ edits: inout TagEdits) throws(ExportError) {
    if let poster = tag.attribute("poster"), Self.isFile(poster) {
      var address: [UInt8] = []
      try files.appendAddress(of: poster, to: &address)
      edits.set("poster", address)
    }
    guard let path = tag.attribute("src"), Self.isFile(path) else { return }
    guard front == nil, files.isFirstUse(path) else {
      edits.set("data-of", Array(path.utf8))
      return edits.remove("src")
    }
    edits.set("data-path", Array(path.utf8))
    var address: [UInt8] = []
    try files.appendAddress(of: path, to: &address)
    edits.set("src", address)
  }
}
