public import Storage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The reasons that templates and public files cannot be used.
public enum SiteAssetsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A folder given to replace files does not exist.
  case missingFolder(path: String)
  /// A replacing file cannot be read.
  case unreadable(path: String, reason: String)
  /// There is no file of this name.
  case unknown(name: String)
  /// A template cannot be used.
  case unusableTemplate(name: String, reason: String)

  /// The sentence that names the file and the remedy.
  public var description: String {
    switch self {
    case .missingFolder(let path): "\(path) is not a folder; name the folder of replacement files"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unknown(let name): "there is no file named \(name) among the templates and public files"
    case .unusableTemplate(let name, let reason): "the template \(name) cannot be used: \(reason)"
    }
  }
}

/// The templates and public files of a site: the ones compiled into the program, each replaceable by a file of that name in a
/// folder of the user's.
///
/// Paths are the site's, below `Public/`: the folders of the checkout that scripts and styles are sorted into are not part of
/// them, and some files are joined, the modules of `Public/chat.js` and the style sheets `Public/chat.css` and `Public/fronts.css`
/// (`site_assets.c`). A folder may also hold further public files, which are copied to `assets/` like the others.
public struct SiteAssets: Sendable {
  private var files: [String: AssetSource]

  private static let themeFolder = "Public/themes/"
  private static let phrasesFolder = "Public/phrases/"
  /// The files that only a site in one file or a locked site has.
  private static let packaging: Set<String> = ["Public/lock.css", "Public/lock.js", "Public/packed.js"]

  private enum AssetSource: Sendable {
    case embedded(Int)
    case file(String)
  }

  /// Creates the files of the program, overlaid with the files of the two folders.
  ///
  /// - Throws: ``SiteAssetsError``.
  public init(templatesOverride: String? = nil, publicOverride: String? = nil) throws(SiteAssetsError) {
    files = [:]
    for index in 0..<EmbeddedFiles.count { files[EmbeddedFiles.path(index)] = .embedded(index) }
    if let templatesOverride { try overlay(templatesOverride, as: "Templates") }
    if let publicOverride { try overlay(publicOverride, as: "Public") }
  }

  /// The paths of all files, below `Templates/` and `Public/`, sorted.
  public var paths: [String] { files.keys.sorted() }

  /// The paths of the files that the user replaced or added, sorted.
  public var replaced: [String] {
    files.filter { if case .file = $0.value { true } else { false } }.keys.sorted()
  }

  /// The files that a site holds under `assets/`, by their paths there, sorted: all public files except the themes,
  /// which become the style sheet, the phrases, the fonts, which become subsets, and what only packed and locked sites have; the fonts'
  /// licences are included.
  public var published: [String] {
    paths.filter {
      $0.hasPrefix("Public/") && !$0.hasPrefix(Self.themeFolder) && !$0.hasPrefix(Self.phrasesFolder)
        && (!$0.hasPrefix("Public/fonts/") || $0.hasSuffix(".txt")) && !Self.packaging.contains($0)
    }.map { String($0.dropFirst("Public/".count)) }
  }

  /// Returns a file's bytes, by its path, such as `Public/chat.css`.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func bytes(of path: String) throws(SiteAssetsError) -> [UInt8] {
    switch files[path] {
    case .embedded(let index): return EmbeddedFiles.constant(index).copy
    case .file(let file):
      do {
        return Array(try Data(contentsOf: URL(filePath: file)))
      } catch {
        throw .unreadable(
          path: file, reason: "it is not a readable file; check its permissions, or remove it")
      }
    case nil: throw .unknown(name: path)
    }
  }

  /// Returns a public file's bytes as a site has them, by its path below `Public/`: our scripts without their comments and
  /// indentation, every other file, and every file of the user's, byte for byte.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func published(_ path: String) throws(SiteAssetsError) -> [UInt8] {
    let bytes = try bytes(of: "Public/" + path)
    guard path.hasSuffix(".js"), case .embedded = files["Public/" + path] else { return bytes }
    return SiteScript.code(of: bytes)
  }

  /// Returns the bytes of a file compiled into the program, or nil if the user replaced it.
  public func constant(_ path: String) -> ConstantBytes? {
    guard case .embedded(let index) = files[path] else { return nil }
    return EmbeddedFiles.constant(index)
  }

  /// Returns a default font's bytes, by its file name, such as `Inter-Regular.otf`.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func font(named name: String) throws(SiteAssetsError) -> [UInt8] {
    try bytes(of: "Public/fonts/" + name)
  }

  /// The names of the themes, sorted. A site's style sheet is made from one of them.
  public var themes: [String] {
    paths.filter { $0.hasPrefix(Self.themeFolder) && $0.hasSuffix(".json") }
      .map { String($0.dropFirst(Self.themeFolder.count).dropLast(".json".count)) }
  }

  /// Returns a theme's file, by its name.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func theme(named name: String) throws(SiteAssetsError) -> [UInt8] {
    try bytes(of: Self.themeFolder + name + ".json")
  }

  /// The languages with phrases, sorted.
  public var languages: [String] {
    paths.filter { $0.hasPrefix(Self.phrasesFolder) && $0.hasSuffix(".json") }
      .map { String($0.dropFirst(Self.phrasesFolder.count).dropLast(".json".count)) }
  }

  /// Returns a language's file of phrases.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func phrases(of language: String) throws(SiteAssetsError) -> [UInt8] {
    try bytes(of: Self.phrasesFolder + language + ".json")
  }

  /// Returns a template's source, by its file name.
  ///
  /// - Throws: ``SiteAssetsError``.
  public func template(named name: String) throws(SiteAssetsError) -> String {
    guard let source = String(validating: try bytes(of: "Templates/" + name), as: UTF8.self) else {
      throw .unusableTemplate(name: name, reason: "it is not UTF-8")
    }
    return source
  }
}

extension SiteAssets {
  private mutating func overlay(_ folder: String, as root: String) throws(SiteAssetsError) {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
      throw .missingFolder(path: folder)
    }
    let names: [String]
    do {
      names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    } catch {
      throw .unreadable(path: folder, reason: "the folder cannot be listed; check its permissions")
    }
    for name in names where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      let path = folder + "/" + name
      let replaced = root + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else {
        if files[replaced] != nil {
          throw .unreadable(path: path, reason: "a file was expected, not a folder")
        }
        continue
      }
      // A public file may be new; a template of another name would never be used.
      if root == "Templates", name.hasSuffix(".mustache"), files[replaced] == nil {
        let known = paths.filter { $0.hasPrefix("Templates/") }.map { $0.dropFirst("Templates/".count) }
        throw .unusableTemplate(
          name: name, reason: "no template has this name; there are: \(known.joined(separator: ", "))")
      }
      files[replaced] = .file(path)
    }
  }
}
