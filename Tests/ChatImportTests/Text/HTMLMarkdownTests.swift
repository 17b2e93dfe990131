import Testing

@testable import ImportKit
@testable import MessengerFormats
@testable import TeamFormats

@Suite struct HTMLMarkdownTests {
  private func markdown(_ html: String) throws -> String {
    let input = ImportInput(path: "a.html", bytes: Array("<article>\(html)</article>".utf8))
    let reader = try #require(HTMLReader(input) { $0.name == "article" })
    return HTMLMarkdown.text(of: try #require(reader.nextElement()))
  }

  @Test(
    "Elements become Markdown",
    arguments: [
      ("<p>a <b>b</b> <i>c </i>d</p>", "a **b** *c* d"), ("one<br>two", "one\\\ntwo"),
      ("<h2>A<br>b</h2>c", "## A\\ b\n\nc"),
      ("<p>a</p><p>b</p>", "a\n\nb"),
      ("<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n  1. b\n- c"),
      ("<ol start=9><li>a</li><li>b</li></ol>", "9. a\n10. b"),
      ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b"),
      ("<pre><code class=\"language-swift\">let a\n  b</code></pre>", "```swift\nlet a\n  b\n```"),
      ("<pre>```</pre>", "````\n```\n````"),
      ("<code>a`b</code>", "``a`b``"),
      ("<a href=\"https://e.org/a_b\">x_y</a>", "[x\\_y](<https://e.org/a_b>)"),
      // Pages decide which links they follow, and the account counts the others.
      ("<a href=\"javascript:alert(1)\">x</a>", "[x](<javascript:alert(1)>)"),
      ("<a href=\"https://e.org/><img\">x</a>", "[x](<https://e.org/%3E%3Cimg>)"),
      ("<a href=\"other.html\">x</a>", "[x](<./other.html>)"), ("<a href=\"#top\">x</a>", "x"),
      ("<a href=\" \">x</a>", "x"),
      (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>c|d</td></tr></table>",
        "| a | b |\n| --- | --- |\n| c\\|d |"
      ),
      ("1. a", "1\\. a"), ("# a", "\\# a"), ("*a* &lt;b&gt; \\(c\\)", "\\*a\\* \\<b\\> \\\\(c\\\\)"),
      ("<s>a</s><hr>b", "~~a~~\n\n---\n\nb"), ("<script>x</script>a<style>y</style>", "a"),
      ("<span data-math=\"x_1\">?</span>", "`x_1`"),
      ("", ""), ("<p> </p>", ""), ("<ul><li></li></ul>", "- "),
    ])
  func elements(html: String, expected: String) throws { #expect(try markdown(html) == expected) }

  @Test("Elements nested deeply are text", arguments: ["div", "blockquote", "ul><li", "b", "table><tr><td"])
  func depth(name: String) throws {
    let text = try markdown(String(repeating: "<\(name)>", count: 600) + "deep")
    #expect(text.contains("deep"))
  }
}
