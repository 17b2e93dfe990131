import ChatModel
import ICU
import ImportKit

/// Times of Discord.
enum ChatTime {
  /// Milliseconds since 1970 at which Discord's ids begin to count: 2015-01-01T00:00:00Z.
  private static let epoch: Int64 = 1_420_070_400_000

  /// Returns the instant at which an id was made, or nil if `id` is not one.
  static func instant(ofID id: String) -> Instant? {
    guard let number = UInt64(id), number > 1 << 32 else { return nil }
    return Instant(milliseconds: Int64(number >> 22) + epoch)
  }

  /// Returns the time of a `<t:seconds>` code in words, or nil if it is out of bounds.
  static func words(_ seconds: Int64) -> String? {
    guard abs(seconds / 2) < 1 << 42 else { return nil }
    let date = CivilDate(wallClock: seconds)
    let minute = Int(((seconds % 86_400) + 86_400) % 86_400 / 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(minute / 60)):\(two(minute % 60)) UTC"
  }
}
