/// The reason why an export failed. `exitCode` is the program's.
public enum ExportError: Error, Sendable, Equatable {
  /// An option does not fit the input.
  case usage(String)
  /// The input cannot be read or is in no known format.
  case input(String)
  /// The site cannot be written.
  case output(String)

  /// A sentence that names the thing and the remedy.
  public var message: String {
    switch self {
    case .usage(let message), .input(let message), .output(let message): message
    }
  }

  /// 2 wrong usage, 3 unreadable input, 4 unwritable output.
  public var exitCode: Int32 {
    switch self {
    case .usage: 2
    case .input: 3
    case .output: 4
    }
  }
}
