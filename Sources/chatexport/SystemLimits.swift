import ExportPipeline
import SystemCalls

/// Checks the system's limits before the program needs more. Swift's runtime waits for ever for threads that the system does not
/// start, and ends the program by a signal if it is refused memory or a descriptor.
enum SystemLimits {
  /// An export of 100 messages needs 180 MB of address space, most of it libraries and stacks (measured with `ulimit -v`).
  private static let addressSpace = 256 << 20
  /// One more than the open files of a run with one job and of its libraries.
  private static let openFiles = 32
  /// The threads of a run with one job: two of Swift's, one that waits for signals, and the first.
  private static let threads = 4

  /// Throws if there is too little for any run.
  ///
  /// - Throws: `ExportError.output` with the remedy.
  static func check() throws(ExportError) {
    let space = SystemCall.addressSpaceLimit
    guard space >= addressSpace else {
      throw .output(
        "the system allows this program \(space >> 20) MB of memory (ulimit -v) and it needs at least \(addressSpace >> 20); raise the limit"
      )
    }
    let files = SystemCall.raiseOpenFileLimit()
    guard files >= openFiles else {
      throw .output(
        "the system allows this program \(files) open files (ulimit -n) and it needs at least \(openFiles); raise the limit"
      )
    }
    let started = SystemCall.tryThreads(threads)
    guard started == threads else {
      throw .output(
        "the system allows this program \(started) more threads (ulimit -u) and it needs at least \(threads); raise the limit, or end other programs"
      )
    }
  }
}
