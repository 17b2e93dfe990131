import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import TranscriptFormats

@Suite struct AssistantMarkdownTests {
  @Test(
    "Formulas become code, and nothing else does",
    arguments: [
      ("The sum \\(x_1 + y_1\\) is *it*.", "The sum `x_1 + y_1` is *it*."),
      ("\\[\nx_1 = \\frac{a}{b}\n\n\\]", "```latex\nx_1 = \\frac{a}{b}\n```"),
      ("a\n$$x_1$$\nb", "a\n```latex\nx_1\n```\nb"),
      ("$$x_1$$, where", "```latex\nx_1\n```\n, where"),
      ("so $$x_1$$ and \\[y\\]", "so `x_1` and `y`"),
      ("energy $E_0 = mc^2$.", "energy `E_0 = mc^2`."),
      ("> $$\n> x_1\n> $$", "> ```latex\n> x_1\n> ```"),
      ("1. first:\n   \\[\n   x\n     y\n   \\]", "1. first:\n   ```latex\n   x\n     y\n   ```"),
      (
        "\\begin{align}\na &= b_1 \\\\\n\\end{align}\nend",
        "```latex\n\\begin{align}\na &= b_1 \\\\\n\\end{align}\n```\nend"
      ),
      ("\\begin{x}1\\end{x}", "```latex\n\\begin{x}1\\end{x}\n```"),
      ("| \\(|x|\\) | $a_1$ |", "| `\\|x\\|` | `a_1` |"),
      ("\\(a`b\\)", "``a`b``"),
    ])
  func formulas(source: String, expected: String) {
    #expect(AssistantMarkdown.formulasAsCode(source) == expected)
  }

  @Test(
    "Prices, code, escapes and delimiters that nothing ends stay as they are",
    arguments: [
      "from $5_000 to $10_000", "$5 and $10", "a$b_1$", "\\$x_1$", "`\\(x_1\\)` and ``$a_1$ ` $b_1$``",
      "```\n$$x_1$$\n```\n", "````md\n```\n\\[\n```\n\\]\n````", "~~~\n\\(x\\)\n~~~",
      "$$ open\nand _more_\ntext",
      "\\[ open", "\\( open", "C:\\(temp", "\\\\(x\\\\)", "\\begin{x}\nopen", "", "$", "$$", "$$$$", "\\",
      "`", "\\(\\)", "$ a_1 $",
    ])
  func others(source: String) {
    #expect(AssistantMarkdown.formulasAsCode(source) == source)
  }

  @Test(
    "Many openings take no time",
    arguments: [
      "\\[ $$ \\( $a ` ", "\\( ", "\\[ ", "$a_ ", "`` ", "\n\\[", "\n$$", "\n\\begin{a}", "\n> \\[", "$$ ",
      "\n```\n\\[",
    ])
  func hostile(opening: String) {
    let source = String(repeating: opening, count: 100_000)
    #expect(!AssistantMarkdown.formulasAsCode(source + "x").isEmpty)
  }
}
