/// A buffer that one media file after another is read into. Allocating memory for each costs as much as reading it.
public struct ReadBuffer: Sendable {
  /// Holds most pictures of a chat as a whole, and the data before a photograph's pixels; fits a core's own cache.
  private static let size = 1 << 18

  /// The memory. Its first ``count`` bytes belong to the file read last.
  public internal(set) var bytes = [UInt8](repeating: 0, count: size)
  /// The number of bytes it holds of the file read last, from the file's start.
  public internal(set) var count = 0

  /// Creates an empty buffer.
  public init() {}

  /// True if the whole file is in the buffer.
  public var hasAll: Bool { count < bytes.count }
}
