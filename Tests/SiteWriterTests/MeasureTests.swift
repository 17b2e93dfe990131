import Frames
import SiteFiles
import SiteWriter
import TestSupport
import Testing

/// Figures for the record, not checks: run with `MEASURE=file swift test -c release --filter Measure`.
@Suite struct MeasureTests {
  @Test("Time and bytes of a typical page", .enabled(if: environment("MEASURE") != nil))
  func typicalPage() throws {
    var chat = SampleChat()
    chat.day("Friday, 1 May 2026", "2026-05-01")
    let words = [
      "the", "tram", "leaves", "at", "ten", "so", "we'll", "be", "there", "before", "lunch", "I", "think",
      "ok",
    ]
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var isMine = false
    for number in 0..<500 {
      let isFirst = number == 0 || random(2) == 0
      if isFirst { isMine.toggle() }
      let text = (0..<(1 + random(16))).map { _ in words[random(words.count)] }.joined(separator: " ")
      var extras = SampleChat.Extras()
      extras.isFirst = isFirst
      extras.isLast = random(2) == 0
      if random(12) == 0 { extras.quote = ("Ana Sousa", "before lunch I think") }
      if random(10) == 0 { extras.reaction = "+1 2" }
      chat.message(
        text, isMine ? .outgoing : .incoming, sender: isMine ? "Ana Sousa" : "Bo", anchor: "\(5000 + number)",
        extras)
    }
    let pages = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    var model = PageModel(title: "Lisbon trip", number: 2, hasNext: true, language: SampleChat.language)
    (model.dates, model.messages) = ("May 2026", "501–1,000")
    let clock = ContinuousClock()
    var (sections, shells) = ([Duration](), [Duration]())
    var bytes: [UInt8] = []
    for round in 0..<1000 {
      sections.append(clock.measure { bytes = pages.sections(model, rows: chat.rows) })
      if round < 50 { shells.append(clock.measure { _ = pages.page(model, rows: []) }) }
    }
    let page = pages.page(model, rows: chat.rows)
    print(
      "sections \(sections.min() ?? .zero) for \(chat.rows.count) rows, \(bytes.count / 500) bytes a message;",
      "shell \(shells.min() ?? .zero); page \(page.count) bytes")
    let output = try OutputFolder(at: environment("MEASURE") ?? "", force: true)
    try output.write("page.html", page)
    try output.commit()
  }
}
