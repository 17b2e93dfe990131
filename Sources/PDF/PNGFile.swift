/// A PNG whose compressed pixels a PDF can contain as they are: without opacity, and not interlaced.
public struct PNGFile: Sendable {
  /// The ways to store colours.
  public enum Colours: Sendable {
    case grey
    case rgb
    /// By number in a palette, which is at these bytes of the file.
    case palette(Range<Int>)

    /// The numbers that a pixel has.
    var count: Int { if case .rgb = self { 3 } else { 1 } }
  }

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  let bits: Int
  let colours: Colours
  /// The parts of the compressed pixels.
  let pixels: [Range<Int>]

  /// Reads the structure of a PNG (PNG §5); nil if it is another kind, or damaged.
  public init?(_ bytes: Span<UInt8>) {
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    guard bytes.count > 33, number(0) == 0x8950_4E47, number(12) == 0x4948_4452, bytes[28] == 0 else {
      return nil
    }
    (width, height, bits) = (number(16), number(20), Int(bytes[24]))
    guard (1...65_535).contains(width), (1...65_535).contains(height), [1, 2, 4, 8, 16].contains(bits) else {
      return nil
    }
    var (offset, palette, parts, isEnded) = (33, Range<Int>?.none, [Range<Int>](), false)
    while offset + 12 <= bytes.count {
      let (length, kind) = (number(offset), number(offset + 4))
      guard length <= bytes.count - offset - 12 else { return nil }
      let content = offset + 8..<offset + 8 + length
      switch kind {
      case 0x504C_5445: palette = content
      case 0x7452_4E53: return nil
      case 0x4944_4154: parts.append(content)
      case 0x4945_4E44: isEnded = true
      default: break
      }
      if isEnded { break }
      offset += length + 12
    }
    guard isEnded, !parts.isEmpty else { return nil }
    pixels = parts
    switch (bytes[25], palette) {
    case (0, _): colours = .grey
    case (2, _): colours = .rgb
    case (3, let palette?)
    where !palette.isEmpty && palette.count % 3 == 0 && palette.count <= 768 && bits <= 8:
      colours = .palette(palette)
    default: return nil
    }
    if case .rgb = colours, bits < 8 { return nil }
  }
}
