import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct HanLanguageTests {
  @Test(
    "findings D3: Han characters take the forms of the language that has them, of the kana or hangul beside them, of the locale",
    arguments: [
      ("骨", "ja", "jp"), ("骨", "ko-KR", "kr"), ("骨", "zh-Hant", "tc"), ("骨", "zh-HK", "hk"),
      ("骨", "zh-CN", "sc"), ("骨", "en", "sc"), ("骨", "yue", "hk"), ("骨のかな", "zh-CN", "jp"),
      ("뼈 骨", "ja", "kr"),
      // Traditional-only, simplified-only, Japanese-only and Cantonese characters.
      ("這個骨", "en", "tc"), ("這個骨", "zh-CN", "tc"), ("这个骨", "zh-TW", "sc"), ("这个骨", "ja", "sc"),
      ("這個骨", "ja", "jp"), ("你們", "ja", "tc"), ("払戻し", "en", "jp"), ("払戻", "en", "jp"),
      ("我喺度", "zh-TW", "hk"), ("ㄅㄆ骨", "en", "tc"),
    ])
  func han(text: String, locale: String, expected: String) throws {
    let language = HanEvidence(of: text.unicodeScalars.map(\.value)).language(in: HanSetting(locale: locale))
    #expect(language == HanEvidence(of: text.utf8.span).language(in: HanSetting(locale: locale)))
    #expect(EastAsianLanguage(family: "notosanscjk" + expected) == language)
  }

  @Test("findings D3: what all languages write is in the language near by, if the locale is of none of them")
  func nearby() {
    let texts = ["了解", "はい、わかりました。", "了解", "see", "这个说法", "了解", "对吗？", "没有", "好"]
    let languages = NearbyLanguages.find(in: texts)
    #expect(languages.prefix(3).map(\.self) == [.simplifiedChinese, .japanese, .simplifiedChinese])
    #expect(NearbyLanguages.find(in: Array(texts.prefix(3))) == [.japanese, .japanese, .japanese])
    #expect(NearbyLanguages.find(in: ["了解", "ok"]) == [nil, nil])
    #expect(NearbyLanguages.find(in: ["了解", "時間"]) == [.traditionalChinese, .traditionalChinese])
    #expect(NearbyLanguages.find(in: ["了解", "時間", "かな"]) == [.japanese, .japanese, .japanese])
  }

  @Test(
    "findings D3: punctuation of ideographs has the forms of its text's language",
    arguments: [("はい、「骨」。", "ja", "jp"), ("对，「骨」。", "zh-CN", "sc"), ("對，「骨」。", "en", "tc")])
  func punctuation(text: String, locale: String, expected: String) throws {
    var usage = CharacterUsage()
    usage.begin(locale: locale)
    usage.add(text, slots: .regular)
    let fonts = try RealFonts.catalog(folders: FontCatalog.systemFolders).makeFontSet(for: usage)
    let block = TextLayouter(fonts: fonts, locale: locale).layOut(
      text, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited
    ).block
    #expect(Set(block.runs.map { fonts.faces[Int($0.face.index)].className }) == ["f-" + expected])
  }

  @Test("findings D3: the survey notes every character in each language that layout may set it in")
  func surveyIsComplete() throws {
    let pool = "骨直了解好天這們語時个这们语时払込気喺嘅、。「」！ー★①かのカ한뼈ㄅaé ".map(String.init)
    var random = SplitMix64(seed: 7)
    func text(_ count: Int, _ pool: [String]) -> String {
      (0..<count).map { _ in pool[random.below(pool.count)] }.joined()
    }
    for round in 0..<60 {
      let locale = ["en", "ja", "zh-CN", "zh-TW", "zh-HK", "ko"][round % 6]
      let some = (0..<6).map { _ in pool[random.below(pool.count)] }
      let texts = (0..<6).map { _ in text(1 + random.below(6), random.below(3) == 0 ? pool : some) }
      var usage = CharacterUsage()
      usage.begin(locale: locale)
      for text in texts { usage.add(text, slots: .regular) }
      let fonts = try RealFonts.catalog(folders: FontCatalog.systemFolders).makeFontSet(for: usage)
      let layouter = TextLayouter(fonts: fonts, locale: locale)
      let languages = NearbyLanguages.find(in: texts)
      for (text, _) in zip(texts, languages) {
        // Any part may be quoted anywhere on the page.
        for near in Set(languages) {
          layouter.nearbyLanguage = near
          for count in 1...text.count {
            let block = layouter.layOut(
              String(text.prefix(count)), marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited
            ).block
            #expect(block.runs.allSatisfy { $0.emoji != nil || $0.face != .browser }, "\(text) in \(texts)")
          }
        }
      }
    }
  }
}
