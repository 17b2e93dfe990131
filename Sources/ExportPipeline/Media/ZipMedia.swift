import ImportKit
import MediaProbe
import Zip

/// The media in a zip, or in a folder in it.
struct ZipMedia: MediaFolder {
  let tree: any PackedFiles
  /// The path of the folder in the zip; empty for all of it.
  let prefix: String
  /// The path that messages name.
  let shownPath: String

  func has(_ path: String) -> Bool { tree.hasFile(full(path)) || !tree.files(in: full(path)).isEmpty }

  func names(in folder: String) -> [String] {
    let inZip = full(folder)
    let start = inZip.isEmpty ? 0 : inZip.utf8.count + 1
    var names: [String] = []
    for file in tree.files(in: inZip) {
      // In byte order, all files of a folder are adjacent.
      let name = file.utf8.dropFirst(start).prefix { $0 != UInt8(ascii: "/") }
      if let last = names.last, last.utf8.elementsEqual(name) { continue }
      names.append(String(Substring(name)))
    }
    return names
  }

  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    let member = full(path)
    guard tree.hasFile(member) else { throw .notAFile(name) }
    do throws(ZipError) {
      return MediaFile(descriptor: try tree.unpack(member), path: "\(shownPath)/\(path)")
    } catch {
      throw .packed(name, reason: error.reason)
    }
  }

  private func full(_ path: String) -> String {
    prefix.isEmpty ? path : path.isEmpty ? prefix : "\(prefix)/\(path)"
  }
}

/// The resolvers of all inputs, each created once.
struct MediaResolvers {
  private var known: [String: MediaResolver] = [:]

  /// Returns the resolver of file names in the export at `root`.
  mutating func resolver(of root: InputFolder) -> MediaResolver {
    let resolver = known[root.path] ?? MediaResolver(root)
    known[root.path] = resolver
    return resolver
  }
}

extension MediaResolver {
  /// Finds media in the folder of an input.
  fileprivate init(_ folder: InputFolder) { self.init(folder.media) }
}

extension InputFolder {
  /// The folder as a folder of media.
  fileprivate var media: any MediaFolder {
    switch location {
    case .disk(let folder, let start): DiskFolder(folder, at: start)
    case .packed(let tree, let prefix): ZipMedia(tree: tree, prefix: prefix, shownPath: path)
    case .extracted(let files): ExtractedMedia(files: files)
    case .joined(let folders), .exports(let folders): JoinedMedia(folders: folders.map(\.media))
    }
  }
}
