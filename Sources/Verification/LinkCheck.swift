import ImportKit
import SiteReading
import Storage

/// The addresses of a site's pages and the messages that they lead to.
///
/// It collects the messages that pages have, and the messages that they link to, while the files are hashed. It keeps hashes of their
/// addresses, in lists that spill to disk, so that memory grows with the links to messages alone.
struct LinkCheck: Sendable {
  /// True if links may lead out of the site's folder, as templates of the user's may have them.
  private let mayLeadOut: Bool
  /// The title of each page of messages that has one, as a hash, by the page's number.
  private(set) var titles: [Int: UInt64] = [:]
  /// The hashes of the messages that pages have.
  private var messages = SpillingArray<UInt64>()
  /// The messages that links lead to.
  private var targets: [Target] = []
  private(set) var tooMany = false

  /// The numbers of pages that could not be read or were changed: what they have is not known.
  private var unread: Set<Int32> = []

  private struct Target {
    var hash: UInt64
    /// The number of the page with the link.
    var file: Int32
    /// The number of the page that it leads to.
    var page: Int32
    /// Any page of the conversation.
    static let anyPage: Int32 = -1
    /// The address as the page has it.
    var address: String
  }

  /// The most links to messages that are checked; 64 bytes each.
  private static let limit = 4_000_000

  init(mayLeadOut: Bool) { self.mayLeadOut = mayLeadOut }

  /// Adds the addresses in the file with this number, at `path`. Calls `dead` with those that lead to no file. Returns the number of
  /// messages in the file.
  mutating func add(
    _ bytes: [UInt8], at path: String, number: Int, in files: ListedFiles, dead: (_ address: String) -> Void
  ) -> Int {
    var count = 0
    let folder = path.split(separator: "/").dropLast().map(String.init)
    let conversation = (folder.first ?? "") + "/"
    var scanner = MarkupScanner(bytes)
    var known: Set<String> = []
    while let piece = scanner.next() {
      guard case .tag(let range) = piece else { continue }
      let tag = Tag(bytes: bytes, range: range)
      if tag.isNamed("h1"), let title = tag.attribute("title"), titles[number] == nil {
        titles[number] = Self.hash(ofTitle: title)
      }
      tag.forEachAttribute { name, value in
        if name.elementsEqual("id".utf8) {
          guard value.starts(with: "m-".utf8) else { return }
          let id = Tag.text(value)
          messages.append(Self.hash(path, id))
          messages.append(Self.hash(conversation, id))
          if tag.isNamed("article") { count += 1 }
        } else if name.elementsEqual("href".utf8) || name.elementsEqual("src".utf8)
          || name.elementsEqual("poster".utf8)
        {
          // Most addresses of a page are its pictures, many times.
          let address = Tag.text(value)
          guard known.insert(address).inserted else { return }
          if known.count > 10_000 { known.removeAll() }
          if !follow(address, from: path, folder, number: number, in: files) { dead(address) }
        }
      }
    }
    return count
  }

  /// Adds the messages that a data file in a conversation's `map/` names: pinned ones, and those with pictures and films. Such a row
  /// has the id after a number (`[75,1,0,"m-73",…`); texts in it follow another text.
  mutating func addData(_ bytes: [UInt8], at path: String, number: Int) {
    guard let folder = path.split(separator: "/").first, path.hasPrefix(folder + "/map/") else { return }
    var offset = 0
    while let found = bytes[offset...].firstIndex(of: UInt8(ascii: "\"")) {
      guard let end = Self.endOfText(in: bytes, from: found + 1) else { return }
      offset = end + 1
      guard found > 1, bytes[found - 1] == UInt8(ascii: ","),
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[found - 2],
        bytes[(found + 1)..<end].starts(with: "m-".utf8), targets.count < Self.limit
      else { continue }
      let id = Self.unescaped(bytes[(found + 1)..<end])
      targets.append(
        Target(hash: Self.hash(folder + "/", id), file: Int32(number), page: Target.anyPage, address: id))
    }
  }

