import Frames
import ICU
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// The tests of UAX #9 in the Unicode Character Database: the paragraph direction by ``Itemizer/firstStrong(_:_:)``,
/// the levels by `BidiLevels`. Reordering is left to the browser.
///
/// ICU takes a short cut: it leaves the paragraph's level to a text that reads in one direction throughout, also
/// where the algorithm finds a higher level of the same direction. Runs and their order are the same.
@Suite struct UnicodeBidiTests {
  private static let classes = "conformance/unicode-15.0-debian/BidiTest.txt.gz"
  private static let characters = "conformance/unicode-15.0-debian/BidiCharacterTest.txt.gz"

  /// A character of each bidi class.
  private static let sample: [Substring: UInt32] = [
    "L": 0x61, "R": 0x5D0, "AL": 0x627, "EN": 0x30, "ES": 0x2B, "ET": 0x23, "CS": 0x2C, "AN": 0x660,
    "B": 0x2029, "S": 0x09, "WS": 0x20, "ON": 0x21, "NSM": 0x300, "BN": 0xAD, "LRE": 0x202A, "RLE": 0x202B,
    "PDF": 0x202C, "LRO": 0x202D, "RLO": 0x202E, "LRI": 0x2066, "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069,
  ]

  /// The engine's answers, with its working memory.
  private struct Engine {
    private let bidi = BidiLevels()
    private var table = CharacterProperties()
    private var units: [UInt16] = []
    private var levels: [UInt8] = []

    /// The direction the paragraph takes by itself.
    mutating func direction(of scalars: [UInt32]) -> TextDirection {
      var characters: [TextCharacter] = []
      for scalar in scalars {
        characters.append(
          TextCharacter(scalar: scalar, info: table.info(scalar), offset: 0, face: 0, slot: .regular))
      }
      return Itemizer.firstStrong(characters.span)
    }

    /// Takes a text to find levels of.
    mutating func take(_ scalars: [UInt32]) {
      units.removeAll(keepingCapacity: true)
      for scalar in scalars {
        if scalar < 0x1_0000 {
          units.append(UInt16(truncatingIfNeeded: scalar))
        } else if let scalar = Unicode.Scalar(scalar) {
          units.append(contentsOf: scalar.utf16)
        }
      }
    }

    /// The level of each character of the text taken.
    mutating func levels(_ direction: TextDirection) -> [UInt8] {
      bidi.find(in: units, rightToLeft: direction == .rightToLeft, into: &levels)
      if !units.contains(where: UTF16.isSurrogate) { return levels }
      return zip(units, levels).filter { !UTF16.isTrailSurrogate($0.0) }.map(\.1)
    }
  }

  /// Indicates whether levels are the expected ones, of which nil stands for a character that rule X9
  /// removes.
  private static func agree(_ levels: [UInt8], _ expected: [UInt8?]) -> Bool {
    guard levels.count == expected.count else { return false }
    var (isEqual, isOneDirection) = (true, true)
    for index in levels.indices {
      guard let level = expected[index] else { continue }
      isEqual = isEqual && levels[index] == level
      isOneDirection = isOneDirection && levels[index] == levels[0] && (levels[0] ^ level) & 1 == 0
    }
    return isEqual || isOneDirection
  }

  @Test(
    "BidiTest: every order of up to four classes, in each direction", .enabled(if: OutsideData.has(classes)))
  func everyOrder() throws {
    var engine = Engine()
    var expected: [UInt8?] = []
    var count = 0
    for line in try OutsideData.lines(Self.classes) {
      if line.utf8.starts(with: "@Levels:".utf8) {
        expected = line.utf8.dropFirst(9).split(separator: 0x20).map { UInt8(Substring($0)) }
        continue
      }
      guard let separator = line.utf8.firstIndex(of: 0x3B), !line.utf8.starts(with: "#".utf8),
        let directions = Int(Substring(line.utf8[separator...].dropFirst(2)))
      else { continue }
      let scalars = line.utf8[..<separator].split(separator: 0x20).compactMap { Self.sample[Substring($0)] }
      engine.take(scalars)
      for bit in 0..<3 where directions & 1 << bit != 0 {
        let direction: TextDirection =
          bit == 0 ? engine.direction(of: scalars) : bit == 1 ? .leftToRight : .rightToLeft
        count += 1
        if !Self.agree(engine.levels(direction), expected) {
          Issue.record("\(line), direction \(bit): \(engine.levels(direction)), not \(expected)")
        }
      }
    }
    #expect(count == 770_241)
  }

  @Test(
    "BidiCharacterTest: brackets and the text of real characters", .enabled(if: OutsideData.has(characters)))
  func realCharacters() throws {
    var engine = Engine()
    var count = 0
    var different: [String] = []
    for line in try OutsideData.lines(Self.characters) {
      let parts = line.utf8.split(separator: 0x3B).map(Substring.init)
      guard parts.count == 5, !line.utf8.starts(with: "#".utf8) else { continue }
      let scalars = parts[0].utf8.split(separator: 0x20).compactMap { UInt32(Substring($0), radix: 16) }
      let expected = parts[3].utf8.split(separator: 0x20).map { UInt8(Substring($0)) }
      let resolved: TextDirection = parts[2] == "1" ? .rightToLeft : .leftToRight
      count += 1
      if parts[1] == "2", engine.direction(of: scalars) != resolved { Issue.record("\(line): direction") }
      engine.take(scalars)
      if !Self.agree(engine.levels(resolved), expected) { different.append(line) }
    }
    #expect(count == 91_707)
    // ICU 72 takes a bracket in an override for the partner of one outside, or the other way round.
    expectGolden(
      "BidiCharacterTest 15.0: \(count) lines, \(different.count) differ\n\n"
        + different.joined(separator: "\n") + "\n",
      named: "BidiCharacterTest-15.0.txt")
  }
}
