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

  /// Replaces characters that could control a terminal by visible ones: C0 and DEL by their pictures (␛), C1 and marks of direction by
  /// their numbers (<U+202E>). Line feeds too, unless `keepsLines`. Isolates that end in their line stay, because what is around them
  /// keeps its order.
  ///
  /// Names and paths in diagnostics come from the input, so they may hold escape sequences.
  private static func plain(_ text: String, keepsLines: Bool) -> String {
    guard keepsLines else { return plainLine(text[...]) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(plainLine)
      .joined(separator: "\n")
  }

  private static func plainLine(_ line: Substring) -> String {
    let scalars = Array(line.unicodeScalars)
    // The isolates without an end, and ends without an isolate.
    var (open, unpaired) = ([Int](), Set<Int>())
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x2066...0x2068: open.append(index)
      case 0x2069: if open.popLast() == nil { unpaired.insert(index) }
      default: break
      }
    }
    unpaired.formUnion(open)
    var shown = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if mayStay(scalar) || 0x2066...0x2069 ~= scalar.value && !unpaired.contains(index) {
        shown.append(scalar)
      } else {
        shown.append(contentsOf: visible(scalar).unicodeScalars)
      }
    }
    return String(shown)
  }

  /// Returns a text in which isolates too are replaced by their numbers, because they are what has changed.
  static func withVisibleIsolates(_ text: String) -> String {
    text.unicodeScalars.map { 0x2066...0x2069 ~= $0.value ? visible($0) : String($0) }.joined()
  }

  /// True if a character does nothing to a terminal.
  private static func mayStay(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20, 0x7F:
      Unicode.Scalar(scalar.value == 0x7F ? 0x2421 : 0x2400 + scalar.value).map(String.init) ?? ""
    default:
      "<U+" + String(repeating: "0", count: scalar.value < 0x100 ? 2 : 0)
        + String(scalar.value, radix: 16, uppercase: true) + ">"
    }
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
