import Storage
import Synchronization

/// The files in a zip, by paths with `/`.
///
/// A member's name is only a key: nothing is ever written under it. Members are unpacked on demand into
/// temporary files without names. The bytes of all texts are appended to one such file, so that each is unpacked
/// once however often it is read.
public final class ZipTree: PackedFiles {
  /// The most members a zip may have. Whole accounts have some 100,000 files; each costs some 500 bytes of memory.
  public static let memberLimit = 500_000
  /// The most bytes that ``beginning(of:)`` returns.
  public static let beginningLimit = 128 * 1024

  /// The paths of the files, sorted by their UTF-8 bytes; hidden files are left out.
  public let files: [String]
  /// Members that are left out, or replace others.
  public let warnings: [ZipWarning]
  private let archive: ZipArchive
  /// The entries of ``files`` in the zip's directory.
  private let entries: [ZipListing.ListedFile]
  private let allowance: UnpackingAllowance
  /// The error of libarchive, used for the methods that libzip lacks; nil if there are none.
  private let libarchiveError: ZipError?
  /// Holds the mapped bytes.
  private let store: AnonymousFile
  private let state = Mutex(UnpackingState())

  private struct UnpackingState {
    var storeEnd = 0
    /// The ranges of files in the store.
    var ranges: [Int: Range<Int>] = [:]
    /// The files that were taken out of the allowance.
    var counted: Set<Int> = []
  }

  /// Returns the files of the zip at `path`.
  ///
  /// - Throws: ``ZipError``.
  public static func files(
    ofZip path: String, allowance: UnpackingAllowance
  ) throws(ZipError) -> any PackedFiles {
    let archive = try ZipArchive(path: path)
    guard archive.needsLibarchive else { return try ZipTree(archive, allowance) }
    do throws(ZipError) {
      return try UnpackedArchive(zip: path, allowance: allowance)
    } catch {
      if case .cancelled = error { throw error }
      // Members with other methods are read one by one.
      return try ZipTree(archive, allowance, libarchiveError: error)
    }
  }

  /// Opens the zip at `path`, which is `byteCount` bytes long and belongs to no other input.
  public convenience init(path: String, byteCount: Int) throws(ZipError) {
    let allowance = UnpackingAllowance()
    allowance.add(archiveOf: byteCount)
    try self.init(ZipArchive(path: path), allowance)
  }

  private init(
    _ archive: ZipArchive, _ allowance: UnpackingAllowance, libarchiveError: ZipError? = nil
  ) throws(ZipError) {
    (self.archive, self.allowance, self.libarchiveError) = (archive, allowance, libarchiveError)
    guard archive.count <= Self.memberLimit else { throw .tooManyMembers(archive.count) }
    let listing = ZipListing(archive.members())
    (entries, files, warnings) = (listing.entries, listing.entries.map(\.path), listing.warnings)
    store = try Self.room()
  }

  /// Returns the size of a file according to the zip, or nil if there is none with this path.
  public func size(of path: String) -> Int? { index(of: path).map { Int(clamping: entries[$0].size) } }

  /// The first bytes of a file: `beginningLimit`, or all there are.
  public func beginning(of path: String) throws(ZipError) -> [UInt8] {
    let entry = entries[try existing(path)]
    var bytes: [UInt8] = []
    try unpack(entry) { piece in
      bytes.append(piece)
      return bytes.count < Self.beginningLimit
    }
    return Array(bytes.prefix(Self.beginningLimit))
  }

  /// Lets `body` map a file's bytes: a range of a temporary file that does not change afterwards.
  public func withStored<R>(
    _ path: String, _ body: (_ descriptor: CInt, _ range: Range<Int>) -> R
  ) throws(ZipError) -> R {
    let index = try existing(path)
    let range = try state.withLock { state throws(ZipError) in
      if let range = state.ranges[index] { return range }
      let range = try unpack(index, to: store, at: state.storeEnd, &state)
      state.ranges[index] = range
      state.storeEnd = (range.upperBound / PackedLimits.page + 1) * PackedLimits.page
      return range
    }
    return body(store.descriptor, range)
  }

  /// A temporary file of its own with a file's bytes, which the caller closes.
  public func unpack(_ path: String) throws(ZipError) -> CInt {
    let index = try existing(path)
    let file = try Self.room()
    _ = try state.withLock { state throws(ZipError) in try unpack(index, to: file, at: 0, &state) }
    return file.release()
  }

  private static func room() throws(ZipError) -> AnonymousFile {
    do throws(StorageError) { return try AnonymousFile() } catch { throw .noRoom(error.words) }
  }

  private func unpack(
    _ index: Int, to file: borrowing AnonymousFile, at start: Int, _ state: inout UnpackingState
  ) throws(ZipError) -> Range<Int> {
    let entry = entries[index]
    if !state.counted.contains(index) {
      try allowance.take(entry.size)
      state.counted.insert(index)
    }
    var end = start
    try unpack(entry) { piece throws(ZipError) in
      guard !Task.isCancelled else { throw .cancelled }
      do throws(StorageError) { try file.write(piece, at: end) } catch { throw .noRoom(error.words) }
      end += piece.count
      return true
    }
    return start..<end
  }

  /// Hands the unpacked bytes of a member to `sink`, piece by piece, until it returns false.
  private func unpack(
    _ entry: ZipListing.ListedFile, _ sink: (Span<UInt8>) throws(ZipError) -> Bool
  ) throws(ZipError) {
    do throws(ZipError) {
      try archive.unpack(entry.member, sink)
    } catch {
      guard case .method(let number) = error, let libarchiveError else { throw error }
      throw .archiveNotUnpacked(method: number, reason: libarchiveError.reason)
    }
  }
}
