import Storage

/// The files of a tar, a 7z, a RAR or a compressed file, unpacked to one temporary file without a name.
///
/// Such archives can only be read from their beginning to their end, so all of one is unpacked when it is opened.
public final class UnpackedArchive: PackedFiles {
  /// The paths of the files, sorted by their UTF-8 bytes; hidden files are left out.
  public let files: [String]
  /// Members that are left out, or replace others.
  public let warnings: [ZipWarning]
  /// The bytes of each of ``files`` in the store.
  private let ranges: [Range<Int>]
  private let store: AnonymousFile

  /// Unpacks the archive at `path`. A compressed file that is not an archive holds one file called `name`.
  ///
  /// - Throws: ``ZipError``.
  public convenience init(
    path: String, name: String, allowance: UnpackingAllowance
  ) throws(ZipError) {
    try self.init(ArchiveReader.open(path, isZip: false), name: name, allowance: allowance)
  }

  /// Unpacks the zip at `path`, whose members are compressed by methods that only libarchive supports.
  ///
  /// - Throws: ``ZipError``.
  convenience init(zip path: String, allowance: UnpackingAllowance) throws(ZipError) {
    try self.init(ArchiveReader.open(path, isZip: true), name: "", allowance: allowance)
  }

  private convenience init(
    _ reader: consuming ArchiveReader, name: String, allowance: UnpackingAllowance
  ) throws(ZipError) {
    let store: AnonymousFile
    do throws(StorageError) { store = try AnonymousFile() } catch { throw .noRoom(error.words) }
    let (members, ranges): ([ZipArchive.ZipMember], [Range<Int>])
    var byteCount = 0
    do throws(ZipError) {
      (members, ranges) = try Self.unpack(reader, to: store, allowance, name: name, &byteCount)
    } catch {
      allowance.giveBack(byteCount)
      throw error
    }
    self.init(ZipListing(members), ranges, store)
  }

  private init(_ listing: ZipListing, _ ranges: [Range<Int>], _ store: consuming AnonymousFile) {
    (files, warnings) = (listing.entries.map(\.path), listing.warnings)
    self.ranges = listing.entries.map { ranges[$0.member] }
    self.store = store
  }

  /// Writes the bytes of all members to `store`, and counts them. Returns the members and their ranges.
  private static func unpack(
    _ reader: consuming ArchiveReader, to store: borrowing AnonymousFile, _ allowance: UnpackingAllowance,
    name: String, _ byteCount: inout Int
  ) throws(ZipError) -> ([ZipArchive.ZipMember], [Range<Int>]) {
    var members: [ZipArchive.ZipMember] = []
    var ranges: [Range<Int>] = []
    var end = 0
    while let member = try reader.next() {
      guard members.count < ZipTree.memberLimit else { throw .tooManyMembers(members.count + 1) }
      let start = end
      if member.kind == .file { end = try unpackFile(reader, to: store, at: start, allowance, &byteCount) }
      members.append(
        ZipArchive.ZipMember(name: member.name ?? name, size: UInt64(end - start), kind: member.kind))
      ranges.append(start..<end)
      end = (end + PackedLimits.page - 1) / PackedLimits.page * PackedLimits.page
    }
    return (members, ranges)
  }

  /// Writes the bytes of the reader's member to `store` at `start`, and returns their end.
  private static func unpackFile(
    _ reader: borrowing ArchiveReader, to store: borrowing AnonymousFile, at start: Int,
    _ allowance: UnpackingAllowance, _ byteCount: inout Int
  ) throws(ZipError) -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    var end = start
    while true {
      let count = try reader.read(into: &buffer)
      if count == 0 { return end }
      guard !Task.isCancelled else { throw .cancelled }
      try allowance.take(UInt64(count))
      byteCount += count
      do throws(StorageError) {
        try store.write(buffer.span.extracting(first: count), at: end)
      } catch {
        throw .noRoom(error.words)
      }
      end += count
    }
  }

  /// True if a file begins like an archive that can be read, or like a compressed file.
  public static func isArchive(_ head: [UInt8]) -> Bool {
    let signatures: [[UInt8]] = [
      [0x1F, 0x8B, 0x08],  // gzip, RFC 1952
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // xz
      [0x28, 0xB5, 0x2F, 0xFD],  // Zstandard, RFC 8878
      [0x42, 0x5A, 0x68],  // bzip2
      [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],  // 7z
      [0x52, 0x61, 0x72, 0x21, 0x1A, 0x07],  // RAR
    ]
    // POSIX.1-1988 (ustar) writes its name at byte 257 of the first header.
    return signatures.contains { head.starts(with: $0) }
      || head.count >= 262 && head[257..<262].elementsEqual("ustar".utf8)
  }

  /// Returns the size of a file, or nil if there is none with this path.
  public func size(of path: String) -> Int? { index(of: path).map { ranges[$0].count } }

  /// Returns the first bytes of a file, at most ``ZipTree/beginningLimit``.
  ///
  /// - Throws: ``ZipError``.
  public func beginning(of path: String) throws(ZipError) -> [UInt8] {
    let range = ranges[try existing(path)]
    var bytes = [UInt8](repeating: 0, count: min(range.count, ZipTree.beginningLimit))
    guard bytes.isEmpty || store.read(&bytes, at: range.lowerBound) else { throw .noRoom("it lost its end") }
    return bytes
  }

  /// Lets `body` map a file's bytes, which are a range of the temporary file.
  ///
  /// - Throws: ``ZipError``.
  public func withStored<R>(
    _ path: String, _ body: (_ descriptor: CInt, _ range: Range<Int>) -> R
  ) throws(ZipError) -> R {
    body(store.descriptor, ranges[try existing(path)])
  }

  /// Returns the descriptor of a temporary file of its own with a file's bytes, which the caller closes.
  ///
  /// - Throws: ``ZipError``.
  public func unpack(_ path: String) throws(ZipError) -> CInt {
    let range = ranges[try existing(path)]
    do throws(StorageError) {
      let file = try AnonymousFile()
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      var offset = range.lowerBound
      while offset < range.upperBound {
        if range.upperBound - offset < piece.count {
          piece.removeLast(piece.count - (range.upperBound - offset))
        }
        guard store.read(&piece, at: offset) else { throw StorageError(words: "it lost its end") }
        try file.write(piece.span, at: offset - range.lowerBound)
        offset += piece.count
      }
      return file.release()
    } catch {
      throw .noRoom(error.words)
    }
  }
}
