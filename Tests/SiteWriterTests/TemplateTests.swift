import Testing

@testable import HTML
@testable import SiteFiles
@testable import SiteWriter

@Suite struct TemplateTests {
  private func rendered(_ source: String, _ values: TemplateValues = [:]) throws -> String {
    var html = HTMLWriter()
    try Template(source, name: "t").write(values, to: &html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private func reason(_ source: String) -> String? {
    do {
      _ = try TemplateParser.nodes(of: source)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Values are escaped; names without a value show nothing")
  func values() throws {
    #expect(
      try rendered("<p>{{a}}{{ n }}{{none}}</p>", ["a": .text("<\"'&>"), "n": .number(-3)])
        == "<p>&lt;&quot;&#39;&amp;&gt;-3</p>")
    #expect(try rendered("{{a}}", ["a": .text("\u{1}0")]) == "␁0")
    #expect(try rendered("{{a.b.c}}", ["a": .members(["b": .members(["c": .text("x")])])]) == "x")
    #expect(try rendered("{{a.b}}", ["a": .text("x")]) == "")
    #expect(try rendered("a { b } {c}}", [:]) == "a { b } {c}}")
  }

  @Test("A section is shown for each value; an inverted one where there is none")
  func sections() throws {
    let source = "{{#a}}[{{b}}{{c}}]{{/a}}{{^a}}none{{/a}}"
    let list: [TemplateValues] = [["b": .number(1)], ["b": .number(2), "c": .text("!")]]
    #expect(try rendered(source, ["a": .list(list), "c": .text("?")]) == "[1?][2!]")
    #expect(try rendered(source, ["a": .list([])]) == "none")
    #expect(try rendered(source, ["a": .members(["b": .text("x")])]) == "[x]")
    let values: [(TemplateValue, String)] = [
      (.flag(true), "[]"), (.flag(false), "none"), (.text(""), "none"), (.text("t"), "[]"),
      (.number(0), "[]"),
    ]
    for (value, shown) in values {
      #expect(try rendered(source, ["a": value]) == shown)
    }
    #expect(try rendered("{{#a}}{{.}}{{/a}}", ["a": .text("x")]) == "x")
    #expect(try rendered("{{#a}}{{#a}}{{a}}{{/a}}{{/a}}", ["a": .text("x")]) == "x")
  }

  @Test("A tag that shows nothing takes its line with it if nothing else is on it")
  func lines() throws {
    #expect(try rendered("a\n  {{#b}}  \nc\n{{/b}}\nd\n", ["b": .flag(true)]) == "a\nc\nd\n")
    #expect(try rendered("{{#b}}\r\nc\r\n{{/b}}", ["b": .flag(true)]) == "c\r\n")
    #expect(try rendered("{{! a\nb }}\nc") == "c")
    #expect(try rendered("x {{#b}}\ny{{/b}}\n", ["b": .flag(true)]) == "x \ny\n")
    #expect(try rendered("{{b}}\n", ["b": .text("")]) == "\n")
    #expect(try rendered("{{^b}}{{/b}}\n") == "\n")
  }

  @Test("A mistake is told with its line")
  func mistakes() {
    #expect(reason("a\n{{b") == "line 2: a tag is not closed by '}}'")
    #expect(reason("{{#a}}\n{{#b}}{{/a}}") == "line 2: '{{/a}}' closes no section that is open here")
    #expect(reason("\n\n{{^a}}x") == "line 3: the section 'a' is not closed by '{{/a}}'")
    #expect(reason("{{/a}}") == "line 1: '{{/a}}' closes no section that is open here")
    #expect(reason("{{}}") == "line 1: '' is not a name")
    #expect(reason("{{a b}}") == "line 1: 'a b' is not a name")
    #expect(reason("{{a\u{A0}}}") == "line 1: 'a\u{A0}' is not a name")
    #expect(reason("{{ a }}") == nil)
    #expect(reason("{{uppercased(a)}}") == "line 1: 'uppercased(a)' is not a name")
    for tag in ["{{<a}}{{/a}}", "{{$a}}{{/a}}", "{{=<% %>=}}", "{{>a}}"] {
      #expect(throws: SiteAssetsError.self) { try Template(tag, name: "t") }
    }
  }
}
