/// Memory that one media file after another is read into: fresh memory for each costs as much as the reading.
public struct ReadBuffer: Sendable {
  /// Holds most pictures of a chat as a whole, and what comes before a photograph's pixels; fits a core's own cache.
  private static let size = 1 << 18

  public internal(set) var bytes = [UInt8](repeating: 0, count: size)
  /// How many bytes of the file that was read last it has, from the file's start.
  public internal(set) var count = 0

  public init() {}

  /// Whether that is all of the file.
  public var hasAll: Bool { count < bytes.count }
}
