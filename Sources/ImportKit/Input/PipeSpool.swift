import Storage
import SystemCalls
import Zip

/// The bytes from a pipe in a temporary file, because a conversation is read twice, and from the middle, and memory must
/// not grow with it.
struct PipeSpool: ~Copyable {
  let file: AnonymousFile
  let count: Int

  /// Reads everything until the other end is closed; stops when the task is cancelled.
  init(of pipe: CInt, path: String) throws(ImportError) {
    let file = try Self.room(path)
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    var taken = 0
    while true {
      let length = try Self.next(of: pipe, into: &piece, path: path)
      if length == 0 { break }
      do throws(StorageError) {
        try file.write(piece.span.extracting(first: length), at: taken)
      } catch {
        throw .unreadable(path: path, reason: ZipError.noRoom(error.words).reason)
      }
      taken += length
    }
    self.file = file
    count = taken
  }

  private static func room(_ path: String) throws(ImportError) -> AnonymousFile {
    do throws(StorageError) {
      return try AnonymousFile()
    } catch {
      throw .unreadable(path: path, reason: ZipError.noRoom(error.words).reason)
    }
  }

  /// Waits for the next bytes and returns their number; 0 at the end.
  private static func next(
    of pipe: CInt, into piece: inout [UInt8], path: String
  ) throws(ImportError) -> Int {
    while true {
      if Task.isCancelled { throw .unreadable(path: path, reason: ZipError.cancelled.reason) }
      // A pipe that has not been opened for writing yet is not at its end either, although there is nothing to read.
      guard SystemCall.waitForBytes(pipe, milliseconds: 200) else { continue }
      do throws(SystemError) {
        if let count = try SystemCall.read(pipe, into: &piece) { return count }
      } catch {
        throw .unreadable(path: path, reason: error.reason.lowercased())
      }
    }
  }
}
