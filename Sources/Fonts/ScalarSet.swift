public import Storage

/// A set of characters as pages of bits, quick to fill and always listed in ascending order.
public struct ScalarSet: Sendable, Equatable {
  /// For each page of 256 characters the index of its four words, or −1; empty while the set is empty.
  private var pageStarts: [Int32] = []
  private var words: [UInt64] = []

  /// The empty set.
  public init() {}

  /// True if the set is empty.
  public var isEmpty: Bool { words.isEmpty }

  /// The number of characters in the set.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// True if the set contains the character.
  @inline(__always)
  public func contains(_ scalar: UInt32) -> Bool {
    let page = Int(scalar >> 8)
    guard page < pageStarts.count, pageStarts[page] >= 0 else { return false }
    return words[Int(pageStarts[page]) + Int(scalar >> 6 & 3)] & (1 << UInt64(scalar & 63)) != 0
  }

  /// Adds a character; values beyond Unicode are ignored.
  @inline(__always)
  public mutating func insert(_ scalar: UInt32) {
    guard scalar < 0x11_0000 else { return }
    let page = Int(scalar >> 8)
    if pageStarts.isEmpty || pageStarts[page] < 0 { open(page) }
    words[Int(pageStarts[page]) + Int(scalar >> 6 & 3)] |= 1 << UInt64(scalar & 63)
  }

  /// Adds a range of characters, a word of bits at a time: a face of East Asian scripts covers tens of thousands.
  public mutating func insert(_ range: ClosedRange<UInt32>) {
    let last = min(range.upperBound, 0x10_FFFF)
    var first = range.lowerBound
    while first <= last {
      let end = min(last, first | 63)
      insert(first)
      let bits = UInt64.max << UInt64(first & 63) & UInt64.max >> UInt64(63 - end & 63)
      words[Int(pageStarts[Int(first >> 8)]) + Int(first >> 6 & 3)] |= bits
      first = end + 1
    }
  }

  private mutating func open(_ page: Int) {
    if pageStarts.isEmpty { pageStarts = Array(repeating: -1, count: 0x1100) }
    pageStarts[page] = Int32(words.count)
    words.append(contentsOf: [0, 0, 0, 0])
  }

  /// Adds every character of another set.
  public mutating func formUnion(_ other: ScalarSet) {
    for page in other.pageStarts.indices where other.pageStarts[page] >= 0 {
      if pageStarts.isEmpty || pageStarts[page] < 0 { open(page) }
      for word in 0..<4 {
        words[Int(pageStarts[page]) + word] |= other.words[Int(other.pageStarts[page]) + word]
      }
    }
  }

  /// Calls `body` with each character, ascending.
  public func forEach(_ body: (UInt32) -> Void) {
    for page in pageStarts.indices where pageStarts[page] >= 0 {
      for word in 0..<4 {
        var bits = words[Int(pageStarts[page]) + word]
        while bits != 0 {
          body(UInt32(page << 8 | word << 6 | bits.trailingZeroBitCount))
          bits &= bits - 1
        }
      }
    }
  }

  /// The characters of the set that are not in another.
  public func subtracting(_ other: ScalarSet) -> ScalarSet {
    var result = ScalarSet()
    forEach { if !other.contains($0) { result.insert($0) } }
    return result
  }

  /// The ranges of characters that follow each other, ascending.
  public var ranges: [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    forEach { scalar in
      if let last = ranges.last, last.upperBound + 1 == scalar {
        ranges[ranges.count - 1] = last.lowerBound...scalar
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return ranges
  }

  /// Bytes that are equal only for equal sets: each page that is not empty, after its number.
  var identity: [UInt8] {
    var bytes: [UInt8] = []
    for page in pageStarts.indices where pageStarts[page] >= 0 {
      bytes += [UInt8(truncatingIfNeeded: page >> 8), UInt8(truncatingIfNeeded: page)]
      for word in words[Int(pageStarts[page])..<Int(pageStarts[page]) + 4] {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
      }
    }
    return bytes
  }

  /// Compares the characters in the sets, however they are stored.
  public static func == (a: ScalarSet, b: ScalarSet) -> Bool {
    var (inA, inB): ([UInt32], [UInt32]) = ([], [])
    a.forEach { inA.append($0) }
    b.forEach { inB.append($0) }
    return inA == inB
  }
}

extension ScalarSet: CodedFields {
  /// The empty set.
  public static var blank: ScalarSet { ScalarSet() }

  /// Codes the ranges of the set.
  public mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    let written = ranges
    let count = try coder.code(count: written.count)
    var read = ScalarSet()
    for index in 0..<count {
      var (first, last) =
        index < written.count ? (written[index].lowerBound, written[index].upperBound) : (0, 0)
      try coder.code(&first)
      try coder.code(&last)
      guard first <= last, last < 0x11_0000 else { throw DamagedRecord() }
      read.insert(first...last)
    }
    self = read
  }
}
