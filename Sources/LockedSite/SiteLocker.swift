import ExportPipeline
import SiteFiles
import SiteReading
import SiteWriter

/// Writes a finished site, whose folders have numbers for names, as a locked one.
///
/// Encrypted are pages, maps, media, emoji, fonts and colours of people. In the open are the program's own scripts and
/// style sheets, which are the same in all sites, and for each page a small file without contents. Pages of messages keep their names,
/// `1/7.html`; the site's list is `0.html`, because `index.html` asks for the password; other pages get numbers.
struct SiteLocker {
  private let site: SiteFolder
  private let files: [String]
  /// The new names of pages, by their paths.
  private let names: [String: String]
  private static let fileLimit = 1 << 40

  /// Reads the list of the files of a site.
  ///
  /// - Throws: ``ExportError/output(_:)`` if the site has no list.
  init(_ site: SiteFolder) throws(ExportError) {
    self.site = site
    let manifest = try Self.read(Manifest.path, of: site)
    files = manifest.split(separator: 10).map {
      String(decoding: $0.dropFirst(Manifest.pathOffset), as: UTF8.self)
    }
    let pages = files.filter { $0.hasSuffix(".html") }
    // One number for a name in all folders, because dialogs are common to them.
    let others = Set(pages.map { Self.name(of: $0) }).filter { $0 != "index.html" && !Self.isNumber($0) }
      .sorted()
    let numbers = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($1, $0 + 1) })
    var names: [String: String] = [:]
    for path in pages {
      let name = Self.name(of: path)
      names[path] = numbers[name].map { "\(path.dropLast(name.utf8.count))0-\($0).html" } ?? path
    }
    names["index.html"] = "0.html"
    self.names = names
  }

  /// Writes the locked site.
  func write(to output: OutputFolder, assets: SiteAssets, password: String, progress: () -> Void) throws {
    var vault = Vault(output)
    let shell = try pages(assets)
    for path in files where !Self.isDropped(path) {
      let bytes = try Self.read(path, of: site)
      if let name = names[path] {
        try vault.add(name, renamed(bytes, in: path), isText: true)
        try output.write(name, shell.page(base: name.contains("/") ? "../" : ""))
      } else if Self.isOpen(path, assets) {
        try output.write(path, bytes)
      } else if path.hasPrefix("assets/dialogs-") {
        try vault.add(path, dialogs(bytes), isText: true)
      } else {
        try vault.add(path, bytes, isText: [".js", ".css"].contains { path.hasSuffix($0) })
      }
      progress()
    }
    for name in ["lock.css", "lock.js"] {
      try output.write("assets/\(name)", try assets.published(name))
    }
    let salt = Vault.random(16)
    let key = try vault.close(password: password, salt: salt)
    try output.write("index.html", shell.shell(first: "0.html", salt: salt, key: key))
    try output.write(
      "export.json",
      Array("{\n  \"format\" : \"chatexport-locked/1\",\n  \"generator\" : \"chatexport\"\n}\n".utf8))
  }

  private static func name(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  }
  private static func isNumber(_ name: Substring) -> Bool {
    name.dropLast(".html".count).utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// True for files that a locked site does without: what states digests of the inputs.
  private static func isDropped(_ path: String) -> Bool { path == "export.json" }

  /// True for the program's own scripts and style sheets, as every site has them.
  private static func isOpen(_ path: String, _ assets: SiteAssets) -> Bool {
    guard path.hasPrefix("assets/") else { return false }
    let name = String(path.dropFirst("assets/".count))
    return assets.published.contains(name)
  }

  /// Returns the pages in the open in the language of the site's list.
  private func pages(_ assets: SiteAssets) throws -> LockedPages {
    let list = try Self.read("index.html", of: site)
    var scanner = MarkupScanner(list)
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: list, range: range)
      guard tag.isNamed("html") else { continue }
      let language = tag.attribute("lang") ?? "en"
      return LockedPages(
        phrases: try assets.phrases(for: language), language: language,
        direction: tag.attribute("dir") ?? "ltr")
    }
    throw ExportError.usage("the template of the list has no element html; leave out --templates")
  }

  private static func read(_ path: String, of site: SiteFolder) throws(ExportError) -> [UInt8] {
    do throws(SiteFolder.Problem) { return try site.contents(path, limit: fileLimit) } catch {
      throw .output("the file \(path) of the temporary site \(error.words)")
    }
  }
}

extension SiteLocker {
  /// Returns the markup of the page at `path` with the new names of pages in its links.
  private func renamed(_ bytes: [UInt8], in path: String) -> [UInt8] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var markup: [UInt8] = []
    markup.reserveCapacity(bytes.count)
    MarkupRewriter.append(bytes, to: &markup) { tag, edits in
      edits.replaceValues { name, value in
        switch name {
        case "href": newAddress(value, in: folder)
        case "content" where tag.attribute("http-equiv") == "refresh":
          value.split(separator: "url=", maxSplits: 1).last
            .flatMap { newAddress(String($0), in: folder) }.map { "0; url=\($0)" }
        default: nil
        }
      }
      return .written
    }
    return markup
  }

  /// Returns the new address of a page, as markup; nil if it stays.
  private func newAddress(_ address: String, in folder: String) -> String? {
    let link = SiteAddress(address)
    let isAbove = link.file.hasPrefix("../")
    let path = isAbove ? String(link.file.dropFirst(3)) : folder + link.file
    guard let name = names[path], name != path else { return nil }
    let own = isAbove ? "../" + name : String(name.dropFirst(folder.utf8.count))
    return link.fragment.map { "\(own)#\(SiteAddress.markup(of: String($0)))" } ?? own
  }

  /// Returns the script of dialogs with the new names of the pages of a conversation, which are the same in all conversations.
  private func dialogs(_ script: [UInt8]) -> [UInt8] {
    let folder = names.keys.compactMap { $0.lastIndex(of: "/").map($0.prefix(through:)) }.min() ?? ""
    return SiteData.changingMarkup(ofScript: script) { renamed($0, in: String(folder)) }
  }
}
