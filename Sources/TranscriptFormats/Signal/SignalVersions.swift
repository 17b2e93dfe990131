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

/// The first times of edited messages. A message is identified by the time of its first text, because each edit has a time of its own,
/// and a later export has one edit more.
struct SignalFirstTimes {
  /// First times by the author and the time of any of the texts.
  private var times: [String: Int64] = [:]

  /// Finds the edited messages of an export. A quotation may come before the edited message that it quotes.
  init(in bytes: InputBytes) {
    let (name, letter) = ("\"revisions\"" as StaticString, 3)
    var offset = 0
    // `v` is the rarest letter of the name.
    while let found = bytes.firstIndex(of: UInt8(ascii: "v"), in: offset..<bytes.count) {
      offset = found + 1
      guard bytes.has(name, at: found - letter) else { continue }
      let list = Self.offsetOfList(in: bytes, after: found - letter + name.utf8CodeUnitCount)
      guard let list, bytes[list] == UInt8(ascii: "{") else { continue }
      var start = found
      while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: found..<bytes.count) ?? bytes.count
      var reader = JSONReader(bytes, in: start..<end, isLenient: true)
      if let item = (try? reader.readValue())?["chatItem"] { add(item) }
      offset = end
    }
  }

  /// Returns the offset of the first element of an array that follows a member's name, or nil if there is no array.
  private static func offsetOfList(in bytes: InputBytes, after name: Int) -> Int? {
    var offset = name
    for sign in [UInt8(ascii: ":"), UInt8(ascii: "[")] {
      offset = bytes.offsetBehindSpace(from: offset, limit: bytes.count)
      guard offset < bytes.count, bytes[offset] == sign else { return nil }
      offset += 1
    }
    offset = bytes.offsetBehindSpace(from: offset, limit: bytes.count)
    return offset < bytes.count ? offset : nil
  }

  private mutating func add(_ item: JSONValue) {
    guard let author = item["authorId"]?.identifier else { return }
    let first = Self.first(of: item)
    for text in [item] + (item["revisions"]?.elements ?? []) {
      if let sent = text["dateSent"]?.integer, sent != first { times["\(author) \(sent)"] = first }
    }
  }

  /// Returns the time of an item's first text.
  static func first(of item: JSONValue) -> Int64 {
    let sent = item["dateSent"]?.integer ?? 0
    let earlier = (item["revisions"]?.elements ?? []).compactMap { $0["dateSent"]?.integer }
    return min(sent, earlier.filter { $0 > 0 }.min() ?? sent)
  }

  /// Returns the time that identifies the message of which one text was sent at `sent`.
  func first(ofTextSent sent: Int64, by author: String) -> Int64 { times["\(author) \(sent)"] ?? sent }
}

/// The edited messages of all exports of a conversion. Once deleted, a message has the time of its last text alone.
final class SignalEditedMessages {
  private var firsts: [String: Int64] = [:]

  /// Returns the time of an item's first text, as this export or an earlier one has it. `author` is equal in all exports.
  func first(of item: JSONValue, by author: String) -> Int64 {
    let first = SignalFirstTimes.first(of: item)
    let sent = item["dateSent"]?.integer ?? 0
    guard first == sent else {
      for text in [item] + (item["revisions"]?.elements ?? []) {
        if let time = text["dateSent"]?.integer, time != first { firsts["\(author) \(time)"] = first }
      }
      return first
    }
    return firsts.isEmpty ? sent : firsts["\(author) \(sent)"] ?? sent
  }
}
