import BubbleLayout
import ChatModel
import Phrases
import SiteWriter
import TestSupport
import Testing
import Themes

@testable import ExportPipeline
@testable import SiteFiles

/// The features that chat layouts are expected to have with long histories, by the rows of the list in
/// `Tests/README.md`.
@Suite struct SeedFeatureTests {
  @Test("Row 6: of 10,000 messages each is laid out once, in order, in one page", arguments: [1, 500, 3_333])
  func once(pageSize: Int) throws {
    let survey = try MessageOrderTests.survey(ListSource(seconds: (0..<10_000).map { Int64($0) * 40 }))
    var reader = try Self.pageReader(survey, pageSize: pageSize)
    var expected: Int32 = 0
    var pages = 0
    for number in 0..<reader.pageCount {
      let job = try reader.page(number + 1)
      pages += 1
      #expect(job.number == pages && job.inputs.count <= pageSize)
      for input in job.inputs {
        if input.index != expected { Issue.record("message \(input.index) in place of \(expected)") }
        expected += 1
      }
    }
    #expect(expected == 10_000 && pages == (10_000 + pageSize - 1) / pageSize)
  }

  @Test("Rows 9, 12: where pages are cut changes no separator, tail, name or gap", arguments: [1, 7, 500])
  func cuts(pageSize: Int) throws {
    // Gaps of 120 and 121 s, and midnight between.
    let seconds: [Int64?] = (0..<1_500).map { index in
      let more: Int64 = index % 7 == 0 ? 24 : index % 5 == 0 ? 25 : 0
      return Int64(index) * 97 + more
    }
    let survey = try MessageOrderTests.survey(ListSource(seconds: seconds))
    #expect(try Self.decorations(survey, pageSize: pageSize) == Self.decorations(survey, pageSize: 2_000))
  }

  private static func pageReader(_ survey: ConversationSurvey, pageSize: Int) throws -> PageReader {
    var options = ExportOptions(inputs: [], output: "")
    options.pageSize = pageSize
    let assets = try SiteAssets()
    let theme = try ThemeLibrary(assets: assets) { _ in [] }.look("standard").theme
    return PageReader(
      survey, options: options, theme: theme, phrases: try assets.phrases(for: "en"), media: MediaStore())
  }

  private static func decorations(_ survey: ConversationSurvey, pageSize: Int) throws -> [Decoration] {
    var reader = try Self.pageReader(survey, pageSize: pageSize)
    var all: [Decoration] = []
    for number in 0..<reader.pageCount { all += try reader.page(number + 1).inputs.map(\.decoration) }
    // Any page is what it is when all before it were read.
    var pages = Array(0..<reader.pageCount)
    var random = SplitMix64(seed: 5)
    for index in pages.indices { pages.swapAt(index, index + random.below(pages.count - index)) }
    for number in pages.prefix(40) {
      let inputs = try reader.page(number + 1).inputs
      #expect(inputs.map(\.decoration) == Array(all.dropFirst(number * pageSize).prefix(pageSize)))
      #expect(inputs.first?.index == Int32(number * pageSize))
    }
    return all
  }
}
