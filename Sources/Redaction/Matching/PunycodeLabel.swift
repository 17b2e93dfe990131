/// A part of a host's name in Punycode (RFC 3492), by which addresses write letters beyond ASCII: `xn--mnchen-3ya` is *münchen*.
struct PunycodeLabel {
  /// The characters that the label writes.
  let scalars: [Unicode.Scalar]
  /// The label's length in bytes.
  let count: Int

  private static let prefix = Array("xn--".utf8)
  /// The longest label of a host's name (RFC 1035 §2.3.4).
  private static let limit = 63

  /// Reads the label at `offset`; nil if there is none, or it is no Punycode.
  init?(in bytes: Span<UInt8>, at offset: Int) {
    guard bytes[offset] | 0x20 == UInt8(ascii: "x"), offset + Self.prefix.count < bytes.count,
      Self.prefix.indices.allSatisfy({ bytes[offset + $0] | 0x20 == Self.prefix[$0] | 0x20 }),
      offset == 0 || !Self.isPart(bytes[offset - 1])
    else { return nil }
    var end = offset
    while end < bytes.count, end - offset <= Self.limit, Self.isPart(bytes[end]) { end += 1 }
    let text = (offset + Self.prefix.count..<end).map { bytes[$0] }
    guard end - offset <= Self.limit, let scalars = Self.decoded(text) else { return nil }
    (self.scalars, count) = (scalars, end - offset)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
  }

  /// Returns the characters of a label without its prefix (RFC 3492 §6.2), or nil if it is not well formed.
  private static func decoded(_ text: [UInt8]) -> [Unicode.Scalar]? {
    let hyphen = text.lastIndex(of: UInt8(ascii: "-"))
    var output = text[..<(hyphen ?? 0)].map { UInt32($0) }
    var (value, index, bias) = (128, 0, 72)
    var rest = text[(hyphen.map { $0 + 1 } ?? 0)...]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let start = index
      var (weight, step) = (1, 36)
      while true {
        guard let byte = rest.popFirst(), let digit = digit(byte), weight < 1 << 32 else { return nil }
        index += digit * weight
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        step += 36
      }
      let count = output.count + 1
      bias = Self.bias(index - start, count, isFirst: start == 0)
      value += index / count
      index %= count
      guard value <= 0x10FFFF else { return nil }
      output.insert(UInt32(value), at: index)
      index += 1
    }
    let scalars = output.compactMap(Unicode.Scalar.init)
    return scalars.count == output.count ? scalars : nil
  }

  /// Returns the bias for the next character (RFC 3492 §6.1).
  private static func bias(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var step = 0
    while delta > 35 * 26 / 2 {
      delta /= 35
      step += 36
    }
    return step + 36 * delta / (delta + 38)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case let byte where byte | 0x20 &- 0x61 < 26: Int(byte | 0x20) - 0x61
    case let byte where byte &- 0x30 < 10: Int(byte) - 0x30 + 26
    default: nil
    }
  }
}
