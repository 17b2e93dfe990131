import ChatImport
import MediaProbe
import Zip

/// The media in a zip, or in a folder in it.
struct ZipMedia: MediaFolder {
  let tree: ZipTree
  /// The folder in the zip; empty: all of it.
  let place: String
  /// What messages call it.
  let shownPath: String

  func has(_ path: String) -> Bool { tree.hasFile(full(path)) || !tree.files(in: full(path)).isEmpty }

  func names(in folder: String) -> [String] {
    let place = full(folder)
    let start = place.isEmpty ? 0 : place.utf8.count + 1
    var names: [String] = []
    for file in tree.files(in: place) {
      // In the order of bytes all files of a folder stand together.
      let name = file.utf8.dropFirst(start).prefix { $0 != UInt8(ascii: "/") }
      if let last = names.last, last.utf8.elementsEqual(name) { continue }
      names.append(String(Substring(name)))
    }
    return names
  }

  func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    let place = full(path)
    guard tree.hasFile(place) else { throw .notAFile(name) }
    do throws(ZipError) {
      return MediaFile(descriptor: try tree.unpack(place), path: "\(shownPath)/\(path)")
    } catch {
      throw .packed(name, reason: error.reason)
    }
  }

  private func full(_ path: String) -> String {
    place.isEmpty ? path : path.isEmpty ? place : "\(place)/\(path)"
  }
}

/// The resolvers of all inputs, each made once.
struct MediaResolvers {
  private var known: [String: MediaResolver] = [:]

  /// Finds the files that an export in `root` names.
  mutating func resolver(of root: InputFolder) -> MediaResolver {
    let resolver = known[root.path] ?? MediaResolver(root)
    known[root.path] = resolver
    return resolver
  }
}

extension MediaResolver {
  /// Finds media in the folder of an input.
  fileprivate init(_ folder: InputFolder) {
    switch folder.place {
    case .disk: self.init(DiskFolder(folder.path))
    case .zip(let tree, let place): self.init(ZipMedia(tree: tree, place: place, shownPath: folder.path))
    }
  }
}
