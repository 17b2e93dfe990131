// Boundary to the C library of the system, and the only file that imports it or `CLibc`. Every pointer that a system call
// takes or returns stays in this file; the rest of the program passes strings, spans and descriptors.

import CLibc

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// System calls with Swift values. Calls that a signal interrupts are made again.
public enum SystemCall {
  /// Returns the system's words for an `errno` value.
  public static func reason(of code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// The error of the call before.
  static var lastError: SystemError { SystemError(code: errno) }

  /// Throws ``lastError`` unless `result` is 0.
  private static func check(_ result: CInt) throws(SystemError) {
    guard result == 0 else { throw lastError }
  }
}

extension SystemError {
  /// The path does not exist.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// The folder that should hold the entry is missing, or the entry itself.
  public var isNoEntry: Bool { code == ENOENT }
  /// The path exists already.
  public var isExisting: Bool { code == EEXIST }
  /// A folder that should be replaced is not empty.
  public var isNotEmpty: Bool { code == ENOTEMPTY || code == EEXIST }
  /// The file system cannot do it.
  public var isNotSupported: Bool { code == ENOSYS || code == EINVAL || code == ENOTSUP }
}

extension SystemCall {
  /// The CPU time used by the current thread, in nanoseconds.
  public static var threadNanoseconds: Int {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
  }
}

// MARK: Descriptors

extension SystemCall {
  /// The descriptor of standard input.
  public static let standardInput: CInt = STDIN_FILENO
  /// The descriptor of standard output.
  public static let standardOutput: CInt = STDOUT_FILENO
  /// The descriptor of standard error.
  public static let standardError: CInt = STDERR_FILENO

  /// Opens a file, pipe or device for reading. Does not wait for the other end of a pipe.
  ///
  /// - Throws: ``SystemError``.
  public static func openFile(_ path: String) throws(SystemError) -> CInt {
    try opened(unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  /// Opens a file in an open folder for reading, unless it is a symbolic link.
  ///
  /// - Throws: ``SystemError``.
  public static func openFile(_ name: String, in folder: CInt) throws(SystemError) -> CInt {
    try opened(unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW))
  }

  /// Opens a file for reading, unless it is a symbolic link.
  ///
  /// - Throws: ``SystemError``.
  public static func openFileItself(_ path: String) throws(SystemError) -> CInt {
    try opened(unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW))
  }

  /// Opens a folder, so that entries can be named by it.
  ///
  /// - Throws: ``SystemError``.
  public static func openFolder(_ path: String) throws(SystemError) -> CInt {
    try opened(unsafe open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY))
  }

  /// Opens a folder in an open folder, unless it is a symbolic link.
  ///
  /// - Throws: ``SystemError``.
  public static func openFolder(_ name: String, in folder: CInt) throws(SystemError) -> CInt {
    try opened(unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW))
  }

  /// Opens a folder and locks it against other processes until the descriptor is closed. Returns nil if the path is
  /// not a folder, or a process holds the lock.
  public static func lockFolder(_ path: String) -> CInt? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// The handling of an existing file at the path of a new one.
  public enum Existing: Sendable { case refuse, empty }

  /// Creates a file for writing, readable by everybody. An existing file is emptied, or is an error.
  ///
  /// - Throws: ``SystemError``.
  public static func createFile(_ path: String, existing: Existing) throws(SystemError) -> CInt {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (existing == .empty ? O_TRUNC : O_EXCL)
    return try opened(unsafe open(path, flags, 0o644))
  }

  /// Creates a file without a name in a folder: only this process can reach it, and its space is freed when it is closed.
  ///
  /// - Throws: ``SystemError``.
  public static func createAnonymousFile(in folder: String) throws(SystemError) -> CInt {
    var path = Array("\(folder)/chatexport-XXXXXX".utf8CString)
    let descriptor = try opened(unsafe mkstemp(&path))
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Closes a descriptor.
  public static func close(_ descriptor: CInt) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private static func opened(_ descriptor: CInt) throws(SystemError) -> CInt {
    guard descriptor >= 0 else { throw lastError }
    return descriptor
  }

  /// True if a descriptor is a terminal.
  public static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// Asks for a line on the terminal, without showing what is typed; nil without a terminal.
  public static func askSecretly(_ prompt: String) -> String? {
    guard let terminal = try? openFile("/dev/tty") else { return nil }
    close(terminal)
    guard let line = unsafe getpass(prompt) else { return nil }
    return unsafe String(cString: line)
  }

  /// Waits until `pipe` has bytes or its other end is closed. Returns false if that takes longer than `milliseconds`.
  public static func waitForBytes(_ pipe: CInt, milliseconds: CInt) -> Bool {
    var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }
}

// MARK: Bytes

