import Frames
import RichText
import Testing

@Suite struct LinkCautionTests {
  @Test(
    "A host made to look like another one is marked with what it truly is",
    arguments: [
      // Cyrillic letters in a Latin word, a word all of them, Greek and Latin, a letter that looks like none.
      ("https://pаypal.com/", "xn--pypal-4ve.com"), ("https://аррӏе.com", "xn--80ak6aa92e.com"),
      ("go to gοοgle.com now", "xn--ggle-0nda.com"), ("www.xn--80ak6aa92e.com", "xn--80ak6aa92e.com"),
      ("mail ana@pаypal.com", "ana@xn--pypal-4ve.com"),
    ])
  func confusable(text: String, goal: String) {
    #expect(RichText.plain(text).blocks[0].marks.map(\.kind.word).first == "caution \(goal)")
    #expect(RichText.markdown(text).blocks[0].marks.map(\.kind.word).first == "caution \(goal)")
  }

  @Test(
    "Hosts of one script, and of scripts written together, are as they seem",
    arguments: [
      "https://münchen.de", "https://例え.jp", "https://пример.рф", "https://مثال.السعودية", "https://ёлка.com",
      "https://한국어.com", "https://日本語カタカナabc.jp", "https://example.com", "https://παράδειγμα.gr",
      "a@bücher.example",
    ])
  func honest(text: String) {
    #expect(!RichText.plain(text).blocks[0].marks.contains { $0.kind.word.hasPrefix("caution") })
  }

  @Test(
    "A link whose words are another address than its own is marked with where it leads",
    arguments: [
      ("[https://bank.example.com](https://evil.example.org/x)", "evil.example.org"),
      ("[www.bank.com](http://bank.com.evil.org)", "bank.com.evil.org"),
      ("[ana@example.org](mailto:bo@evil.example)", "bo@evil.example"),
      ("[bank.com](https://xn--80ak6aa92e.com)", "xn--80ak6aa92e.com"),
    ])
  func elsewhere(source: String, goal: String) {
    #expect(RichText.markdown(source).blocks[0].marks.map(\.kind.word).first == "caution \(goal)")
  }

  @Test(
    "Words that are no address, or that lead where they say, are left alone",
    arguments: [
      "[the bank](https://bank.example)", "[https://bank.com](https://bank.com/login)", "<https://bank.com>",
      "[bank.com](https://www.bank.com)", "[bank.com](https://en.bank.com)", "[BANK.com](https://bank.com)",
      "[ana@example.org](mailto:ana@example.org?subject=x)", "[münchen.de](https://xn--mnchen-3ya.de)",
    ])
  func same(source: String) {
    #expect(!RichText.markdown(source).outline[0].contains("caution"))
  }
}
