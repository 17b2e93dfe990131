/// The files in an archive, by paths with `/`. Its content is not trusted, and nothing is ever written under a name from it.
public protocol PackedFiles: Sendable {
  /// The paths of the files, sorted by their UTF-8 bytes; hidden files are left out.
  var files: [String] { get }
  /// Members that are left out, or replace others.
  var warnings: [ZipWarning] { get }

  /// Returns the size of a file according to the archive, or nil if there is none with this path.
  func size(of path: String) -> Int?

  /// The first bytes of a file: at least 64 KiB, or all there are.
  ///
  /// - Throws: ``ZipError``.
  func beginning(of path: String) throws(ZipError) -> [UInt8]

  /// Lets `body` map a file's bytes: a range of a temporary file that does not change afterwards and begins on a page.
  ///
  /// - Throws: ``ZipError``.
  func withStored<R>(
    _ path: String, _ body: (_ descriptor: CInt, _ range: Range<Int>) -> R
  ) throws(ZipError) -> R

  /// Returns the descriptor of a temporary file of its own with a file's bytes, which the caller closes.
  ///
  /// - Throws: ``ZipError``.
  func unpack(_ path: String) throws(ZipError) -> CInt
}

extension PackedFiles {
  /// True if there is a file with exactly this path.
  public func hasFile(_ path: String) -> Bool { index(of: path) != nil }

  /// The paths of all files in a folder and in the folders in it; of all files for the empty path.
  public func files(in folder: String) -> ArraySlice<String> {
    guard !folder.isEmpty else { return files[...] }
    // `0` is the byte after `/`, so the paths that begin with the folder's end before it.
    return files[files.firstIndex(notBefore: folder + "/")..<files.firstIndex(notBefore: folder + "0")]
  }

  /// Returns the index of a path among ``files``, or nil.
  func index(of path: String) -> Int? {
    let index = files.firstIndex(notBefore: path)
    return index < files.count && files[index].utf8.elementsEqual(path.utf8) ? index : nil
  }

  func existing(_ path: String) throws(ZipError) -> Int {
    guard let index = index(of: path) else { throw .missing }
    return index
  }
}

/// The bounds of files that are unpacked one after the other.
enum PackedLimits {
  /// No system has larger pages, and maps begin on a page.
  static let page = 64 * 1024
}

extension [String] {
  /// Returns the index of the first text that is not before `text`, in an array sorted by UTF-8 bytes.
  fileprivate func firstIndex(notBefore text: String) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].utf8.lexicographicallyPrecedes(text.utf8) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