extension SystemCall {
  /// Reads the next bytes into `bytes` from index `start` on. Returns their number, 0 at the end, or nil if a pipe has none yet.
  ///
  /// - Throws: ``SystemError``.
  public static func read(
    _ descriptor: CInt, into bytes: inout [UInt8], from start: Int = 0
  ) throws(SystemError) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        #if canImport(Glibc)
          return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return unsafe Musl.read(descriptor, rest.baseAddress, rest.count)
        #else
          return unsafe Darwin.read(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count >= 0 { return count }
      if errno == EAGAIN { return nil }
      guard errno == EINTR else { throw lastError }
    }
  }

  /// Reads bytes at `offset` of a file into `bytes` from index `start` on. Returns their number, 0 at the end of the file.
  ///
  /// - Throws: ``SystemError``.
  public static func read(
    _ descriptor: CInt, at offset: Int, into bytes: inout [UInt8], from start: Int = 0
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset))
      }
      if count >= 0 { return count }
      guard errno == EINTR else { throw lastError }
    }
  }

  /// Fills `numbers` from `offset` of a file. Returns false if the file is shorter or cannot be read.
  public static func fill<Number: FixedWidthInteger & BitwiseCopyable>(
    _ numbers: inout [Number], from descriptor: CInt, at offset: Int
  ) -> Bool {
    unsafe numbers.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let count = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Writes all `bytes` at the descriptor's position.
  ///
  /// - Throws: ``SystemError``.
  public static func write(_ bytes: Span<UInt8>, to descriptor: CInt) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.extracting(droppingFirst: done).withUnsafeBytes { rest in
        #if canImport(Glibc)
          return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw lastError
      }
      done += count
    }
  }

  /// Writes all bytes of `numbers` at `offset` of a file.
  ///
  /// - Throws: ``SystemError``.
  public static func write(
    _ numbers: Span<some FixedWidthInteger & BitwiseCopyable>, to descriptor: CInt, at offset: Int
  ) throws(SystemError) {
    let bytes = unsafe numbers.bytes
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.extracting(droppingFirst: done).withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw lastError
      }
      done += count
    }
  }

  /// Maps `range` of an open file into memory, to be read. The range is not empty and starts on a page. If the file is truncated
  /// later, the lost bytes are zeros, and ``hasCutMapping`` is true.
  ///
  /// - Throws: ``SystemError``.
  @unsafe public static func map(_ range: Range<Int>, of descriptor: CInt) throws(SystemError)
    -> MappedRange
  {
    let file = unsafe mapped_files_map(descriptor, off_t(range.lowerBound), range.count)
    guard let start = unsafe file.start, let entry = unsafe file.entry else { throw lastError }
    return unsafe MappedRange(start: start, entry: entry)
  }

  /// Unmaps a range of `count` bytes.
  @unsafe public static func unmap(_ range: MappedRange, count: Int) {
    unsafe mapped_files_unmap(mapped_file(start: range.start, entry: range.entry), count)
  }

  /// Returns the memory of some bytes of a mapped range to the system, which reads them again if they are needed. They begin with a page.
  @unsafe public static func release(_ range: MappedRange, _ bytes: Range<Int>) {
    unsafe mapped_files_release(range.start + bytes.lowerBound, bytes.count)
  }

  /// A mapped range of a file: its first byte, and its entry in the list of all.
  @unsafe public struct MappedRange {
    /// The address of the first byte.
    public let start: UnsafeRawPointer
    fileprivate let entry: UnsafeMutableRawPointer
  }

  /// True if bytes were read that a mapped file no longer has.
  public static var hasCutMapping: Bool { mapped_files_are_cut() }

  /// Returns the offset of the first `byte` in memory, or nil.
  @unsafe public static func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(byte), bytes.count) else {
      return nil
    }
    return unsafe UnsafeRawPointer(found) - start
  }

  /// Returns the offset of the first occurrence of a text in memory, or nil.
  @unsafe public static func firstOffset(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let start = bytes.baseAddress,
      let found = unsafe text_search(start, bytes.count, text.utf8Start, text.utf8CodeUnitCount)
    else { return nil }
    return unsafe UnsafeRawPointer(found) - start
  }

  /// Makes the empty file `output` share the content of the file `input`. Returns false if the file system does not support that.
  public static func clone(_ input: CInt, to output: CInt) -> Bool { file_clone(input, output) == 0 }

  /// Returns the first stretch at or after `offset` of a file that has blocks on the disk, or nil if only a hole follows. If
  /// the file system does not report holes, the stretch reaches up to `size`.
  public static func data(of input: CInt, from offset: Int, size: Int) -> Range<Int>? {
    var (start, end): (off_t, off_t) = (0, 0)
    guard unsafe file_find_data(input, off_t(offset), off_t(size), &start, &end) == 1, start < end else {
      return nil
    }
    return Int(start)..<Int(end)
  }

  /// Extends a file that is being written to `size` bytes with a hole, and moves the position to its end.
  ///
  /// - Throws: ``SystemError``.
  public static func extend(_ output: CInt, to size: Int) throws(SystemError) {
    try check(file_extend(output, off_t(size)))
  }

  /// Copies up to `count` bytes from `offset` of `input` to the position of `output`, inside the kernel. Returns their
  /// number, 0 at the end, or nil if the system does not support that. Blocks are shared only with `mayShare`.
  public static func send(
    _ input: CInt, at offset: Int, to output: CInt, count: Int, mayShare: Bool
  ) -> Int? {
    let sent = file_send(input, off_t(offset), output, count, mayShare)
    return sent < 0 ? nil : sent
  }
}

