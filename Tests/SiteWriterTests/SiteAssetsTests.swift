import FoundationEssentials
import Frames
import SiteWriter
import Testing

@testable import SiteFiles
@testable import SiteWriter

@Suite struct SiteAssetsTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(
    "Every file of Templates and Public is compiled in once, byte for byte; add those missing to site_assets.c"
  )
  func complete() throws {
    let table = try String(
      contentsOf: root.appending(path: "Sources/CSiteAssets/site_assets.c"), encoding: .utf8)
    var onDisk: [String] = []
    for folder in ["Public", "Templates"] {
      for name in try FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + folder) {
        var isFolder = false
        _ = FileManager.default.fileExists(atPath: root.path + "/\(folder)/\(name)", isDirectory: &isFolder)
        if !isFolder { onDisk.append("\(folder)/\(name)") }
      }
    }
    let embedded = table.matches(of: /#embed "\.\.\/\.\.\/(.+?)"/).map { String($0.output.1) }
    #expect(embedded.sorted() == onDisk.sorted())
    // A site's scripts have no folders, the scripts of one folder are joined, and it has two style sheets.
    var sources: [String: [String]] = [:]
    let frontSheets = ["front", "statistics", "gallery", "paper", "overview", "inside"].map {
      "Public/styles/fronts/\($0).css"
    }
    for path in embedded {
      let sheet = frontSheets.contains(path) ? "Public/fronts.css" : "Public/chat.css"
      sources[
        path.replacing(/Public\/scripts\/chat\/.*/, with: "Public/chat.js")
          .replacing(/Public\/scripts\/\w+\//, with: "Public/")
          .replacing(/Public\/styles\/locked\//, with: "Public/")
          .replacing(/Public\/styles\/.*/, with: sheet), default: []
      ].append(path)
    }
    let assets = try SiteAssets()
    #expect(assets.paths == sources.keys.sorted())
    for (path, files) in sources {
      let contents = try files.map { try Data(contentsOf: root.appending(path: $0)) }
      #expect(try assets.bytes(of: path) == Array(contents.joined(separator: Data("\n".utf8))), "\(path)")
    }
  }

  @Test(
    "A site has scripts without indentation, blank lines, and comments on lines of their own",
    arguments: [
      ("", ""), ("a();", "a();\n"), ("// a\n\n  // b\n    \n", ""),
      ("\n//\na();\n\n  b();\n", "a();\nb();\n"),
      // Line ends stay between statements, and so does all that comes after code.
      ("let a = 1\n  (b)\n", "let a = 1\n(b)\n"), ("  a();  // says why\n", "a();  // says why\n"),
      ("  / 2 // 3\n", "/ 2 // 3\n"), ("  \"// no comment\";", "\"// no comment\";\n"),
      ("é();\n  // ü\n", "é();\n"),
    ])
  func code(source: String, code: String) {
    #expect(String(decoding: SiteScript.code(of: Array(source.utf8)), as: UTF8.self) == code)
  }

  @Test(
    "No line of a script begins inside a template literal, a string or a block comment, where its blanks would count"
  )
  func lines() throws {
    let assets = try SiteAssets()
    let scripts = assets.published.filter { $0.hasSuffix(".js") }
    #expect(scripts.count > 30)
    for path in scripts {
      let source = String(decoding: try assets.bytes(of: "Public/" + path), as: UTF8.self)
      for line in source.split(separator: "\n") {
        let isWhole = line.count { $0 == "`" } % 2 == 0 && !line.hasSuffix("\\") && !line.contains("/*")
        #expect(isWhole, "\(path): \(line)")
      }
      let published = try assets.published(path)
      #expect(published == SiteScript.code(of: Array(source.utf8)) && published.last == UInt8(ascii: "\n"))
    }
  }

  @Test("Files of the user's replace those of the same name and add to them")
  func overlay() throws {
    let folder = try TemporaryFolder()
    try folder.write("chat.css", "mine")
    try folder.write("copy.js", "// mine\n  copy();")
    try folder.write("extra/logo.svg", "logo")
    try folder.write(".hidden", "no")
    let assets = try SiteAssets(publicOverride: folder.path)
    #expect(try assets.published("chat.css") == Array("mine".utf8))
    #expect(try assets.published("copy.js") == Array("// mine\n  copy();".utf8))
    #expect(assets.published.contains("extra/logo.svg"))
    #expect(!assets.published.contains(".hidden"))
    #expect(try assets.published("chat.js") == SiteAssets().published("chat.js"))
  }

  @Test("A site gets the licences of the fonts, not the whole fonts, and no themes")
  func published() throws {
    let published = try SiteAssets().published
    #expect(published.contains("fonts/LICENSE-Inter.txt"))
    #expect(!published.contains { $0.hasSuffix(".otf") || $0.hasSuffix(".ttf") })
    #expect(!published.contains { $0.hasPrefix("themes/") })
  }

  @Test("A folder that is not there is an error, and so is a file nobody knows")
  func missing() throws {
    #expect(throws: SiteAssetsError.missingFolder(path: "/nowhere/at/all")) {
      try SiteAssets(templatesOverride: "/nowhere/at/all")
    }
    #expect(throws: SiteAssetsError.unknown(name: "Public/fonts/none.otf")) {
      try SiteAssets().font(named: "none.otf")
    }
  }

  @Test("A template that would never be looked at is an error: a wrong name, a folder in a file's place")
  func uselessOverride() throws {
    let misspelt = try TemporaryFolder()
    try misspelt.write("pages.mustache", "x")
    #expect {
      try SiteAssets(templatesOverride: misspelt.path)
    } throws: {
      "\($0)".contains("pages.mustache") && "\($0)".contains("there are: dialogs.mustache")
    }
    let folder = try TemporaryFolder()
    try folder.write("page.mustache/x", "x")
    try folder.write("notes.txt", "no template")
    #expect {
      try SiteAssets(templatesOverride: folder.path)
    } throws: {
      "\($0)".contains("a file was expected")
    }
  }

  @Test(
    "Templates that could leave a value unescaped are refused",
    arguments: ["{{{title}}}", "{{&title}}", "{{%CONTENT_TYPE:TEXT}}", "{{> part}}"])
  func unescaped(tag: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("page.mustache", "<!--rows-->\(tag)")
    let assets = try SiteAssets(templatesOverride: folder.path)
    #expect(throws: SiteAssetsError.self) { try PageWriter(assets: assets, style: SampleChat.style) }
  }

  @Test("A template that names a phrase which is none is refused with its name")
  func unknownPhrase() throws {
    let folder = try TemporaryFolder()
    try folder.write("page.mustache", "<!--rows-->{{phrase.search}} {{phrase.serch}}")
    let assets = try SiteAssets(templatesOverride: folder.path)
    #expect {
      try PageWriter(assets: assets, style: SampleChat.style)
    } throws: {
      "\($0)".contains("there is no phrase 'serch'")
    }
  }

  @Test("A page template without the place for the messages is refused")
  func noMarker() throws {
    let folder = try TemporaryFolder()
    try folder.write("page.mustache", "<main></main>")
    let assets = try SiteAssets(templatesOverride: folder.path)
    #expect(throws: SiteAssetsError.self) { try PageWriter(assets: assets, style: SampleChat.style) }
  }

  @Test("Every name in a template exists in its model")
  func names() throws {
    let language = PageLanguage(dates: "en-GB", phrases: SampleChat.english)
    let month = MonthLink(title: "m", page: 1, anchor: "a", count: "1")
    var middle = PageModel(
      title: "t", number: 2, hasNext: true, months: [month], language: language)
    (middle.dates, middle.messages, middle.day) = ("d", "m", "d")
    let only = PageModel(title: "t", number: 1, language: language)
    let page = [middle.values(isLow: true), only.values(isLow: true)]
    var person = FrontPerson(name: "n", initials: "i", id: PersonID(key: "n"), picture: "p")
    (person.messages, person.share, person.percent, person.span) = ("1", 1, "1 %", "s")
    var front = FrontModel(title: "t", dates: "d", people: [person], language: language)
    front.overview = .sample(saying: "t")
    front.years = [FrontYear(title: "y", months: [month])]
    front.pages = [FrontPageLink(number: 1, dates: "d")]
    (front.otherPeople, front.gallery) = ("o", "gallery-1.html")
    var siteFront = front
    siteFront.folder = "f"
    var entry = IndexEntry(title: "t", folder: "f", pages: 1)
    (entry.detail, entry.initials) = ("d", "i")
    (entry.picture, entry.count) = ("p", "1")
    entry.last = IndexEntry.LastMessage(sender: "s:", text: "t", day: 1)
    entry.last?.date = "d"
    // Three pages of the list: the second has one before and one after it.
    let index = IndexModel(
      title: "t", conversations: Array(repeating: entry, count: 401), language: language
    ).pages.map(\.values)
    let bar = ChartValue(label: "l", count: 1, shown: "1")
    var statistics = StatisticsModel(
      title: "t", dates: "d", facts: [StatisticsFact(label: "l", value: "v", detail: "d")],
      people: [person], language: language)
    statistics.series = BarChart(bars: [bar], ticks: [BarChart.Tick(bar: 0, label: "l")])
    statistics.week = WeekChart(
      days: [WeekChart.ChartDay(name: "n", shortName: "s", hours: [bar])], hours: ["h"])
    statistics.otherPeople = "o"
    var tile = GalleryTile(path: "p", alt: "a", page: 1, anchor: "a")
    (tile.picture, tile.isFilm, tile.date) = ("p", true, "d")
    var gallery = GalleryModel(title: "t", number: 2, count: 3, language: language)
    gallery.months = [GalleryMonth(title: "m", tiles: [tile])]
    gallery.kinds = [(.photo, "1"), (.film, "1")]
    let sender = GalleryPerson(name: "n", initials: "n", picture: "p", id: PersonID(key: "n"), count: "1")
    gallery.people = [sender, sender]
    var year = GalleryYear(title: "y", href: "#y")
    year.months = [GalleryYear.RailMonth(title: "m", href: "#m", count: "1", share: 100)]
    gallery.years = [year, year]
    let all = [
      ("page", page), ("front", [front.values, siteFront.values]), ("last", [front.lastValues]),
      ("index", index),
      ("statistics", [statistics.values]),
      ("gallery", [gallery.values]), ("dialogs", [language.dialogValues]),
    ]
    for (template, values) in all {
      let source = try SiteAssets().template(named: template + ".mustache")
      let known = values.reduce(into: Set()) { $0.formUnion(names(in: $1)) }
      for match in source.matches(of: #/\{\{[#^\/]?\s*([A-Za-z.]+)\s*\}\}/#) {
        let name = String(match.output.1)
        // A template that names a phrase which is none is refused when it is read.
        #expect(known.contains(name) || name.hasPrefix("phrase."), "{{\(name)}} in \(template).mustache")
      }
      #expect(
        source.matches(of: #/\{\{/#).count
          == source.matches(of: #/\{\{(?:![^{}]*|[#^\/]?\s*[A-Za-z.]+\s*)\}\}/#).count)
    }
  }

  /// All names that values can be found by: those in a dictionary with its name before them, and without in its section.
  private func names(in values: TemplateValues) -> Set<String> {
    values.reduce(into: []) { names, entry in
      names.insert(entry.key)
      switch entry.value {
      case .list(let list): names.formUnion(list.flatMap { self.names(in: $0) })
      case .members(let members):
        let inside = self.names(in: members)
        names.formUnion(inside)
        names.formUnion(inside.map { "\(entry.key).\($0)" })
      case .text, .number, .mark, .flag, .phrases: break
      }
    }
  }
}

/// A folder that is gone when the value is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/chatexport-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func names(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path + "/" + name))).map { String(decoding: $0, as: UTF8.self) }
  }
}
