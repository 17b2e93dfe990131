// Boundary to libzip (`CZip`) and libarchive (`CArchive`), which own archives, members and entries behind pointers.

import CArchive
import CZip
import Synchronization

/// A zip read by libzip.
///
/// Its reader belongs to one thread at a time, so calls wait for each other.
final class ZipArchive: Sendable {
  /// The entry of a member in the zip's directory. None of it can be trusted.
  struct ZipMember {
    enum Kind {
      case file, folder
      /// A symbolic link or a device, which has no file's bytes.
      case special
    }
    /// UTF-8, converted from code page 437 if needed; nil if it is neither. Ends at a zero byte.
    var name: String?
    var size: UInt64
    var kind: Kind
  }

  private let handle: Mutex<Handle>

  /// Opens the zip at `path` and reads its directory, which takes some 300 bytes of memory for each member.
  init(path: String) throws(ZipError) {
    var code: CInt = 0
    guard let zip = unsafe zip_open(path, ZIP_RDONLY, &code) else { throw Self.error(code) }
    handle = unsafe Mutex(Handle(zip))
  }

  /// The number of members.
  var count: Int { handle.withLock { unsafe Int(clamping: zip_get_num_entries($0.zip, 0)) } }

  /// True if members are compressed by a method that only libarchive supports.
  var needsLibarchive: Bool {
    handle.withLock { handle in
      let count = unsafe zip_get_num_entries(handle.zip, 0)
      return (0..<UInt64(clamping: count)).contains { handle.needsLibarchive($0) }
    }
  }

  /// All members in the order of the directory.
  func members() -> [ZipMember] {
    handle.withLock { handle in
      let count = unsafe zip_get_num_entries(handle.zip, 0)
      var members: [ZipMember] = []
      members.reserveCapacity(Int(clamping: count))
      for index in 0..<UInt64(clamping: count) { members.append(handle.member(index)) }
      return members
    }
  }

  /// Hands the unpacked bytes of a member to `sink`, piece by piece, until it returns false.
  ///
  /// At the end the checksum has been verified; never more bytes come than the directory declares.
  func unpack(_ index: Int, _ sink: (Span<UInt8>) throws(ZipError) -> Bool) throws(ZipError) {
    try handle.withLock { handle throws(ZipError) in try handle.unpack(UInt64(index), sink) }
  }

  /// libzip's reader, closed at the end of its life.
  @safe private struct Handle: ~Copyable, @unchecked Sendable {
    let zip: OpaquePointer

    init(_ zip: OpaquePointer) { unsafe self.zip = unsafe zip }

    deinit { unsafe zip_discard(zip) }

    func member(_ index: UInt64) -> ZipMember {
      var status = unsafe zip_stat_t()
      guard unsafe zip_stat_index(zip, index, 0, &status) == 0 else {
        return ZipMember(name: nil, size: 0, kind: .file)
      }
      let name = unsafe status.name.flatMap { unsafe String(validatingCString: $0) }
      let isFolder = name.map { $0.hasSuffix("/") || $0.hasSuffix("\\") } ?? false
      let kind: ZipMember.Kind = isSpecial(index) ? .special : isFolder ? .folder : .file
      return unsafe ZipMember(name: name, size: status.size, kind: kind)
    }

    /// The methods that libarchive supports (APPNOTE 4.4.5): bzip2, LZMA, Zstandard, xz, PPMd.
    private static let libarchiveMethods: Set<UInt16> = [12, 14, 93, 95, 98]

    func needsLibarchive(_ index: UInt64) -> Bool {
      var status = unsafe zip_stat_t()
      guard unsafe zip_stat_index(zip, index, 0, &status) == 0 else { return false }
      let method = unsafe status.comp_method
      return Self.libarchiveMethods.contains(method)
        && zip_compression_method_supported(Int32(method), 0) != 1
    }

