public import ExportPipeline
import HTML
import SiteFiles

/// Pages that show the differences of two chats: old and new messages side by side, with the changes marked.
///
/// Messages are built from what was read of them, and not from the markup of their sites, which may be a stranger's: every text goes
/// through ``HTMLWriter``'s escaping. Pages have no scripts and load nothing but their style sheet.
public struct DifferencePages {
  /// The most differences of one page.
  private static let pageSize = 200
  private static let sheet = "diff.css"

  private let result: Differences

  /// Creates the pages of a comparison that kept the messages.
  public init(_ result: Differences) { self.result = result }

  /// Writes the pages to a folder, in place of earlier ones. Returns the path of the first.
  ///
  /// - Throws: ``ExportError/output(_:)`` if the folder has other files and `force` is false, or cannot be written.
  public func write(to path: String, keeping inputs: [String], force: Bool) throws(ExportError) -> String {
    do throws(OutputError) {
      let folder = try OutputFolder(at: path, keeping: inputs, force: force)
      do throws(OutputError) { try write(to: folder) } catch {
        folder.abandon()
        throw error
      }
      try folder.commit()
    } catch {
      throw .output(error.description)
    }
    return path + "/index.html"
  }

  private func write(to folder: OutputFolder) throws(OutputError) {
    let count = max(1, (result.found.list.count + Self.pageSize - 1) / Self.pageSize)
    for number in 0..<count {
      var html = HTMLWriter(capacity: 1 << 16)
      write(page: number, of: count, to: &html)
      try folder.write(Self.name(number), html.bytes)
    }
    var css = HTMLWriter()
    css.raw(DifferenceSheet.css)
    try folder.write(Self.sheet, css.bytes)
    var mark = HTMLWriter()
    mark.raw("{\n  \"format\" : \"chatexport-diff-pages/1\",\n  \"generator\" : \"chatexport\"\n}\n")
    try folder.write("export.json", mark.bytes)
  }

  private static func name(_ page: Int) -> String { page == 0 ? "index.html" : "\(page + 1).html" }

  private func write(page: Int, of count: Int, to html: inout HTMLWriter) {
    html.raw(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="chatexport">
      <title>Differences</title>
      <link rel="stylesheet" href="diff.css">
      </head>
      <body>

      """)
    if page == 0 { writeHead(to: &html) }
    let list = result.found.list
    let start = page * Self.pageSize
    var level: Difference.Level?
    html.raw("<main>\n")
    for found in list[min(start, list.count)..<min(start + Self.pageSize, list.count)] {
      if found.difference.kind.level != level {
        level = found.difference.kind.level
        html.raw("<h2>")
        html.raw(Self.title(of: found.difference.kind.level))
        html.raw("</h2>\n")
      }
      DifferenceCard(found).write(to: &html)
    }
    html.raw("</main>\n")
    writeTurn(page, count, to: &html)
    html.raw("</body>\n</html>\n")
  }

  /// Writes the summary.
  private func writeHead(to html: inout HTMLWriter) {
    html.raw("<header>\n<h1>")
    html.raw(result.isDifferent ? "Differences" : "No differences")
    html.raw("</h1>\n<dl class=\"sides\"><div class=\"old\"><dt>Old</dt><dd>")
    writeSide(result.oldKind, result.old, to: &html)
    html.raw("</dd></div><div class=\"new\"><dt>New</dt><dd>")
    writeSide(result.newKind, result.new, to: &html)
    html.raw("</dd></div></dl>\n<ul class=\"counts\">")
    for kind in Difference.Kind.allCases {
      guard let count = result.counts[kind], count > 0 else { continue }
      html.raw("<li class=\"")
      html.attribute(kind.rawValue)
      html.raw("\"><b>")
      html.integer(count)
      html.raw("</b> ")
      html.text(kind.words)
      html.raw("</li>")
    }
    html.raw("</ul>\n<ul class=\"facts\">")
    for conversation in result.conversations.prefix(50) {
      html.raw("<li><bdi>")
      html.text(conversation.title.isEmpty ? "Plan" : conversation.title)
      html.raw("</bdi>: ")
      if conversation.old != conversation.new {
        html.integer(conversation.old)
        html.raw(" → ")
      }
      html.integer(conversation.new)
      html.raw(" messages, ")
      html.integer(conversation.equal)
      html.raw(" equal</li>")
    }
    for uniform in result.uniform {
      html.raw("<li class=\"uniform\">")
      html.text(uniform.sentence)
      html.raw("</li>")
    }
    html.raw("</ul>\n</header>\n")
  }

  private func writeSide(_ kind: String, _ path: String, to html: inout HTMLWriter) {
    html.raw("<span>")
    html.text(kind)
    html.raw("</span> <code>")
    html.text(path)
    html.raw("</code>")
  }

  private func writeTurn(_ page: Int, _ count: Int, to html: inout HTMLWriter) {
    let unlisted = result.counts.values.reduce(0, +) - result.found.list.count
    if unlisted > 0, page == count - 1 {
      html.raw("<p class=\"more\">")
      html.integer(unlisted)
      html.raw(" more differences are not shown.</p>\n")
    }
    guard count > 1 else { return }
    html.raw("<nav>")
    if page > 0 {
      html.raw("<a rel=\"prev\" href=\"")
      html.path(Self.name(page - 1))
      html.raw("\">Previous</a> ")
    }
    html.raw("<span>Page ")
    html.integer(page + 1)
    html.raw(" of ")
    html.integer(count)
    html.raw("</span>")
    if page + 1 < count {
      html.raw(" <a rel=\"next\" href=\"")
      html.path(Self.name(page + 1))
      html.raw("\">Next</a>")
    }
    html.raw("</nav>\n")
  }

  private static func title(of level: Difference.Level) -> StaticString {
    switch level {
    case .semantic: "What messages say"
    case .layout: "Layout"
    case .style: "Style"
    }
  }
}

extension Difference.Kind {
  /// The kind in a sentence with a number.
  var words: String {
    switch self {
    case .conversation: "about conversations"
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    case .moved: "moved"
    case .attachment: "attachments"
    case .frame: "laid out differently"
    case .pages: "page heights"
    case .classes: "styled differently"
    case .property: "style sheets"
    case .file: "files"
    }
  }

  /// The kind of one difference.
  var label: String {
    switch self {
    case .frame: "layout"
    case .classes: "style"
    default: rawValue
    }
  }
}
