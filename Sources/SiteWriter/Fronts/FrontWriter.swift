import HTML
public import SiteFiles

/// Writes the files around a conversation's pages: its front, the redirect to its last page, its statistics, and the front
/// of the site.
public struct FrontWriter: Sendable {
  private let front: Template
  private let index: Template
  private let last: Template
  private let statistics: Template
  private let dialogs: Template

  /// A writer with the templates of `assets`.
  public init(assets: SiteAssets) throws(SiteAssetsError) {
    front = try Template(try assets.template(named: "front.mustache"), name: "front.mustache")
    index = try Template(try assets.template(named: "index.mustache"), name: "index.mustache")
    last = try Template(try assets.template(named: "last.mustache"), name: "last.mustache")
    statistics = try Template(try assets.template(named: "statistics.mustache"), name: "statistics.mustache")
    dialogs = try Template(try assets.template(named: "dialogs.mustache"), name: "dialogs.mustache")
  }

  /// The file `<conversation>/index.html`.
  public func front(_ model: FrontModel) -> [UInt8] {
    var html = HTMLWriter(capacity: 65_536)
    front.write(model.values, to: &html) { mark, html in
      OverviewDrawing(mark)?.write(of: model, to: &html)
    }
    return html.bytes
  }

  /// The file `<conversation>/last.html`, which leads to the last page. Pages link to it because they cannot know its number.
  public func last(_ model: FrontModel) -> [UInt8] { page(last, model.lastValues) }

  /// The file `assets/dialogs-<language>.js`: the markup of the dialogs, which pages load on first use. It is common to all
  /// pages of a language, so it is in none of them.
  public func dialogs(in language: PageLanguage) -> [UInt8] {
    var content: [UInt8] = []
    ScriptString.append(String(decoding: page(dialogs, language.dialogValues), as: UTF8.self), to: &content)
    return DataScript.bytes(named: "dialogs", content: content)
  }

  /// The file `<conversation>/statistics.html`.
  public func statistics(_ model: StatisticsModel) -> [UInt8] {
    var html = HTMLWriter(capacity: 32_768)
    statistics.write(model.values, to: &html) { mark, html in
      StatisticsCharts(mark)?.write(of: model, to: &html)
    }
    return html.bytes
  }

  /// A page of the list of conversations; the first is the file `index.html` of the site.
  public func index(_ model: IndexModel) -> [UInt8] { page(index, model.values) }

  private func page(_ shell: Template, _ values: TemplateValues) -> [UInt8] {
    var html = HTMLWriter(capacity: 16_384)
    shell.write(values, to: &html)
    return html.bytes
  }
}