// MARK: Entries of folders

extension SystemCall {
  /// Returns the status of an open file.
  ///
  /// - Throws: ``SystemError``.
  public static func status(of descriptor: CInt) throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe fstat(descriptor, &status))
    return FileStatus(status)
  }

  /// Returns the status of the path's target, symbolic links followed.
  ///
  /// - Throws: ``SystemError``.
  public static func status(at path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe stat(path, &status))
    return FileStatus(status)
  }

  /// Returns the status of the entry itself, which may be a symbolic link.
  ///
  /// - Throws: ``SystemError``.
  public static func entry(at path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe lstat(path, &status))
    return FileStatus(status)
  }

  /// True if the path's target exists.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True if this process may read the path's target.
  public static func mayRead(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// True if this process may write to the path's target.
  public static func mayWrite(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// Returns the path with all symbolic links followed, or nil if it does not exist or is not UTF-8.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  /// Returns the names in a folder that are UTF-8, in byte order. None if it cannot be listed.
  public static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the names in an open folder as bytes, in byte order, whatever their encoding. At most `limit`.
  ///
  /// - Throws: ``SystemError``.
  public static func nameBytes(in folder: CInt, limit: Int) throws(SystemError) -> [[UInt8]] {
    let own = try openFolder(".", in: folder)
    guard let stream = unsafe fdopendir(own) else {
      let error = lastError
      close(own)
      throw error
    }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while names.count < limit, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe Array(UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
        }
      }
      if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the status of an entry of an open folder, which may be a symbolic link.
  ///
  /// - Throws: ``SystemError``.
  public static func entry(_ name: String, in folder: CInt) throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
    return FileStatus(status)
  }

  /// Creates a folder.
  ///
  /// - Throws: ``SystemError``.
  public static func createFolder(_ path: String, mode: UInt16 = 0o755) throws(SystemError) {
    try check(unsafe mkdir(path, mode_t(mode)))
  }

  /// Removes a file's name.
  ///
  /// - Throws: ``SystemError``.
  public static func removeFile(_ path: String) throws(SystemError) { try check(unsafe unlink(path)) }

  /// Removes an empty folder.
  ///
  /// - Throws: ``SystemError``.
  public static func removeFolder(_ path: String) throws(SystemError) { try check(unsafe rmdir(path)) }

  /// Renames an entry, replacing a file or an empty folder of that name.
  ///
  /// - Throws: ``SystemError``.
  public static func rename(_ old: String, to new: String) throws(SystemError) {
    #if canImport(Glibc)
      try check(unsafe Glibc.rename(old, new))
    #elseif canImport(Musl)
      try check(unsafe Musl.rename(old, new))
    #else
      try check(unsafe Darwin.rename(old, new))
    #endif
  }

  /// Exchanges two entries in one step.
  ///
  /// - Throws: ``SystemError``, with ``SystemError/isNotSupported`` if the file system does not support it.
  public static func exchange(_ one: String, _ other: String) throws(SystemError) {
    try check(unsafe folder_swap(one, other))
  }

  /// Gives a file a second name.
  ///
  /// - Throws: ``SystemError``.
  public static func link(_ file: String, to new: String) throws(SystemError) {
    try check(unsafe linkat(AT_FDCWD, file, AT_FDCWD, new, 0))
  }

  /// Gives a file in an open folder a second name.
  ///
  /// - Throws: ``SystemError``.
  public static func link(_ name: String, in folder: CInt, to new: String) throws(SystemError) {
    try check(unsafe linkat(folder, name, AT_FDCWD, new, 0))
  }

  /// Gives the open file `input` a second name. Returns false if that is not possible, for example on another file system.
  public static func link(_ input: CInt, to path: String) -> Bool { unsafe file_link(input, path) == 0 }

  /// Gives the folder `new` the owner, group, access lists and mode of the folder `old`, but lets its owner fill it.
  /// Returns false if the system refuses one of them.
  public static func copyAttributes(of old: String, to new: String) -> Bool {
    unsafe folder_copy_attributes(old, new) == 0
  }

  /// Gives the folder `new` exactly the mode of the folder `old`.
  public static func copyMode(of old: String, to new: String) { _ = unsafe folder_copy_mode(old, new) }

  /// True if the path is the root of a mount.
  public static func isMountRoot(_ path: String) -> Bool { unsafe folder_is_mount_root(path) == 1 }

  /// True if this process may rename the existing `entry` within its folder `parent`.
  public static func mayRename(_ entry: String, in parent: String) -> Bool {
    unsafe folder_may_rename_in(parent, entry) == 1
  }

  /// Writes a file or folder through to the disk, if the system supports that.
  public static func sync(_ path: String) { _ = unsafe folder_sync(path) }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO, S_IFSOCK: .pipe
      default: .special
      }
    self.init(
      kind: kind, size: Int(status.st_size), inode: UInt64(status.st_ino), owner: UInt32(status.st_uid))
  }
}

