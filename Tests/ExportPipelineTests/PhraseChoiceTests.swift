import Phrases
import SiteWriter
import Testing

@testable import ExportPipeline
@testable import SiteFiles

@Suite struct PhraseChoiceTests {
  /// The texts of a value, those of values in it too.
  private func texts(of value: Any) -> [String] {
    if let text = value as? String { return [text] }
    return Mirror(reflecting: value).children.flatMap { texts(of: $0.value) }
  }

  @Test(
    "All words of the pages' furniture are taken from the phrases; the built-in ones are those of English")
  func labels() throws {
    let assets = try SiteAssets()
    #expect(SiteLabels(try assets.phrases(for: "en")) == SiteLabels())
    let (english, arabic) = (texts(of: SiteLabels()), texts(of: SiteLabels(try assets.phrases(for: "ar"))))
    #expect(english.count == arabic.count && english.count > 25)
    let keys = SiteLabels().keyMeanings.map(\.key)
    for (word, other) in zip(english, arabic) where !keys.contains(word) { #expect(word != other) }
  }
}
