import Foundation
import Testing

@testable import ChatImport
@testable import ICU

@Suite struct DayHalfTests {
  /// The hour of 24 that a time in words is read as: the half of the day stands before or behind the hour.
  /// Nil if no half is known.
  private func hour(of text: String) -> Int? {
    let bytes = InputBytes(Array(text.utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    scanner.skipSpaces()
    var half = scanner.dayHalf()
    scanner.skipSpaces()
    guard let hour = scanner.number(limit: 2) else { return nil }
    while !scanner.isAtEnd, half == nil {
      scanner.skipSpaces()
      if scanner.number(limit: 2) == nil, !scanner.take(UInt8(ascii: ":")), !scanner.take(UInt8(ascii: ".")) {
        half = scanner.dayHalf()
        if half == nil { break }
      }
    }
    return half?.hour(hour.value)
  }

  /// Indicates whether the words of a time are of one Latin letter, or have digits in them: such forms have
  /// several meanings.
  private func isAmbiguous(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    let digits = text.unicodeScalars.count { $0.properties.numericType == .decimal }
    return digits > 4 || letters.isEmpty || letters.count == 1 && letters.allSatisfy { $0.value < 0x250 }
  }

  /// The forms that two languages have with different meanings, and what ICU writes with a word between hour
  /// and minute.
  private static let exceptions: Set<String> = ["md", "MD", "ip.", "öö", "ب", "پی ایم"]

  private func isException(_ text: String) -> Bool { Self.exceptions.contains { text.contains($0) } }

  @Test("The words for AM and PM of every locale of ICU are known, in every width")
  func halves() {
    let hours = (0..<24).map { Double($0 * 3600 + 240) * 1000 }
    var (count, wrong) = (0, Set<String>())
    for locale in Locale.availableIdentifiers.sorted() {
      let tag = locale.replacing("_", with: "-")
      for skeleton in ["ahm", "aaaahm", "aaaaahm"] {
        let texts = LocaleWords.texts(locale: tag, [(skeleton, hours)]).first ?? []
        guard texts.count == 24 else { continue }
        for (expected, text) in texts.enumerated() where !isAmbiguous(text) && !isException(text) {
          count += 1
          let found = hour(of: text)
          if found != expected {
            wrong.insert("\(tag) \(skeleton) '\(text)': \(found.map(String.init) ?? "unknown")")
          }
        }
      }
    }
    #expect(count > 10_000)
    #expect(wrong.isEmpty, "\(wrong.sorted().prefix(40))")
  }

  @Test("The words for parts of the day of every locale of ICU are known, in every width")
  func parts() {
    let hours = (0..<24).map { Double($0 * 3600 + 240) * 1000 }
    var (count, wrong) = (0, Set<String>())
    for locale in Locale.availableIdentifiers.sorted() {
      let tag = locale.replacing("_", with: "-")
      for skeleton in ["Bhm", "BBBBhm", "BBBBBhm"] {
        let texts = LocaleWords.texts(locale: tag, [(skeleton, hours)]).first ?? []
        guard texts.count == 24 else { continue }
        for (expected, text) in texts.enumerated() where !isAmbiguous(text) && !isException(text) {
          count += 1
          let found = hour(of: text)
          if found != expected {
            wrong.insert("\(tag) \(skeleton) '\(text)': \(found.map(String.init) ?? "unknown")")
          }
        }
      }
    }
    #expect(count > 10_000)
    #expect(wrong.isEmpty, "\(wrong.sorted().prefix(40))")
  }

  @Test(
    "Words beside a time are halves of the day, others that are known, or unknown",
    arguments: [
      ("ਬਾ.ਦੁ.", "half"), ("p. m. ", "half"), ("PM", "half"), ("下午3", "half"), ("Uhr", "other"),
      ("klo 3", "other"),
      ("Otto", "unknown"), ("Qa", "unknown"), ("- Ann", "none"), ("] Ann", "none"), ("", "none"),
      ("早上好", "unknown"),
    ])
  func kinds(text: String, kind: String) {
    let bytes = InputBytes(Array(text.utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    let found =
      switch scanner.clockWord() {
      case .half: "half"
      case .other: "other"
      case .unknown: "unknown"
      case nil: "none"
      }
    #expect(found == kind)
  }
}
