extension Span<UInt8> {
  /// Steps back over the character before `byte`, and returns it.
  @inlinable @discardableResult
  public func step(back byte: inout Int) -> UInt32 {
    byte -= 1
    while byte > 0, self[byte] & 0xC0 == 0x80 { byte -= 1 }
    var next = byte
    return scalar(at: &next)
  }

  /// The character that starts at `byte`, which moves to the next. The bytes are a string's, so they are valid UTF-8.
  @inlinable @inline(__always)
  public func scalar(at byte: inout Int) -> UInt32 {
    let lead = self[byte]
    if lead < 0x80 {
      byte += 1
      return UInt32(lead)
    }
    // The lead byte gives the length.
    if lead < 0xE0 {
      byte += 2
      return (UInt32(lead) & 0x1F) << 6 | rest(byte - 1)
    }
    if lead < 0xF0 {
      byte += 3
      return (UInt32(lead) & 0xF) << 12 | rest(byte - 2) << 6 | rest(byte - 1)
    }
    byte += 4
    return (UInt32(lead) & 7) << 18 | rest(byte - 3) << 12 | rest(byte - 2) << 6 | rest(byte - 1)
  }

  /// The bits that a continuation byte adds to a character.
  @inlinable @inline(__always)
  func rest(_ byte: Int) -> UInt32 { UInt32(self[byte] & 0x3F) }
}
