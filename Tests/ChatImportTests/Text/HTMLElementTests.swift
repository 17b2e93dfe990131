import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TeamFormats

/// Finding elements in a tree, and the texts of elements.
@Suite struct HTMLElementTests {
  private func reader(_ html: String) throws -> HTMLReader {
    try #require(HTMLReader(ImportInput(path: "a.html", bytes: Array(html.utf8))) { $0.name == "article" })
  }

  private func article(_ html: String) throws -> HTMLElement {
    try #require(try reader("<article>\(html)</article>").nextElement())
  }

  @Test("Elements are found by any word of their class")
  func classes() throws {
    let article = try article("a<p class='x y'>1</p><div><p class=y>2</p></div><p class=z>3</p><b>4</b>")
    #expect(article.first("x")?.text == "1")
    #expect(article.all("y").map(\.text) == ["1", "2"])
    #expect(article.child("z")?.text == "3")
    #expect(article.first("z")?.child("z") == nil)
    #expect(article.first("xy") == nil)
    #expect(article.first(ofAny: ["z", "none", "y"])?.text == "1")
    #expect(article.first(named: "b")?.text == "4")
    #expect(article.first(named: "i") == nil)
    #expect(article.firstChild { $0.name == "div" }?.text == "2")
  }

  @Test("A class that comes after it was looked for is found")
  func laterClasses() throws {
    let reader = try reader("<article><p class=a>1</p></article><article><p class='b a'>2</p></article>")
    let first = try #require(reader.nextElement())
    #expect(first.first("a")?.text == "1" && first.first("b") == nil)
    let second = try #require(reader.nextElement())
    #expect(second.first("a")?.text == "2" && second.first("b")?.text == "2")
  }

  @Test("The text of an element itself has single spaces between its words, of any script")
  func ownText() throws {
    #expect(try article("  Ann\n&nbsp; <b>not</b> Łoś\u{2003}Ян ").ownText == "Ann Łoś Ян")
  }

  @Test("A line that is not blank titles a prompt")
  func titles() {
    #expect("\n \u{2028}One two\r\nthree".titleLine == "One two")
    #expect(" \n".titleLine == nil)
    #expect(String(repeating: "ñ", count: 80).titleLine?.hasSuffix("ñ") == true)
    #expect(String(repeating: "ñ", count: 81).titleLine?.hasSuffix("…") == true)
  }
}
