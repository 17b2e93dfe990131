/// What is known of a page besides its bytes, once it is laid out.
struct PageFacts: Sendable, Equatable {
  /// The height of its rows in whole px, and in 1/64 px.
  var height: Int
  var exactHeight: Int
  /// The exact height on large screens.
  var wideHeight: Int
  var rows: Int
  /// Who wrote its messages, as the search's index names them.
  var senders: [String]

  init(height: Int, exactHeight: Int, wideHeight: Int, rows: Int, senders: [String]) {
    (self.height, self.exactHeight, self.wideHeight) = (height, exactHeight, wideHeight)
    (self.rows, self.senders) = (rows, senders)
  }

  /// Nil when the bytes are not those of facts.
  init?(_ bytes: [UInt8]) {
    var reader = KeyReader(bytes[...])
    guard let height = reader.integer(), let exactHeight = reader.integer(),
      let wideHeight = reader.integer(),
      let rows = reader.integer()
    else { return nil }
    self.init(height: height, exactHeight: exactHeight, wideHeight: wideHeight, rows: rows, senders: [])
    while !reader.isAtEnd {
      guard let sender = reader.text() else { return nil }
      senders.append(sender)
    }
  }

  var bytes: [UInt8] {
    var key = KeyWriter()
    key.add(height)
    key.add(exactHeight)
    key.add(wideHeight)
    key.add(rows)
    for sender in senders { key.add(sender) }
    return key.bytes
  }
}
