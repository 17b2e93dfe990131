internal import Digests
import MediaProbe
import SiteWriter

/// What is known of a page besides its bytes, once it is laid out.
struct CachedPage: Sendable, Equatable {
  /// The height of its rows in whole px, and in 1/64 px.
  var height: Int
  var exactHeight: Int
  /// The exact height on large screens.
  var wideHeight: Int
  var rows: Int
  /// Who wrote its messages, as the search's index names them.
  var senders: [String]
  /// The SHA-256 of its file, for `export.json`.
  var sha256 = ""
  /// What reading the page would tell, where it need not be read to be known again.
  var settled: Settled?

  /// What is known of a page that nothing behind it can change, but for messages that it looked for and nobody had.
  struct Settled: Sendable, Equatable {
    /// The key by the page's origin.
    var origin: ShortDigest
    /// The days of its messages, in words.
    var dates: String
    var days: [PageMap.Day]
    /// The hashes of ids that its messages name, and no message has.
    var missing: [UInt64]
    /// What is shown of messages far behind it.
    var ahead: [AnswerAhead] = []
  }

  init(
    height: Int, exactHeight: Int, wideHeight: Int, rows: Int, senders: [String], settled: Settled? = nil
  ) {
    (self.height, self.exactHeight, self.wideHeight) = (height, exactHeight, wideHeight)
    (self.rows, self.senders, self.settled) = (rows, senders, settled)
  }

  /// Nil when the bytes are not those of facts.
  init?(_ bytes: [UInt8]) {
    var reader = KeyReader(bytes[...])
    guard let height = reader.integer(), let exactHeight = reader.integer(),
      let wideHeight = reader.integer(),
      let rows = reader.integer()
    else { return nil }
    self.init(height: height, exactHeight: exactHeight, wideHeight: wideHeight, rows: rows, senders: [])
    guard let sha256 = reader.text(), let isSettled = reader.integer() else { return nil }
    self.sha256 = sha256
    if isSettled != 0 {
      guard let settled = Settled(&reader) else { return nil }
      self.settled = settled
    }
    while !reader.isAtEnd {
      guard let sender = reader.text() else { return nil }
      senders.append(sender)
    }
  }

  var bytes: [UInt8] {
    var key = StableEncoder()
    key.add(height)
    key.add(exactHeight)
    key.add(wideHeight)
    key.add(rows)
    key.add(sha256)
    key.add(settled == nil ? 0 : 1)
    settled?.write(to: &key)
    for sender in senders { key.add(sender) }
    return key.bytes
  }
}

extension CachedPage.Settled {
  fileprivate init?(_ reader: inout KeyReader) {
    guard let first = reader.number(), let second = reader.number(), let dates = reader.text(),
      let dayCount = reader.integer(),
      dayCount >= 0
    else { return nil }
    origin = ShortDigest(first: first, second: second)
    (self.dates, days, missing) = (dates, [], [])
    for _ in 0..<dayCount {
      guard let day = reader.integer().flatMap({ Int32(exactly: $0) }),
        let index = reader.integer().flatMap({ Int32(exactly: $0) })
      else { return nil }
      days.append(PageMap.Day(day: day, firstIndex: index))
    }
    guard let count = reader.integer(), count >= 0 else { return nil }
    for _ in 0..<count {
      guard let hash = reader.integer() else { return nil }
      missing.append(UInt64(bitPattern: Int64(hash)))
    }
    guard let answers = reader.integer(), answers >= 0 else { return nil }
    for _ in 0..<answers {
      guard let target = reader.text(), let first = reader.number(), let second = reader.number() else {
        return nil
      }
      ahead.append(AnswerAhead(target: target, shown: ShortDigest(first: first, second: second)))
    }
  }

  fileprivate func write(to key: inout StableEncoder) {
    key.add(origin.first)
    key.add(origin.second)
    key.add(dates)
    key.add(days.count)
    for day in days {
      key.add(day.day)
      key.add(day.firstIndex)
    }
    key.add(missing.count)
    for hash in missing { key.add(Int64(bitPattern: hash)) }
    key.add(ahead.count)
    for answer in ahead {
      key.add(answer.target)
      key.add(answer.shown.first)
      key.add(answer.shown.second)
    }
  }
}