// MARK: The process

extension SystemCall {
  /// The number of the user who owns the files that this process creates.
  public static var userID: UInt32 { UInt32(geteuid()) }

  /// The number of this process.
  public static var processID: Int32 { getpid() }

  /// The program's folder, links followed. Nil if the system does not report it and the program was not started by a path.
  public static var programFolder: String? {
    let started = CommandLine.arguments.first.flatMap { $0.utf8.contains(UInt8(ascii: "/")) ? $0 : nil }
    guard let path = realPath("/proc/self/exe") ?? started.flatMap(realPath),
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    return String(path[..<slash])
  }

  /// Returns the value of an environment variable, or nil.
  public static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Raises the number of files that the process may have open to the system's maximum. Returns that number.
  public static func raiseOpenFileLimit() -> Int { Int(clamping: process_limits_raise_open_files()) }

  /// The bytes of address space that the process may have; `Int.max` for no limit.
  public static var addressSpaceLimit: Int { Int(clamping: process_limits_address_space()) }

  /// Starts `count` threads at once and ends them. Returns how many could be started, of at most 64.
  public static func tryThreads(_ count: Int) -> Int {
    Int(process_limits_try_threads(CInt(clamping: count)))
  }

  /// Ends the process with an exit code.
  public static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }

  /// A signal that asks a process to end.
  public enum Signal: Sendable, CaseIterable {
    case interrupt, terminate

    /// The system's number of the signal.
    public var number: Int32 {
      switch self {
      case .interrupt: SIGINT
      case .terminate: SIGTERM
      }
    }
  }

  /// Makes the process ignore a signal, so that only a dispatch source receives it.
  public static func ignore(_ signal: Signal) { setHandler(SIG_IGN, of: signal) }

  /// Makes a signal end the process, as it does without ``ignore(_:)``.
  public static func restore(_ signal: Signal) { setHandler(SIG_DFL, of: signal) }

  private static func setHandler(_ handler: (@convention(c) (Int32) -> Void)?, of signal: Signal) {
    #if canImport(Glibc)
      _ = Glibc.signal(signal.number, handler)
    #elseif canImport(Musl)
      _ = Musl.signal(signal.number, handler)
    #else
      _ = Darwin.signal(signal.number, handler)
    #endif
  }

  /// Ends the process by the signal with this number, as its sender expects.
  public static func endProcess(bySignal number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    // To the process and not with `raise` to this thread, which may have blocked signals.
    _ = kill(getpid(), number)
    _ = sleep(1)
    exit(128 + number)
  }

  /// A code file of the process.
  public struct LoadedObject: Sendable {
    /// The path of a library; empty for the program itself.
    public var path: String
    /// The build id that the linker computed from its content; empty if there is none.
    public var buildID: [UInt8]
  }

  private final class LoadedObjectList { var objects: [LoadedObject] = [] }

  /// Returns the program and its libraries. None if the system does not report them.
  public static func loadedObjects() -> [LoadedObject] {
    let list = LoadedObjectList()
    withExtendedLifetime(list) {
      unsafe loaded_objects(Unmanaged.passUnretained(list).toOpaque()) { context, path, id, count in
        guard let context = unsafe context, let path = unsafe path else { return }
        let bytes = unsafe Array(UnsafeBufferPointer(start: id, count: id == nil ? 0 : count))
        unsafe Unmanaged<LoadedObjectList>.fromOpaque(context).takeUnretainedValue().objects.append(
          LoadedObject(path: String(cString: path), buildID: bytes))
      }
    }
    return list.objects
  }

  /// Releases the pages with code and constants to the system; pages needed again are read from their files.
  public static func releaseCodePages() { loaded_objects_give_back() }
}
