import ExportPipeline
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Terminal output: results go to standard output, everything else to standard error.
enum Console {
  /// Prints a result to standard output.
  ///
  /// - Throws: `ExportError.output` if it cannot be written, as on a full disk.
  static func result(_ text: String) throws(ExportError) {
    do throws(SystemError) {
      try SystemCall.write((text + "\n").utf8.span, to: SystemCall.standardOutput)
    } catch {
      throw .output("cannot write to standard output: \(error.reason.lowercased())")
    }
  }

  /// Prints a diagnostic to standard error.
  static func error(_ text: String) {
    write(plain(text, keepsLines: true) + "\n", to: SystemCall.standardError)
  }

  /// Returns lines whose parts come from an input as one text. No part can begin a line of its own or control the terminal.
  static func text(of lines: [String]) -> String {
    lines.map { plain($0, keepsLines: false) }.joined(separator: "\n")
  }

  /// Replaces characters that could control a terminal (C0, DEL, C1, bidi controls) with U+FFFD; line feeds unless `keepsLines`.
  ///
  /// Names and paths in diagnostics come from the input, so they may hold escape sequences.
  private static func plain(_ text: String, keepsLines: Bool) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x0A where keepsLines: scalar
          case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
          default: scalar
          }
        }))
  }

  /// Writes progress, which has no text of an input, to standard error as it is.
  static func progress(_ text: String) { write(text, to: SystemCall.standardError) }

  /// True if standard error is a terminal.
  static var isTerminal: Bool { SystemCall.isTerminal(SystemCall.standardError) }

  /// Ends the program with `code`.
  static func exit(_ code: Int32) -> Never { SystemCall.exit(code) }

  /// Seconds on a monotonic clock.
  static func now() -> Double {
    let parts = ContinuousClock.now.duration(to: start).components
    return -(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
  }

  private static let start = ContinuousClock.now

  /// Writes text; errors are ignored, because the reader may be gone.
  private static func write(_ text: String, to descriptor: Int32) {
    try? SystemCall.write(text.utf8.span, to: descriptor)
  }
}

/// Returns a number with its noun: `1 page`, `2 pages`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
