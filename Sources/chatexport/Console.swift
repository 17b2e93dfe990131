import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The terminal. Results go to standard output, everything else to standard error.
enum Console {
  /// Prints a result.
  static func result(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// Prints a diagnostic.
  static func error(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Rewrites the progress line.
  static func progress(_ text: String) { write("\r\u{1B}[K" + text, to: STDERR_FILENO) }

  /// Whether standard error is a terminal, which alone gets a progress line.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }

  /// Seconds of a clock that only goes forward.
  static func now() -> Double {
    let parts = ContinuousClock.now.duration(to: start).components
    return -(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
  }

  private static let start = ContinuousClock.now

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        guard let base = bytes.baseAddress else { return }
        let count = unsafe posixWrite(descriptor, base + done, bytes.count - done)
        guard count > 0 else { return }
        done += count
      }
    }
  }

  private static func posixWrite(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes, count)
    #else
      unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }
}