  /// Returns the offset of the quotation mark that ends a text of a script.
  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset < bytes.count ? offset : nil
  }

  /// Replaces the `\uXXXX` of a script's text, which is all that our writer escapes.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var rest = Array(String(decoding: text, as: UTF8.self).utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75, rest.count >= 5,
        let code = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(code)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Notes that the page with this number was not read.
  mutating func skip(_ number: Int) { unread.insert(Int32(number)) }

  /// Returns the hash that ``titles`` have of a title: of its words, because pages show other controls and spaces.
  static func hash(ofTitle title: String) -> UInt64 {
    let words = title.unicodeScalars.filter {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        && !(0x2400...0x2421 ~= $0.value)
    }
    return hash("", String(String.UnicodeScalarView(words)))
  }

  private static func hash(_ path: some StringProtocol, _ id: String) -> UInt64 {
    var bytes = Array(path.utf8)
    bytes.append(0)
    bytes += id.utf8
    return HashSeed.ofProcess.hash(bytes.span)
  }

  /// Returns false if an address leads to no file of the site. Addresses of other sites are not followed.
  private mutating func follow(
    _ address: String, from path: String, _ folder: [String], number: Int, in files: ListedFiles
  ) -> Bool {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let target = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
    if Self.isAbsolute(target) { return true }
    var (file, page) = (path, number)
    if !target.isEmpty {
      switch Self.resolve(decoded(target), in: folder) {
      case .outside: return mayLeadOut
      case .nowhere: return false
      case .file(let resolved):
        guard let index = files.index(of: resolved.utf8) else { return false }
        (file, page) = (resolved, index)
      }
    }
    if parts.count == 2, parts[1].hasPrefix("m-") {
      if targets.count == Self.limit {
        tooMany = true
      } else {
        targets.append(
          Target(
            hash: Self.hash(file, decoded(parts[1])), file: Int32(number), page: Int32(page),
            address: address))
      }
    }
    return true
  }

  private static func isAbsolute(_ address: Substring) -> Bool {
    if address.hasPrefix("//") { return true }
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !address[..<colon].utf8.contains(UInt8(ascii: "/"))
  }

  /// The target of an address of a page.
  private enum LinkTarget {
    /// A path in the site.
    case file(String)
    /// Anything outside of the site's folder.
    case outside
    /// No path at all.
    case nowhere
  }

  /// Returns the target of an address relative to a folder of the site.
  private static func resolve(_ address: String, in folder: [String]) -> LinkTarget {
    guard !address.hasPrefix("/") else { return .outside }
    var parts = folder
    for part in address.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { return .outside }
      case "": return .nowhere
      default: parts.append(String(part))
      }
    }
    return .file(parts.joined(separator: "/"))
  }

  /// Adds the addresses that another task collected.
  mutating func add(_ other: LinkCheck) throws {
    try other.messages.forEachPiece { _, piece in messages.append(contentsOf: piece) }
    targets += other.targets
    titles.merge(other.titles) { one, _ in one }
    unread.formUnion(other.unread)
    tooMany = tooMany || other.tooMany
  }

  /// Calls `body` with the file's number and the address of each link to a message that no page has.
  func forEachDeadTarget(_ body: (_ file: Int, _ address: String) -> Void) throws {
    let sorted = targets.sorted { $0.hash < $1.hash }
    var isFound = [Bool](repeating: false, count: sorted.count)
    try messages.forEachPiece { _, piece in
      for hash in piece {
        var (low, high) = (0, sorted.count)
        while low < high {
          let middle = (low + high) / 2
          if sorted[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        // Once for each message: links to one that was found are all found.
        while low < sorted.count, sorted[low].hash == hash, !isFound[low] {
          isFound[low] = true
          low += 1
        }
      }
    }
    for (target, isFound) in zip(sorted, isFound) where !isFound {
      if target.page == Target.anyPage ? !unread.isEmpty : unread.contains(target.page) { continue }
      body(Int(target.file), target.address)
    }
  }
}

/// Replaces the `%xx` of an address.
private func decoded(_ text: Substring) -> String {
  let text = String(text)
  return text.percentDecoded ?? text
}
