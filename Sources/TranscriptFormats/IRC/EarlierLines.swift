import ChatModel
import ICU
import ImportKit

/// The lines of a channel's last files, to be searched for lines that a bouncer repeats.
///
/// Each file is counted once in a reading, when a later file has repeated lines.
struct EarlierLines {
  /// A bouncer keeps the lines of a few days.
  private static let fileLimit = 3

  private let channel: IRCChannel
  private var clocks: [Int: LogClock] = [:]
  private var counts: [Int: LogPlayback.LineCounts] = [:]

  init(of channel: IRCChannel) { self.channel = channel }

  /// Keeps the clock before the first line of a file, because finding it takes a pass over the file.
  mutating func note(_ clock: LogClock, ofFile index: Int) {
    clocks[index] = clock
    clocks[index - Self.fileLimit] = nil
  }

  /// Counts the lines of the files before the one at `index`.
  mutating func counts(before index: Int) -> LogPlayback.LineCounts {
    let files = max(0, index - Self.fileLimit)..<index
    counts = counts.filter { files.contains($0.key) }
    var sum: LogPlayback.LineCounts = [:]
    for file in files {
      let lines = counts[file] ?? lines(ofFile: file, earlier: sum)
      counts[file] = lines
      sum.merge(lines, uniquingKeysWith: +)
    }
    return sum
  }

  /// Counts the lines of a file, without repeated lines that are in `earlier`. A file that can no longer be read has none.
  private func lines(ofFile index: Int, earlier: LogPlayback.LineCounts) -> LogPlayback.LineCounts {
    let file = channel.files[index]
    guard let bytes = try? file.bytes ?? file.folder.bytes(of: file.file) else { return [:] }
    let clock = clocks[index] ?? LogSurvey(bytes, name: file.name, zone: channel.zone) { nil }.clock
    return LogPlayback.counts(bytes, clock: clock, zone: channel.zone, earlier: earlier)
  }
}
