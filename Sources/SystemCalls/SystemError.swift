/// A system call that was refused.
public struct SystemError: Error, Equatable, Sendable {
  /// The value of `errno`.
  public let code: CInt

  /// Creates the error of an `errno` value.
  public init(code: CInt) { self.code = code }

  /// The system's words for the error.
  public var reason: String { SystemCall.reason(of: code) }
}
