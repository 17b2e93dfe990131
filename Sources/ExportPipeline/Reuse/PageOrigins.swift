import ChatImport
import ChatModel
internal import Digests
import MediaProbe

/// What pages are made from: for each, a digest over all messages up to the one behind the page's last.
///
/// So a page whose origin is the same has the same messages, the same one behind it, and the same in front of it. What
/// stands further behind is known to the survey alone.
struct PageOrigins: Sendable {
  private let pageSize: Int
  private var count = 0
  /// The messages since the last origin, which is part of the next one.
  private var writer = StableEncoder()
  private var last = ShortDigest(first: 0, second: 0)
  private var digests: [ShortDigest] = []

  init(pageSize: Int) { self.pageSize = max(1, pageSize) }

  /// Adds the next message.
  mutating func add(_ message: Message) {
    writer.add(message)
    end()
  }

  /// As a message with all its fields.
  mutating func add(_ message: TextMessage) {
    writer.add(message)
    end()
  }

  /// Begins the next message; where that is the one behind a page, with the page's origin.
  private mutating func end() {
    if count > 0, count % pageSize == 0, writer.isComplete {
      var digester = ShortDigester()
      last = digester.digest(of: writer.bytes.span, behind: last)
      digests.append(last)
      writer.removeAll()
    }
    count += 1
  }

  /// The origin of a page, counted from 1; nil for the last one, and where messages were not understood.
  subscript(number: Int) -> ShortDigest? {
    digests.count == (count - 1) / pageSize && digests.indices.contains(number - 1)
      ? digests[number - 1] : nil
  }
}
