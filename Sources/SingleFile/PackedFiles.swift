import ExportPipeline
import SiteReading
import Storage

/// The files of a site that go into one file, and how often the markup names each.
final class PackedFiles {
  private let site: SiteFolder
  /// The folder of the conversation, below the site's.
  let folder: String
  /// The pages without messages, by the names of their files, with the ids that they get.
  private(set) var fronts: [(file: String, id: String)] = []
  private var uses: [String: Int] = [:]
  private var players: Set<String> = []
  /// The classes of pictures that are named more than once, in the order of their first use.
  private(set) var shared: [(path: String, name: String)] = []
  private var sharedNames: [String: String] = [:]
  private var written: Set<String> = []

  /// The most bytes of a file of the site other than attachments.
  private static let fileLimit = 1 << 29

  init(site: SiteFolder, folder: String) {
    (self.site, self.folder) = (site, folder)
    let names = names(in: folder, ending: ".html").filter { $0.first?.isNumber == false && $0 != "last.html" }
    fronts = names.map { (file: $0, id: "p-\($0.dropLast(".html".count))") }
  }

  /// The bytes of all attachments together.
  var mediaBytes: Int {
    (site.names(in: "media", limit: 1 << 20) ?? []).reduce(0) { sum, name in
      sum + ((try? site.withFile("media/\(String(decoding: name, as: UTF8.self))") { _, size in size }) ?? 0)
    }
  }

  /// Returns the names in a folder that have an ending, in order.
  func names(in folder: String, ending: String) -> [String] {
    (site.names(in: folder, limit: 1 << 20) ?? []).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0.hasSuffix(ending) }.sorted()
  }

  /// Returns the id of a front, by the name of its file; nil if there is none.
  func id(ofFront file: Substring) -> String? { fronts.first { $0.file == file }?.id }

  /// Returns the bytes of a file, whose path is seen from a page of the conversation.
  ///
  /// - Throws: ``ExportError/output(_:)``.
  func bytes(_ path: String) throws(ExportError) -> [UInt8] {
    do throws(SiteFolder.Problem) {
      return try site.contents(sitePath(path), limit: Self.fileLimit)
    } catch {
      throw .output("the file \(sitePath(path)) of the site \(error.words)")
    }
  }

  private func sitePath(_ path: String) -> String {
    path.hasPrefix("../") ? String(path.dropFirst(3)) : "\(folder)/\(path)"
  }

  /// Counts a picture or a player.
  func count(_ path: String, isPlayer: Bool) {
    if isPlayer { players.insert(path) } else { uses[path, default: 0] += 1 }
  }

  /// True if a picture or a player of the markup has the file.
  func isSeen(_ path: String) -> Bool { players.contains(path) || uses[path] != nil }

  /// True if a picture is named more than once.
  func isShared(_ path: String) -> Bool { uses[path, default: 0] > 1 }

  /// Returns the class of a picture that is named more than once.
  func className(of path: String) -> String {
    if let name = sharedNames[path] { return name }
    let name = "x\(shared.count)"
    sharedNames[path] = name
    shared.append((path, name))
    return name
  }

  /// True for the first use of a file that cannot be shared.
  func isFirstUse(_ path: String) -> Bool { written.insert(path).inserted }

  /// Adds the address that has a file's contents (RFC 2397).
  ///
  /// - Throws: ``ExportError/output(_:)``.
  func appendAddress(of path: String, to markup: inout [UInt8]) throws(ExportError) {
    let contents = try bytes(path)
    markup += "data:\(FileTypes.type(of: path));base64,".utf8
    Base64.append(contents[...], to: &markup)
  }
}
