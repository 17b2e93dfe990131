import TestSupport
import Testing

@testable import SearchIndex

/// The folding of every character, written down for the browsers' tests: the pages' script has to fold alike.
@Suite struct FoldingTests {
  @Test(
    "Stretches of assigned characters and the hashes of their folded forms are those the script is held to")
  func everyCharacter() {
    var report = ""
    var stretch: (first: UInt32, last: UInt32, hash: UInt32)?
    func end() {
      guard let (first, last, hash) = stretch else { return }
      report += [first, last, hash].map { String($0, radix: 16) }.joined(separator: " ") + "\n"
      stretch = nil
    }
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), Self.isAssigned(scalar) else {
        end()
        continue
      }
      if value & 0xFFF == 0 { end() }
      var hash = stretch?.hash ?? 0x811C_9DC5
      for folded in TextFolding.scalars(of: String(scalar)) { hash = (hash ^ folded.value) &* 0x0100_0193 }
      // The boundary between two folded characters makes a difference.
      hash = (hash ^ 0x11_0000) &* 0x0100_0193
      stretch = (stretch?.first ?? value, value, hash)
    }
    end()
    expectGolden(report, named: "folding.txt")
  }

  /// Indicates whether a character is one that every ICU and every browser in use knows. Of younger ones,
  /// those of Unicode 16 on have decompositions that the one may know and the other not; a handful of letters
  /// in fancy dress.
  private static func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, age.major <= 15 else { return false }
    return switch scalar.properties.generalCategory {
    case .unassigned, .privateUse, .surrogate: false
    default: true
    }
  }
}
