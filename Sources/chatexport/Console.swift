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
  static func error(_ text: String) { write(plain(text) + "\n", to: STDERR_FILENO) }

  /// The text without what could steer a terminal: names and paths in messages come from the input.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x0A: scalar
          case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
          default: scalar
          }
        }))
  }

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
