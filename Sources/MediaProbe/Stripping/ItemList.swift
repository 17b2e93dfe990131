/// The items in the `meta` box of a HEIC or AVIF photo (ISO/IEC 14496-12 §8.11).
struct ItemList {
  /// The ranges of the file with EXIF and XMP data.
  private(set) var metadata: [Range<Int>] = []

  /// Reads the content of a `meta` box, with its version and flags.
  init(_ meta: [UInt8]) {
    var types: [Int: String] = [:]
    var locations: [Int: [Range<Int>]] = [:]
    var reader = BigEndianReader(meta[...])
    reader.skip(4)
    while let (type, content) = reader.box() {
      if type == "iinf" { types = Self.types(content) }
      if type == "iloc" { locations = Self.locations(content) }
    }
    for (id, type) in types.sorted(by: { $0.key < $1.key }) where type == "Exif" || type == "mime" {
      metadata += locations[id] ?? []
    }
  }

  /// Reads the types of items from `iinf` and its `infe` boxes, which have them from version 2 on.
  private static func types(_ content: ArraySlice<UInt8>) -> [Int: String] {
    var types: [Int: String] = [:]
    var reader = BigEndianReader(content)
    let version = reader.number(1)
    reader.skip(3 + (version == 0 ? 2 : 4))
    while let (type, entry) = reader.box() {
      var reader = BigEndianReader(entry)
      let version = reader.number(1)
      reader.skip(3)
      guard type == "infe", version >= 2 else { continue }
      let id = reader.number(version == 2 ? 2 : 4)
      reader.skip(2)
      types[id] = String(decoding: reader.bytes(4), as: UTF8.self)
    }
    return types
  }

  /// Reads the ranges of items from `iloc`: those whose offsets count from the start of the file.
  private static func locations(_ content: ArraySlice<UInt8>) -> [Int: [Range<Int>]] {
    var locations: [Int: [Range<Int>]] = [:]
    var reader = BigEndianReader(content)
    let version = reader.number(1)
    reader.skip(3)
    let sizes = reader.number(2)
    let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    let items = reader.number(version < 2 ? 2 : 4)
    for _ in 0..<items where !reader.isAtEnd {
      let id = reader.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : reader.number(2) & 15
      reader.skip(2)
      let base = reader.number(baseSize)
      let extents = reader.number(2)
      for _ in 0..<extents where !reader.isAtEnd {
        reader.skip(indexSize)
        let (start, isOverflow) = base.addingReportingOverflow(reader.number(offsetSize))
        let (end, isBeyond) = start.addingReportingOverflow(reader.number(lengthSize))
        if method == 0, !isOverflow, !isBeyond, start < end { locations[id, default: []].append(start..<end) }
      }
    }
    return locations
  }
}

/// Reads numbers and boxes; zeros and nothing after the end.
private struct BigEndianReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8> {
    defer { skip(count) }
    return rest.prefix(count)
  }

  mutating func number(_ count: Int) -> Int { BoxEraser.number(bytes(count)) }

  mutating func box() -> (type: String, content: ArraySlice<UInt8>)? {
    guard rest.count >= 8 else { return nil }
    let length = BoxEraser.number(rest.prefix(4))
    guard length >= 8, length <= rest.count else { return nil }
    let box = bytes(length)
    return (String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self), box.dropFirst(8))
  }
}
