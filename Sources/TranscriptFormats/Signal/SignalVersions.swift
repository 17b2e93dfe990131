import ChatModel
import ImportKit

extension MessageExtras {
  /// A text of an edited message, as Signal keeps it: with the time at which it was written.
  struct SignalVersion {
    var written: Instant?
    var text: String
  }

  /// Sets the earlier texts of a message, oldest first. Each of them lasted until the next one was written.
  ///
  /// - Parameter last: The time at which the current text was written.
  mutating func setVersions(_ earlier: some Collection<SignalVersion>, last: Instant?) {
    guard !earlier.isEmpty else { return }
    let ends = earlier.dropFirst().map(\.written) + [last]
    edits = zip(ends, earlier).map { Edit(instant: $0, text: $1.text) }
    editedAt = last
  }
}
