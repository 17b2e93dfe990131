import Testing
import Themes

/// A theme with a mistake: the file, the key, what was expected.
@Suite struct MistakeTests {
  @Test(
    "A value that cannot be is named with its key and what was expected",
    arguments: [
      (
        "colours: { dark: { incomming: '#fff' } }",
        "colours.dark.incomming: unknown key; did you mean 'incoming'?"
      ),
      ("metrics: { cornerRaduis: 4 }", "metrics.cornerRaduis: unknown key; did you mean 'cornerRadius'?"),
      ("colors: {}", "colors: unknown key; did you mean 'colours'?"),
      ("colours: { drak: {} }", "colours.drak: unknown key; did you mean 'dark'?"),
      ("text: { boddy: {} }", "text.boddy: unknown key; did you mean 'body'?"),
      ("qwertyuiop: 1", "qwertyuiop: unknown key; docs/themes.md lists the keys"),
      ("metrics: { tail: -1 }", "metrics.tail: is -1; expected a number of px from 0 to 24"),
      ("metrics: { tail: 1e9 }", "metrics.tail: is 1000000000; expected a number of px from 0 to 24"),
      ("metrics: { tail: NaN }", "metrics.tail: is nan; expected a number of px from 0 to 24"),
      ("metrics: { tail: Infinity }", "metrics.tail: is inf; expected a number of px from 0 to 24"),
      ("metrics: { tail: '6px' }", "metrics.tail: is '6px'; expected a number of px from 0 to 24"),
      ("metrics: { tail: null }", "metrics.tail: is null; expected a number of px from 0 to 24"),
      ("metrics: { tail: true }", "metrics.tail: is true or false; expected a number of px from 0 to 24"),
      ("metrics: { tail: [6] }", "metrics.tail: is a list; expected a number of px from 0 to 24"),
      ("metrics: { tail: {} }", "metrics.tail: is an object; expected a number of px from 0 to 24"),
      ("metrics: { bubbleInsets: 8 }", "metrics.bubbleInsets: is 8; expected an object"),
      (
        "metrics: { textShare: 76 }", "metrics.textShare: is 76; expected a share of the column from 0.3 to 1"
      ),
      (
        "metrics: { shortChat: 'left' }", "metrics.shortChat: is 'left'; expected 'top' or 'bottom'"
      ),
      (
        "metrics: { groupSeconds: 1.5 }",
        "metrics.groupSeconds: is 1.5; expected a whole number of seconds from 0 to 604800"
      ),
      (
        "text: { body: { fontSize: 15.5 } }",
        "text.body.fontSize: is 15.5; expected a whole number of px from 6 to 96"
      ),
      ("text: { name: { weight: 600 } }", "text.name.weight: is 600; expected 'regular' or 'bold'"),
      ("text: { body: { weight: 'bold' } }", "text.body.weight: unknown key; docs/themes.md lists the keys"),
      (
        "text: { body: { lineHeight: 10 } }",
        "text.body.lineHeight: is 10; expected at least the font size, 16"
      ),
      ("extends: 'slat'", "extends: there is no theme 'slat'; did you mean 'slate'?"),
      ("extends: 7", "extends: is 7; expected the name or the file of a theme"),
      (
        "metrics: { tail: 12 }",
        "metrics.tail: reaches beyond the column; expected at most metrics.sideMargin"
      ),
      (
        "metrics: { textShare: 1 }",
        "metrics.textShare: with margin and avatar a row is 439 px wide; expected at most the column's 390"
      ),
      (
        "metrics: { textShare: 0.3, bubbleInsets: { left: 60, right: 60 } }",
        "metrics.textShare: leaves -65 px for text in a column of 390; expected at least 40"
      ),
    ])
  func mistake(members: String, expected: String) throws {
    let found = try Reading.mistakes(members)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("theme mine.json: " + expected) == true, "\(found)")
  }

  @Test(
    "What is not a colour does not get in",
    arguments: [
      "red", "#ff", "#ffff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "fff", "", "#", "rgb(0 0 0)",
      "#fff;",
      "#fff}body{display:none", "url(//evil.example)", "var(--page)", "#１２３", "#fff ", " #fff",
      "</style><script>",
    ])
  func notAColour(text: String) throws {
    let found = try Reading.mistakes("colours: { light: { page: \"\(text)\" } }")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("theme mine.json: colours.light.page: is '") == true, "\(found)")
    #expect(found.first?.hasSuffix("expected a colour as '#rgb', '#rrggbb' or '#rrggbbaa'") == true)
  }

  @Test("Every number has a range that leaves out what is negative, endless or no number")
  func ranges() throws {
    for key in ThemeKey.all {
      if case .colour = key.value { continue }
      if case .weight = key.value { continue }
      let parts = key.path.split(separator: ".")
      for value in ["-1", "NaN", "-Infinity", "1e300", "'8'"] {
        let written = parts.reversed().reduce(value) { "{ \($1): \($0) }" }
        let members = String(written.dropFirst().dropLast())
        #expect(try Reading.mistakes(members).count == 1, "\(key.path): \(value)")
      }
    }
  }

  @Test("All mistakes of a file are told together, in one order")
  func together() throws {
    let members = "metrics: { tail: -1, rowGapp: 3 }, colours: { dark: { page: 'x' } }, extends: 'none'"
    let found = try Reading.mistakes(members)
    #expect(
      found.map { $0.split(separator: ":")[1] } == [
        " extends", " colours.dark.page", " metrics.rowGapp", " metrics.tail",
      ])
    for _ in 0..<5 { #expect(try Reading.mistakes(members) == found) }
  }

  @Test("Mistakes in a file that is extended are told with its name")
  func extended() throws {
    let found = try Reading.mistakes(of: [
      "mine.json": Reading.file("extends: './base.json', metrics: { tail: -1 }"),
      "./base.json": Reading.file("metrics: { tail: -2 }"),
    ])
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("theme ./base.json: metrics.tail: is -2") == true)
    #expect(found.last?.hasPrefix("theme mine.json: metrics.tail: is -1") == true)
  }

  @Test("A circle of files is a mistake, whatever its length")
  func circle() throws {
    #expect(
      try Reading.mistakes(of: ["mine.json": Reading.file("extends: 'mine.json'")])
        == ["theme mine.json: extends: extends itself: mine.json → mine.json"])
    var files: [String: String] = ["mine.json": Reading.file("extends: '0.json'")]
    for number in 0..<40 { files["\(number).json"] = Reading.file("extends: '\(number + 1).json'") }
    #expect(try Reading.mistakes(of: files).count == 1)
  }

  @Test(
    "A file that is no theme says so",
    arguments: [
      ("", "it is not JSON"), ("{", "it is not JSON"), ("{ a: }", "it is not JSON"), ("[]", "is a list"),
      ("7", "is 7"), ("null", "is null"), ("{}", "theme: is missing"),
      ("{ theme: 'chatexport-theme/2' }", "theme: is 'chatexport-theme/2'; expected 'chatexport-theme/1'"),
      (String(repeating: "[", count: 5000), "it is not JSON"), ("\u{FEFF}nonsense", "it is not JSON"),
    ])
  func notATheme(text: String, expected: String) throws {
    let found = try Reading.mistakes(of: ["mine.json": text])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("theme mine.json: " + expected) == true, "\(found)")
  }

  @Test("A name nobody knows gets the names there are, and a file that is missing says so")
  func unknown() throws {
    let library = try Reading.library()
    #expect(library.names == ["dense", "paper", "slate", "standard"])
    #expect(
      throws: ThemeError.self, performing: { try library.look("no-such-theme") })
    do throws(ThemeError) { _ = try library.look("papper") } catch {
      #expect(
        error.description.contains(
          "did you mean 'paper'? there are: dense, paper, slate, standard; for your own file"))
    }
    do throws(ThemeError) { _ = try library.look("dir/none.json") } catch {
      #expect(error.description == "theme dir/none.json: it cannot be read: there is no such file")
    }
  }

  @Test("Long and odd keys are cut, and no key makes the reader fail")
  func hostileKeys() throws {
    let long = String(repeating: "x", count: 100_000)
    let found = try Reading.mistakes("\"\(long)\": 1, metrics: { \"\(long)\": 1, \"\": 2, \"a.b\": 3 }")
    #expect(found.count == 4)
    #expect(found.allSatisfy { $0.utf8.count < 300 })
  }
}
