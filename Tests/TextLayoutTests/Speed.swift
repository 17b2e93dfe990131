import Frames
import Glibc
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Prints what laying out a message costs; run it in release with `TEXT_SPEED=1`.
///
///     TEXT_SPEED=1 swift test -c release -Xswiftc -enable-testing --filter Speed
@Suite struct Speed {
  private static let isWanted = unsafe getenv("TEXT_SPEED") != nil

  /// CPU time of this thread in ns.
  private func cpuTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func texts(_ words: [String], joiner: String, letters: Int) -> [String] {
    var random = SplitMix(seed: 5)
    return (0..<2000).map { _ in
      var text = words[random.below(words.count)]
      while text.count < letters { text += joiner + words[random.below(words.count)] }
      return text
    }
  }

  @Test("CPU time of a message", .enabled(if: isWanted))
  func cpuTimes() throws {
    let english =
      "the pier was closed so we walked back along river Alfama tonight, maybe? I'll bring it – it's ok"
      .split(separator: " ").map(String.init)
    let classes: [(String, [String])] = [
      ("ascii 40", texts(english.filter { $0.utf8.allSatisfy { $0 < 128 } }, joiner: " ", letters: 36)),
      ("ascii 160", texts(english.filter { $0.utf8.allSatisfy { $0 < 128 } }, joiner: " ", letters: 156)),
      (
        "french 40",
        texts(
          "Où êtes vous né à la même école déjà là-bas très tôt".split(separator: " ").map(String.init),
          joiner: " ", letters: 36)
      ),
      ("japanese 40", texts(["今日は", "友達と", "学校に", "行きました。", "あした", "電話する"], joiner: "", letters: 36)),
      (
        "arabic 40",
        texts(
          "مرحبا كيف حالك اليوم هل تريد الذهاب إلى السوق".split(separator: " ").map(String.init), joiner: " ",
          letters: 36)
      ),
      (
        "hindi 40",
        texts("आज हम बाज़ार जाएंगे क्या तुम भी चलोगे".split(separator: " ").map(String.init), joiner: " ", letters: 36)
      ),
      ("thai 40", texts(["ภาษาไทย", "เป็นภาษา", "ที่สวยงาม", "วันนี้"], joiner: "", letters: 36)),
      ("emoji 20", texts(["ok 👍🏽", "🔥", "nice 🎉", "😀"], joiner: " ", letters: 16)),
    ]
    let start = cpuTime()
    let fonts = try RealFonts.fonts(for: classes.flatMap(\.1))
    print("fonts: \((cpuTime() - start) / 1000) µs")
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for (name, texts) in classes {
      var best = Int.max
      var cold = 0
      for round in 0..<6 {
        let start = cpuTime()
        var lines = 0
        for text in texts {
          lines +=
            layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: 272).block.lines
            .count
        }
        let time = (cpuTime() - start) / texts.count
        if round == 0 { cold = time } else { best = min(best, time) }
        #expect(lines >= texts.count)
      }
      print("\(name): \(best) ns warm, \(cold) ns cold")
    }
    let survey = cpuTime()
    for text in classes[0].1 {
      var part = CharacterUsage()
      part.add(text, slots: .regular)
    }
    print("survey of ascii 40 with its own set: \((cpuTime() - survey) / classes[0].1.count) ns")
  }
}