    /// True if the member has a Unix mode that is neither a file's nor a folder's.
    private func isSpecial(_ index: UInt64) -> Bool {
      var (system, attributes) = (UInt8(0), UInt32(0))
      guard unsafe zip_file_get_external_attributes(zip, index, 0, &system, &attributes) == 0,
        [ZIP_OPSYS_UNIX, ZIP_OPSYS_OS_X].contains(UInt32(system))
      else { return false }
      // POSIX: S_IFMT; S_IFREG and S_IFDIR are 0o100000 and 0o040000; 0 means unknown.
      return ![0, 0o100000, 0o040000].contains(attributes >> 16 & 0o170000)
    }

    func unpack(_ index: UInt64, _ sink: (Span<UInt8>) throws(ZipError) -> Bool) throws(ZipError) {
      var status = unsafe zip_stat_t()
      guard unsafe zip_stat_index(zip, index, 0, &status) == 0 else { throw lastError() }
      guard unsafe status.encryption_method == ZIP_EM_NONE else { throw .encrypted }
      let method = unsafe status.comp_method
      guard zip_compression_method_supported(Int32(method), 0) == 1 else { throw .method(Int(method)) }
      guard let file = unsafe zip_fopen_index(zip, index, 0) else { throw lastError() }
      defer { unsafe zip_fclose(file) }
      let size = unsafe status.size
      var buffer = [UInt8](repeating: 0, count: 1 << 17)
      var done: UInt64 = 0
      while true {
        let count = unsafe zip_fread(file, &buffer, UInt64(buffer.count))
        if count < 0 { throw unsafe Self.error(zip_file_get_error(file)) }
        if count == 0 { break }
        done += UInt64(count)
        guard done <= size else { throw .longerThanSaid(Int(clamping: size)) }
        guard try sink(buffer.span.extracting(first: Int(count))) else { return }
      }
      guard done == size else { throw .damaged("\(done) bytes of \(size)") }
    }

    private func lastError() -> ZipError { unsafe Self.error(zip_get_error(zip)) }

    private static func error(_ error: UnsafeMutablePointer<zip_error_t>) -> ZipError {
      ZipArchive.error(
        unsafe zip_error_code_zip(error), words: unsafe String(cString: zip_error_strerror(error)))
    }
  }

  private static func error(_ code: CInt) -> ZipError {
    var error = unsafe zip_error_t()
    unsafe zip_error_init_with_code(&error, code)
    defer { unsafe zip_error_fini(&error) }
    return Self.error(code, words: unsafe String(cString: zip_error_strerror(&error)))
  }

  private static func error(_ code: CInt, words: String) -> ZipError {
    switch code {
    case ZIP_ER_NOZIP, ZIP_ER_INCONS: .notAZip
    case ZIP_ER_MULTIDISK: .severalParts
    case ZIP_ER_OPEN, ZIP_ER_READ, ZIP_ER_SEEK, ZIP_ER_TELL, ZIP_ER_MEMORY: .system(words.lowercased())
    case ZIP_ER_NOPASSWD, ZIP_ER_WRONGPASSWD, ZIP_ER_ENCRNOTSUPP: .encrypted
    default: .damaged(words)
    }
  }
}

/// A zip written by libzip.
@safe struct ZipOutput: ~Copyable {
  private let zip: OpaquePointer
  /// 1 January 1980, the first date that a zip can hold (APPNOTE 4.4.6).
  private static let date: UInt16 = 1 << 5 | 1

