import SystemCalls

/// A single file that a run writes, such as a PDF: written aside under another name, and put in place when it is complete.
///
/// Until ``commit()`` an existing file is not touched; a run that fails leaves no file.
public final class OutputFile {
  /// The file's path, with symbolic links resolved.
  public let path: String
  private let unfinished: String
  private var descriptor: CInt
  private var isCommitted = false
  private var buffer: [UInt8] = []
  /// Small pieces are collected, because each call to the system costs as much as copying thousands of bytes.
  private static let bufferSize = 1 << 16

  /// Begins a file at `path`. An existing file is replaced only if `isOurs` returns true for its first bytes, or with `force`. `inputs`
  /// are the files and folders that the run reads, which are always refused.
  ///
  /// - Throws: ``OutputError``.
  public init(
    at path: String, keeping inputs: [String] = [], force: Bool = false, isOurs: ([UInt8]) -> Bool
  ) throws(OutputError) {
    let target = try Self.resolve(path)
    for input in inputs where SystemCall.realPath(input) == target {
      throw .holdsInput(path: target, input: input)
    }
    try Self.check(target, force: force, isOurs: isOurs)
    self.path = target
    let (folder, name) = Self.split(target)
    unfinished = "\(folder == "/" ? "" : folder)/.\(name).chatexport-\(UInt64.random(in: 0 ... .max))"
    do throws(SystemError) { descriptor = try SystemCall.createFile(unfinished, existing: .refuse) } catch {
      throw .system("created", unfinished, error)
    }
  }

  deinit {
    if descriptor >= 0 { SystemCall.close(descriptor) }
    if !isCommitted { try? SystemCall.removeFile(unfinished) }
  }

  /// Adds bytes.
  ///
  /// - Throws: ``OutputError``, for example if the disk is full.
  public func write(_ bytes: Span<UInt8>) throws(OutputError) {
    if bytes.count >= Self.bufferSize {
      try flush()
      return try OutputFolder.write(bytes, to: descriptor, path: path)
    }
    for index in bytes.indices { buffer.append(bytes[index]) }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  private func flush() throws(OutputError) {
    var pending: [UInt8] = []
    swap(&pending, &buffer)
    try OutputFolder.write(pending.span, to: descriptor, path: path)
    pending.removeAll(keepingCapacity: true)
    buffer = pending
  }

  /// Puts the complete file in place, in one step.
  ///
  /// - Throws: ``OutputError``; an existing file is then unchanged.
  public func commit() throws(OutputError) {
    try flush()
    SystemCall.close(descriptor)
    descriptor = -1
    SystemCall.copyMode(of: path, to: unfinished)
    do throws(SystemError) { try SystemCall.rename(unfinished, to: path) } catch {
      throw .system("written", path, error)
    }
    isCommitted = true
  }
}

extension OutputFile {
  /// Returns the absolute path of a file that may be missing, in a folder that exists.
  private static func resolve(_ path: String) throws(OutputError) -> String {
    if let existing = SystemCall.realPath(path) { return existing }
    if (try? SystemCall.entry(at: path)) != nil { throw .leadsNowhere(path: path) }
    let (parent, name) = split(path)
    guard let folder = SystemCall.realPath(parent) else { throw .noFolder(path: parent) }
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.index(after: slash)...]))
  }

  private static func check(
    _ path: String, force: Bool, isOurs: ([UInt8]) -> Bool
  ) throws(OutputError) {
    guard let kind = (try? SystemCall.status(at: path))?.kind else { return }
    guard kind == .file else { throw .notAPlainFile(path: path) }
    if force { return }
    var head = [UInt8](repeating: 0, count: 256)
    var count = 0
    if let file = try? SystemCall.openFile(path) {
      count = (try? SystemCall.read(file, into: &head)) ?? 0
      SystemCall.close(file)
    }
    guard isOurs(Array(head.prefix(count))) else { throw .notOurFile(path: path) }
  }
}
