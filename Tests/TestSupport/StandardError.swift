#if canImport(Glibc)
  private import Glibc
#else
  private import Darwin
#endif

/// The output of the process to standard error while `body` runs, tests running beside it included.
public func standardErrorOutput(_ body: () -> Void) -> String {
  guard let file = unsafe tmpfile() else { return "" }
  defer { unsafe fclose(file) }
  fflush(nil)
  let kept = dup(STDERR_FILENO)
  dup2(unsafe fileno(file), STDERR_FILENO)
  body()
  fflush(nil)
  dup2(kept, STDERR_FILENO)
  close(kept)
  unsafe rewind(file)
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = unsafe fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
