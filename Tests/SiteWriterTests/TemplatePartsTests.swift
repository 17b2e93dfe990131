import Foundation
import TestSupport
import Testing

@testable import SiteFiles
@testable import SiteWriter

@Suite struct TemplatePartsTests {
  private func parts(_ source: String) -> [String] { TemplateParts(of: source).map { String($0.text) } }

  @Test("A part ends behind a line, where no section and no tag is open")
  func lines() {
    #expect(parts("") == [])
    #expect(parts("a") == ["a"])
    #expect(parts("a\n\nb{{c}}\n") == ["a\n", "\n", "b{{c}}\n"])
    #expect(parts("{{#a}}\nb\n{{/a}}\nc") == ["{{#a}}\nb\n{{/a}}\n", "c"])
    #expect(
      parts("{{#a}}\n{{^b}}\n{{/b}}\n{{/a}}\n{{#a}}x{{/a}}\n") == [
        "{{#a}}\n{{^b}}\n{{/b}}\n{{/a}}\n", "{{#a}}x{{/a}}\n",
      ])
    #expect(parts("{{! a\nb }}\nc") == ["{{! a\nb }}\n", "c"])
    #expect(parts("{ {\n}}\n{a}\n") == ["{ {\n", "}}\n", "{a}\n"])
    // What is never closed is one part with all that follows.
    #expect(parts("a\n{{#b}}\nc\nd") == ["a\n", "{{#b}}\nc\nd"])
    #expect(parts("{{/a}}\nb\n") == ["{{/a}}\nb\n"])
  }

  @Test("A part without a tag is known")
  func tags() {
    let parts = TemplateParts(of: "a {b}\n{{#c}}\nd\n{{/c}}\n}}\n{{! e }}\nf").map { $0.hasTag }
    #expect(parts == [false, true, false, true, false])
  }

  @Test("The parts are the whole, for each template and for any text")
  func whole() throws {
    for name in ["front", "gallery", "index", "last", "page", "statistics"] {
      let source = try SiteAssets().template(named: name + ".mustache")
      #expect(parts(source).joined() == source && parts(source).count > 4, "\(name)")
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<2_000 {
      let source = (0..<random.below(30)).map { _ in
        random.pick(["{{", "}}", "{", "}", "#", "/", "a", "é", "\n", "\r\n"])
      }
      .joined()
      #expect(parts(source).joined() == source)
    }
  }
}
