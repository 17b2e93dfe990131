import Frames

extension FontSet {
  /// Calls `body` with all that text set with these fonts depends on, as bytes, in a fixed order.
  ///
  /// Everything else in a set follows from it. Pictures of emoji do not count: they all have one size. A face's subset
  /// stands there by its digest, one of `digests`.
  public func eachOfIdentity(digests: [String], _ body: ([UInt8]) -> Void) {
    for (face, digest) in zip(faces, digests) {
      for text in [face.family, face.sourceName, face.postScriptName] { body(Array(text.utf8)) }
      body(Self.bytes([Int32(face.id.index), Int32(face.slot.rawValue), face.isKerned ? 1 : 0]))
      body(Array(digest.utf8))
    }
    body([])
    for emoji in emoji {
      body(Array(emoji.text.utf8))
      body([emoji.hasPicture ? 1 : 0])
    }
    body([])
    body(Self.bytes(missing.map(\.value)))
    body(Self.bytes(slotFaces))
    for map in choices {
      body(Self.bytes(map.places))
      body(Self.bytes(map.faces))
    }
  }

  private static func bytes(_ numbers: [some FixedWidthInteger]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * 4)
    for number in numbers {
      let number = UInt32(truncatingIfNeeded: number)
      for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return bytes
  }
}