  /// Begins a new file at `path`.
  ///
  /// - Throws: ``ZipError``.
  init(path: String) throws(ZipError) {
    var code: CInt = 0
    guard let zip = unsafe zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
      throw .system("the zip could not be created (libzip \(code))")
    }
    unsafe self.zip = unsafe zip
  }

  /// Adds a file, which is read when the zip is finished.
  ///
  /// - Throws: ``ZipError``.
  func add(_ file: ZipWriter.AddedFile) throws(ZipError) {
    guard let source = unsafe zip_source_file(zip, file.path, 0, -1) else { throw lastError }
    let index = unsafe zip_file_add(zip, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      unsafe zip_source_free(source)
      throw lastError
    }
    let method = file.isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
    // Times and modes would differ from run to run; a file may be read by everybody (POSIX: 0o100644).
    guard unsafe zip_set_file_compression(zip, UInt64(index), Int32(method), 0) == 0,
      unsafe zip_file_set_dostime(zip, UInt64(index), 0, Self.date, 0) == 0,
      unsafe zip_file_set_external_attributes(
        zip, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), UInt32(0o100644) << 16) == 0
    else { throw lastError }
  }

  /// Writes the zip.
  ///
  /// - Throws: ``ZipError``.
  consuming func finish() throws(ZipError) {
    guard unsafe zip_close(zip) == 0 else {
      let error = lastError
      _ = consume self
      throw error
    }
    discard self
  }

  deinit { unsafe zip_discard(zip) }

  private var lastError: ZipError { unsafe .system(String(cString: zip_strerror(zip)).lowercased()) }
}

/// An archive or compressed file read by libarchive, from beginning to end.
@safe struct ArchiveReader: ~Copyable {
  /// The header of a member. None of it can be trusted.
  struct ArchiveMember {
    /// Nil for the content of a compressed file that is not an archive, and for a name that is not text.
    var name: String?
    var kind: ZipArchive.ZipMember.Kind
  }

  private let archive: OpaquePointer
  /// The number of bytes read from the file at a time.
  private static let blockSize = 1 << 17

  /// Opens the file at `path`, which is a zip or any other archive.
  ///
  /// - Throws: ``ZipError``.
  static func open(_ path: String, isZip: Bool) throws(ZipError) -> ArchiveReader {
    guard let archive = unsafe archive_read_new() else { throw .system("out of memory") }
    let reader = unsafe ArchiveReader(archive)
    if isZip {
      unsafe archive_read_support_format_zip_seekable(archive)
    } else {
      // Not all of libarchive's filters, because some run external programs on unchecked bytes.
      for filter in builtInFilters { unsafe archive_read_support_filter_by_code(archive, filter) }
      unsafe archive_read_support_format_tar(archive)
      unsafe archive_read_support_format_7zip(archive)
      unsafe archive_read_support_format_rar(archive)
      unsafe archive_read_support_format_rar5(archive)
      // A compressed file counts as an archive of one file.
      unsafe archive_read_support_format_raw(archive)
    }
    guard unsafe archive_read_open_filename(archive, path, blockSize) == ARCHIVE_OK else {
      throw reader.error
    }
    return reader
  }

  /// The filters for ``UnpackedArchive/isArchive(_:)`` that are built into this libarchive. For others it would run `gzip`, `zstd`
  /// ….
  private static let builtInFilters: [CInt] = {
    let filters = [ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD]
    guard let archive = unsafe archive_read_new() else { return [] }
    defer { unsafe archive_read_free(archive) }
    return filters.filter { unsafe archive_read_support_filter_by_code(archive, $0) == ARCHIVE_OK }
  }()

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
      // A hard link has the bytes of another member.
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
    let lower = words.lowercased()
    if lower.contains("crypt") || lower.contains("passphrase") { return .encrypted }
    return Self.compression(lower).map { .compression($0) } ?? .damaged(lower)
  }

  /// Returns the name of the compression that libarchive reports as unsupported, or nil if its words mean something else.
  ///
  /// 7z gives each a number: DOC/Methods.txt of 7-Zip, and 7-Zip ZS.
  private static func compression(_ words: String) -> String? {
    guard ["codec id", "unsupported", "not supported"].contains(where: words.contains) else { return nil }
    let number = words.split { !$0.isHexDigit }.last.map(String.init) ?? ""
    return switch number {
    case "4f71101": "Zstandard"
    case "4f71102": "Brotli"
    case "4f71104": "LZ4"
    case "4f71105": "LZ5"
    case "4f71106": "Lizard"
    case "40109": "Deflate64"
    default: "a method that this program does not know (\(words))"
    }
  }
}
