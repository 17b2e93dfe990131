public import ImportKit

/// The reason why an export failed. `exitCode` is the program's.
public enum ExportError: Error, Sendable, Equatable {
  /// An option does not fit the input.
  case usage(String)
  /// The input cannot be read or is in no known format.
  case input(String)
  /// The input is a table in no known format, and its columns suggest a map.
  case unmapped(String, ProposedMap)
  /// The site cannot be written.
  case output(String)

  /// A sentence that names the thing and the remedy.
  public var message: String {
    switch self {
    case .usage(let message), .input(let message), .unmapped(let message, _), .output(let message): message
    }
  }

  /// 2 wrong usage, 3 unreadable input, 4 unwritable output.
  public var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .input, .unmapped: 3
    case .output: 4
    }
  }
}
