// Boundary to libarchive (`CArchive`), which owns archives and their entries behind pointers.

internal import CArchive

/// An archive or compressed file as libarchive reads it, from beginning to end.
@safe struct ArchiveReader: ~Copyable {
  /// The header of a member. None of it can be trusted.
  struct ArchiveMember {
    /// Nil for the content of a compressed file that is no archive, and for a name that is no text.
    var name: String?
    var kind: ZipArchive.ZipMember.Kind
  }

  private let archive: OpaquePointer
  /// The number of bytes read from the file at a time.
  private static let blockSize = 1 << 17

  /// Opens the file at `path`.
  ///
  /// - Throws: ``ZipError``.
  static func open(_ path: String) throws(ZipError) -> ArchiveReader {
    guard let archive = unsafe archive_read_new() else { throw .system("out of memory") }
    let reader = unsafe ArchiveReader(archive)
    unsafe archive_read_support_filter_all(archive)
    unsafe archive_read_support_format_tar(archive)
    unsafe archive_read_support_format_7zip(archive)
    unsafe archive_read_support_format_rar(archive)
    unsafe archive_read_support_format_rar5(archive)
    // A compressed file counts as an archive of one file.
    unsafe archive_read_support_format_raw(archive)
    guard unsafe archive_read_open_filename(archive, path, blockSize) == ARCHIVE_OK else {
      throw reader.error
    }
    return reader
  }

  private init(_ archive: OpaquePointer) { unsafe self.archive = unsafe archive }

  deinit { unsafe archive_read_free(archive) }

  /// Goes to the next member. Returns nil at the end.
  ///
  /// - Throws: ``ZipError`` if the archive is damaged or encrypted.
  func next() throws(ZipError) -> ArchiveMember? {
    var entry: OpaquePointer?
    let result = unsafe archive_read_next_header(archive, &entry)
    if result == ARCHIVE_EOF { return nil }
    guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry = unsafe entry else { throw error }
    let isRaw = unsafe archive_format(archive) == ARCHIVE_FORMAT_RAW
    let name = isRaw ? nil : unsafe Self.name(of: entry)
    let kind: ZipArchive.ZipMember.Kind =
      switch unsafe archive_entry_filetype(entry) {
      // A hard link's bytes are those of another member.
      case 0o100000 where unsafe archive_entry_hardlink(entry) == nil: .file
      case 0o040000: .folder
      default: .special
      }
    return ArchiveMember(name: isRaw ? nil : name ?? "", kind: isRaw ? .file : kind)
  }

  /// Fills `buffer` with the next bytes of the member, and returns their number: 0 at the member's end.
  ///
  /// - Throws: ``ZipError`` if the archive is damaged or encrypted.
  func read(into buffer: inout [UInt8]) throws(ZipError) -> Int {
    let count = unsafe archive_read_data(archive, &buffer, buffer.count)
    guard count >= 0 else { throw error }
    return count
  }

  private static func name(of entry: OpaquePointer) -> String? {
    if let name = unsafe archive_entry_pathname_utf8(entry) { return unsafe String(validatingCString: name) }
    return unsafe archive_entry_pathname(entry).flatMap { unsafe String(validatingCString: $0) }
  }

  private var error: ZipError {
    let words = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? "unknown error"
    let isEncrypted = words.lowercased().contains("encrypt") || words.lowercased().contains("passphrase")
    return isEncrypted ? .encrypted : .damaged(words.lowercased())
  }
}
