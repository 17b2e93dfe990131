import ChatModel
import Foundation
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ICU
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct DayHalfTests {
  /// The hour of 24 that a time in words is read as: the half of the day stands before or after the hour. Nil
  /// if no half is known.
  private func hour(of text: String) -> Int? {
    let bytes = InputBytes(Array(text.utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    var (hour, half): (Int?, DayHalf?) = (nil, nil)
    while !scanner.isAtEnd {
      scanner.skipSpaces()
      if let number = scanner.number(limit: 2) {
        hour = hour ?? number.value
      } else if let word = scanner.clockWord() {
        if case .half(let found) = word { half = half ?? found }
      } else if !scanner.isAtEnd {
        scanner.move(to: scanner.offset + 1)
      }
    }
    guard let hour, let half else { return nil }
    return half.hour(hour)
  }

  /// True if the words of a time are one letter, or have digits in them: such forms have several meanings.
  private func isAmbiguous(_ text: String) -> Bool {
    let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
    return text.unicodeScalars.count { $0.properties.numericType == .decimal } > 4 || letters.count < 2
  }

  /// The forms that two languages have with different meanings.
  private static let exceptions: Set<String> = ["md", "MD", "ip.", "öö", "ÖÖ", "پی ایم"]

  /// Languages whose clocks are not read in ICU's own forms: their digits or words are those of no phone.
  private static let unread: Set<String> = ["bas", "ccp", "dz", "ee", "ff", "fr-CA", "kab", "sat"]

  /// True for these forms, and for the languages whose narrow forms are other words beside times, or whose words
  /// are glued to the minute.
  private func isException(_ text: String, _ tag: String) -> Bool {
    ["blo", "hy", "tok"].contains { tag == $0 || tag.hasPrefix($0 + "-") }
      || Self.exceptions.contains { text.contains($0) }
  }

  @Test(
    "The words for AM, PM and parts of the day of every locale of ICU are known, in every width",
    arguments: [["ahm", "aaaahm", "aaaaahm"], ["Bhm", "BBBBhm", "BBBBBhm"]])
  func words(skeletons: [String]) {
    let instants = (0..<24).map { Double($0 * 3600 + 240) * 1000 }
    var (count, wrong) = (0, Set<String>())
    for locale in Locale.availableIdentifiers.sorted() {
      let tag = locale.replacing("_", with: "-")
      let texts = LocaleWords.texts(locale: tag, skeletons.map { (skeleton: $0, milliseconds: instants) })
      for texts in texts where texts.count == 24 {
        for (expected, text) in texts.enumerated() where !isAmbiguous(text) && !isException(text, tag) {
          count += 1
          let found = hour(of: text)
          if found != expected { wrong.insert("\(tag) '\(text)': \(found.map(String.init) ?? "unknown")") }
        }
      }
    }
    #expect(count > 10_000)
    let left = wrong.filter { text in !Self.unread.contains { text.hasPrefix($0) } }
    #expect(left.isEmpty, "\(left.sorted().prefix(20))")
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

  @Test(
    "An unknown word beside a written time of twelve hours is named, and no other word",
    arguments: [
      ("5 Jan 2024 3:04 Qa", "'Qa'"), ("5 Jan 2024, Qa3:04", "'Qa'"), ("5 Jan 2024 15:04 Qa", nil),
      ("5 Jan 2024 3:04 PM", nil), ("5 Jan 2024 alle 3:04", nil), ("5 Jan 2024 3:04 CEST", nil),
      ("5 Jan 2024 3:04, Qa", nil), ("5 Jan 2024 3:04", nil), ("3:04 5 Jan 2024", nil),
    ] as [(String, String?)])
  func writtenTimes(text: String, word: String?) {
    var halves = UnknownHalves()
    #expect(WrittenTime.milliseconds(text, order: nil, &halves) != nil)
    let warning = halves.warning(in: "a.txt")
    #expect((warning != nil) == (word != nil))
    if let word { #expect(warning?.message.contains(word) == true) }
  }
}
