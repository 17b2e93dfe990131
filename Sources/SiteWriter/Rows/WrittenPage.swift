public import Frames

/// What a page's bytes do not say of a row, or not exactly: its height, and what of it its section draws.
public struct RowOutline: Sendable, Equatable {
  public var height: LayoutUnit
  /// The same on large screens.
  public var wideHeight: LayoutUnit
  /// Whether the path of incoming bubbles has a line for the row, and that of outgoing ones.
  public var isInIncoming = false
  public var isInOutgoing = false
  public var hasFolds = false

  public init(height: LayoutUnit, wideHeight: LayoutUnit) {
    (self.height, self.wideHeight) = (height, wideHeight)
  }

  /// That of a finished row.
  public init(_ row: borrowing Row) {
    self.init(height: row.frame.size.height, wideHeight: row.wide?.size.height ?? row.frame.size.height)
    for place in row.frame.items.indices {
      switch row.frame.items[place].content {
      case .bubble(let shape):
        if shape.side == .incoming { isInIncoming = true } else { isInOutgoing = true }
      case .fold: hasFolds = true
      default: continue
      }
    }
  }
}

/// A page that an earlier export wrote, taken apart into its rows: what stands on another page can be written from it.
///
/// Reads `PageWriter`'s own lines and nothing else: input can neither open a tag nor end one, so a row ends where its
/// element does.
public final class WrittenPage: Sendable {
  /// Where the parts of a row are in the page's bytes.
  struct Place {
    var markup: Range<Int>
    /// The digits of the message's place in the conversation.
    var number: Range<Int>
    var isDay: Bool
    /// Its lines in the section's paths, with their newlines.
    var incoming: Range<Int>?
    var outgoing: Range<Int>?
  }
  let bytes: [UInt8]
  private let places: [Place]
  private let outlines: [RowOutline]

  /// Takes a page apart whose sections begin at `start` and have these rows; nil when it is no such page.
  public init?(_ bytes: [UInt8], from start: Int, rows outlines: [RowOutline]) {
    var reader = PageLines(bytes, from: start)
    var places: [Place] = []
    places.reserveCapacity(outlines.count)
    while places.count < outlines.count {
      let first = places.count
      guard reader.take("<section "), reader.skip(past: "\n") else { return nil }
      if reader.take("<g id=\"") { guard reader.skip(past: "\n") else { return nil } }
      guard let incoming = reader.lines(ofPath: "<path class=\"in\" d=\"\n"),
        let outgoing = reader.lines(ofPath: "<path class=\"out\" d=\"\n"),
        reader.take("</g></svg>\n") || reader.take("</svg>\n")
      else { return nil }
      while !reader.take("</section>\n"), !reader.take("</div></section>\n") {
        if reader.take("<svg class=\"strip\"") {
          guard reader.skip(past: "\n") else { return nil }
          continue
        }
        guard let place = reader.row() else { return nil }
        places.append(place)
      }
      guard first < places.count, places.count <= outlines.count else { return nil }
      var (left, right) = (incoming[...], outgoing[...])
      for place in first..<places.count {
        if outlines[place].isInIncoming { places[place].incoming = left.popFirst() }
        if outlines[place].isInOutgoing { places[place].outgoing = right.popFirst() }
        guard outlines[place].isInIncoming == (places[place].incoming != nil),
          outlines[place].isInOutgoing == (places[place].outgoing != nil)
        else { return nil }
      }
      guard left.isEmpty, right.isEmpty else { return nil }
    }
    (self.bytes, self.places, self.outlines) = (bytes, places, outlines)
  }

  /// One of its rows, as the one of the message at `index` of the conversation; nil when it has no such row.
  public func row(_ place: Int, at index: Int32) -> WrittenRow? {
    guard places.indices.contains(place) else { return nil }
    return WrittenRow(index: index, outline: outlines[place], place: places[place], page: self)
  }
}

/// A row of an earlier page, to be written again as it is: only its message's place in the conversation may be another.
public struct WrittenRow: Sendable {
  let index: Int32
  public let outline: RowOutline
  let place: WrittenPage.Place
  let page: WrittenPage
}

/// A row of a page in the making.
public enum PageRow: Sendable {
  case laidOut(Row)
  case written(WrittenRow)
}

/// The lines of a page's sections, one after the other.
private struct PageLines {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = min(max(0, start), bytes.count)
  }

  /// Steps over `markup`, if it is next.
  mutating func take(_ markup: StaticString) -> Bool {
    guard bytes.span.has(markup, at: position) else { return false }
    position += markup.utf8CodeUnitCount
    return true
  }

  /// Steps behind the next `markup`.
  mutating func skip(past markup: StaticString) -> Bool {
    let first = unsafe markup.utf8Start[0]
    while let next = bytes.span.firstIndex(of: first, from: position) {
      position = next
      if take(markup) { return true }
      position += 1
    }
    return false
  }

  /// The lines of a path that draw something; none when the path is not there, nil when it does not end.
  mutating func lines(ofPath start: StaticString) -> [Range<Int>]? {
    guard take(start) else { return [] }
    var lines: [Range<Int>] = []
    while !take("\"/>\n") {
      let first = position
      guard skip(past: "\n") else { return nil }
      // What draws nothing skips rows.
      if bytes[first..<position].contains(UInt8(ascii: "z")) { lines.append(first..<position) }
    }
    return lines
  }

  /// The next row, which may be the first of its day.
  mutating func row() -> WrittenPage.Place? {
    _ = take("</div>")
    _ = take("<div class=\"of-day\">")
    let start = position
    let isDay = take("<h2 class=\"day\" data-day=\"")
    guard isDay || take("<article id=\""), skip(past: isDay ? "\" data-before=\"" : "\" data-i=\"") else {
      return nil
    }
    let number = position
    guard let end = bytes.span.firstIndex(of: UInt8(ascii: "\""), from: number),
      skip(past: isDay ? "</h2>\n" : "</article>\n")
    else { return nil }
    return WrittenPage.Place(markup: start..<(position - 1), number: number..<end, isDay: isDay)
  }
}

extension Span<UInt8> {
  /// Where a byte is next, from `start` on.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < count, self[index] != byte { index += 1 }
    return index < count ? index : nil
  }

  /// Whether markup stands at a place.
  func has(_ markup: StaticString, at start: Int) -> Bool {
    let length = markup.utf8CodeUnitCount
    guard count - start >= length else { return false }
    for place in 0..<length where unsafe self[start + place] != markup.utf8Start[place] { return false }
    return true
  }
}
