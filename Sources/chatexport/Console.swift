import FoundationEssentials
import SystemCalls

/// The terminal. Results go to standard output, everything else to standard error.
enum Console {
  /// Prints a result.
  static func result(_ text: String) { write(text + "\n", to: SystemCall.standardOutput) }

  /// Prints a diagnostic.
  static func error(_ text: String) { write(plain(text) + "\n", to: SystemCall.standardError) }

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
  static func progress(_ text: String) { write("\r\u{1B}[K" + text, to: SystemCall.standardError) }

  /// Whether standard error is a terminal, which alone gets a progress line.
  static var isTerminal: Bool { SystemCall.isTerminal(SystemCall.standardError) }

  static func exit(_ code: Int32) -> Never { SystemCall.exit(code) }

  /// Seconds of a clock that only goes forward.
  static func now() -> Double {
    let parts = ContinuousClock.now.duration(to: start).components
    return -(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
  }

  private static let start = ContinuousClock.now

  /// Writes text as far as it can be: nobody may be listening.
  private static func write(_ text: String, to descriptor: Int32) {
    try? SystemCall.write(text.utf8.span, to: descriptor)
  }
}
