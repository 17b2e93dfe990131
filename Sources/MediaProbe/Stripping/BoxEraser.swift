/// Finds the metadata in a film, recording or HEIC photo (ISO/IEC 14496-12), to be overwritten where it is: nothing moves, because
/// other boxes have the offsets of samples.
struct BoxEraser {
  /// A range of the file to be overwritten.
  struct Erasure {
    var offset: Int
    var bytes: [UInt8]
    /// The number of zeros after the bytes.
    var zeros: Int
  }

  private let read: (_ offset: Int, _ count: Int) -> [UInt8]
  private let size: Int
  private(set) var erasures: [Erasure] = []
  /// The boxes looked at, for a limit: a file can have millions of empty ones.
  private var count = 0
  private static let (boxLimit, depthLimit, metaLimit) = (100_000, 8, 16 << 20)

  /// Looks through a file of `size` bytes. `read` returns up to so many bytes at an offset.
  init(size: Int, read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]) {
    (self.size, self.read) = (size, read)
    visit(0..<size, in: "", depth: 0)
  }

  /// Boxes with descriptions: of people, places and programs.
  private static let described: Set<String> = ["udta", "meta", "uuid", "gps ", "loci", "XMP_", "\u{A9}xyz"]
  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "moof", "traf", "edts"]

  private mutating func visit(_ range: Range<Int>, in parent: String, depth: Int) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound, count < Self.boxLimit {
      count += 1
      let head = read(offset, 16)
      guard head.count >= 8 else { return }
      var (length, start) = (Self.number(head[0..<4]), offset + 8)
      if length == 1, head.count == 16 { (length, start) = (Self.number(head[8..<16]), offset + 16) }
      if length == 0 { length = range.upperBound - offset }
      let (end, isOverflow) = offset.addingReportingOverflow(length)
      guard !isOverflow, end >= start, end <= range.upperBound else { return }
      let type = String(decoding: head[4..<8], as: UTF8.self)
      handle(type, at: offset, content: start..<end, in: parent, depth: depth)
      offset = end
    }
  }

  private mutating func handle(
    _ type: String, at offset: Int, content: Range<Int>, in parent: String, depth: Int
  ) {
    switch type {
    // In a photo, the file's own `meta` says where the pixels are.
    case "meta" where parent.isEmpty: eraseItems(content)
    case _ where Self.described.contains(type) || type.hasPrefix("\u{FFFD}"):
      erasures.append(Erasure(offset: offset + 4, bytes: Array("free".utf8), zeros: 0))
      erasures.append(Erasure(offset: content.lowerBound, bytes: [], zeros: content.count))
    case "mvhd", "tkhd", "mdhd": eraseTimes(content)
    case _ where Self.containers.contains(type) && depth < Self.depthLimit:
      visit(content, in: type, depth: depth + 1)
    default: break
    }
  }

  /// Erases the times of creation and change, of 4 bytes, or 8 in version 1.
  private mutating func eraseTimes(_ content: Range<Int>) {
    guard let version = read(content.lowerBound, 1).first else { return }
    let count = version == 1 ? 16 : 8
    guard content.count >= 4 + count else { return }
    erasures.append(Erasure(offset: content.lowerBound + 4, bytes: [], zeros: count))
  }

  /// Erases the EXIF and XMP items of a photo.
  private mutating func eraseItems(_ content: Range<Int>) {
    guard content.count <= Self.metaLimit else { return }
    for extent in ItemList(read(content.lowerBound, content.count)).metadata where extent.upperBound <= size {
      erasures.append(Erasure(offset: extent.lowerBound, bytes: [], zeros: extent.count))
    }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { ($0 & Int.max >> 8) << 8 | Int($1) }
  }
}
