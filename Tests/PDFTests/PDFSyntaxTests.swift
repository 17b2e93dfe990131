import Testing

@testable import PDF

@Suite struct PDFSyntaxTests {
  private func written(_ write: (inout PDFSyntax) -> Void) -> String {
    var syntax = PDFSyntax()
    write(&syntax)
    return String(decoding: syntax.bytes, as: UTF8.self)
  }

  @Test(
    "Numbers have at most three decimals and no exponent",
    arguments: [
      (0, "0"), (1, "1"), (-1, "-1"), (0.5, ".5"), (-0.25, "-.25"), (0.0004, "0"), (-0.0004, "0"),
      (12.3456, "12.346"),
      (1e20, "1000000000"), (-.infinity, "-1000000000"), (.nan, "0"), (99.9999, "100"), (0.001, ".001"),
      (10.01, "10.01"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) { #expect(written { $0.number(value) } == text) }

  @Test("Texts cannot end their string")
  func texts() {
    #expect(written { $0.text("a(b)c\\") } == "(a\\(b\\)c\\\\)")
    var syntax = PDFSyntax()
    syntax.text("é)\r")
    #expect(syntax.bytes == [0x28, 0xFE, 0xFF, 0, 0xE9, 0, 0x5C, 0x29, 0, 0x5C, 0x72, 0x29])
  }

  @Test("Names and addresses are ASCII without delimiters")
  func names() {
    #expect(written { $0.name("A b/(é)") } == "/A#20b#2F#28#C3#A9#29")
    #expect(written { $0.address("https://a.example/(ü) x") } == "(https://a.example/\\(%C3%BC\\)%20x)")
  }

  @Test("Metadata has no characters that XML does not have")
  func xml() { #expect(written { $0.xml("a<&>\"\u{0}\u{FFFE}b") } == "a&lt;&amp;&gt;&quot;b") }
}
