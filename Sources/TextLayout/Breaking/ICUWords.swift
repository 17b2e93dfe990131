/// Words in UTF-16 with a space after each, as sent to ICU, and the origin of each unit.
struct ICUWords {
  /// The words.
  private(set) var units: [UInt16] = []
  /// The index in the text of the character that each unit begins; −1 where none begins.
  private var origins: [Int32] = []

  /// Forgets all words.
  mutating func removeAll() {
    units.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
  }

  /// Adds a character.
  mutating func append(_ scalar: UInt32, from index: Int) {
    origins.append(Int32(truncatingIfNeeded: index))
    units.append(utf16Of: scalar)
    if units.count > origins.count { origins.append(-1) }
  }

  /// Adds a unit at which no character begins.
  mutating func append(_ unit: UInt16) {
    units.append(unit)
    origins.append(-1)
  }

  /// Returns the index of the character that begins at a unit, or nil if none does.
  func origin(of unit: Int32) -> Int? {
    guard Int(unit) < origins.count, origins[Int(unit)] >= 0 else { return nil }
    return Int(origins[Int(unit)])
  }
}

extension [UInt16] {
  /// Adds a scalar in UTF-16.
  mutating func append(utf16Of scalar: UInt32) {
    if scalar < 0x1_0000 {
      append(UInt16(truncatingIfNeeded: scalar))
    } else {
      append(UInt16(truncatingIfNeeded: 0xD7C0 + scalar >> 10))
      append(UInt16(truncatingIfNeeded: 0xDC00 + scalar & 0x3FF))
    }
  }
}
