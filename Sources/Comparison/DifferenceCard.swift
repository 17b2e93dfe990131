import HTML
import SiteReading

/// A difference on a page: its message, old and new side by side, and the list of its changes.
struct DifferenceCard {
  private let difference: Difference
  private let old: ComparedRow?
  private let new: ComparedRow?

  /// The changes that are marked in the messages.
  private static let marked: Set<String> = ["text", "sender", "reaction", "media", "links"]
  /// The most characters of a value.
  private static let limit = 4_000

  init(_ found: DifferenceList.Found) { (difference, old, new) = (found.difference, found.old, found.new) }

  func write(to html: inout HTMLWriter) {
    html.raw("<article class=\"")
    html.attribute(difference.kind.rawValue)
    html.raw("\">\n<h3><span class=\"kind\">")
    html.text(difference.kind.label)
    html.raw("</span> ")
    writeName(to: &html)
    html.raw("</h3>\n")
    if difference.kind.level == .semantic, old != nil || new != nil {
      html.raw("<div class=\"pair\">")
      writeRow(old, .old, to: &html)
      writeRow(new, .new, to: &html)
      html.raw("</div>\n")
    }
    writeChanges(to: &html)
    html.raw("</article>\n")
  }

  /// Writes the message that the difference is about, else the file.
  private func writeName(to html: inout HTMLWriter) {
    guard let message = difference.old ?? difference.new else {
      html.raw("<code>")
      html.text(difference.file)
      html.raw("</code>")
      return
    }
    let number = message.index.map { $0 + 1 }
    if let number {
      html.raw("<span>message ")
      html.integer(number)
      if difference.kind == .moved, let index = difference.new?.index {
        html.raw(" → ")
        html.integer(index + 1)
      }
      html.raw("</span> ")
    }
    html.raw("<code>")
    html.text("\(difference.file)#\(message.id)")
    html.raw("</code>")
  }

  /// Writes one side of a message.
  private func writeRow(_ row: ComparedRow?, _ side: Change.Words.Side, to html: inout HTMLWriter) {
    html.raw("<section class=\"")
    html.raw(side == .old ? "old" : "new")
    html.raw("\"><h4>")
    html.raw(side == .old ? "Old" : "New")
    html.raw("</h4>")
    guard let row else {
      html.raw("<p class=\"none\">")
      html.raw(side == .old ? "not there yet" : "no longer there")
      html.raw("</p></section>")
      return
    }
    html.raw("<div class=\"bubble")
    html.raw(row.side == "out" ? " own" : row.side == "notice" ? " notice" : "")
    html.raw("\">")
    if let sender = row.name.sender {
      writeLine("name", sender, isChanged: isChanged("sender"), to: &html)
    }
    writeWords(.quote, row, side, as: "quote", to: &html)
    writeWords(.text, row, side, as: "text", to: &html)
    writeItems(row.words(of: .media), "media", side, to: &html)
    writeItems(row.words(of: .links), "links", side, to: &html)
    writeWords(.details, row, side, as: "details", to: &html)
    writeWords(.folded, row, side, as: "folded", to: &html)
    writeReactions(row, side, to: &html)
    let time = [row.name.time?.replacing("T", with: " ").replacing("Z", with: " UTC"), shownState(row)]
      .compactMap(\.self).joined(separator: " · ")
    if !time.isEmpty {
      writeLine("time", time, isChanged: isChanged("time") || isChanged("time as shown"), to: &html)
    }
    html.raw("</div></section>")
  }

  /// Returns the time as shown, if that is what changed.
  private func shownState(_ row: ComparedRow) -> String? {
    isChanged("time as shown") && !row.clock.isEmpty ? "shown as \(row.clock)" : nil
  }

  private func isChanged(_ what: String) -> Bool { difference.changes.contains { $0.what == what } }

  private func writeLine(
    _ name: StaticString, _ text: String, isChanged: Bool, to html: inout HTMLWriter
  ) {
    html.raw("<p class=\"")
    html.raw(name)
    html.raw("\" dir=\"auto\">")
    if isChanged { html.raw("<mark>") }
    html.text(text)
    if isChanged { html.raw("</mark>") }
    html.raw("</p>")
  }

  /// Writes a text with the words that the other side does not have marked.
  private func writeWords(
    _ aspect: Aspect, _ row: ComparedRow, _ side: Change.Words.Side, as what: String,
    to html: inout HTMLWriter
  ) {
    let text = row.words(of: aspect)
    guard !text.isEmpty else { return }
    html.raw("<p class=\"")
    html.attribute(aspect.rawValue)
    html.raw("\" dir=\"auto\">")
    let words = difference.changes.first { $0.what == what }?.words ?? [Change.Words(side: .both, text: text)]
    let isAlone = difference.kind == .added || difference.kind == .removed
    for piece in words where piece.side == .both || piece.side == side {
      let isMarked = piece.side != .both && !isAlone
      if isMarked { html.raw(side == .old ? "<del>" : "<ins>") }
      writeText(piece.text, to: &html)
      if isMarked { html.raw(side == .old ? "</del>" : "</ins>") }
    }
    html.raw("</p>")
  }

  private func writeText(_ text: String, to html: inout HTMLWriter) {
    let start = text.prefix(Self.limit)
    html.text(String(start))
    if start.endIndex < text.endIndex { html.text("…") }
  }

  /// Writes files or links, with those that the other side does not have marked.
  private func writeItems(
    _ items: String, _ what: String, _ side: Change.Words.Side, to html: inout HTMLWriter
  ) {
    let changed = Set(
      difference.changes.filter { $0.what == what }.compactMap { side == .old ? $0.old : $0.new })
    for item in items.split(separator: "\n") {
      html.raw("<p class=\"item\">")
      let text = String(item)
      if changed.contains(text) { html.raw(side == .old ? "<del>" : "<ins>") }
      writeText(text.hasPrefix("../media/") ? String(text.dropFirst(9)) : text, to: &html)
      if changed.contains(text) { html.raw(side == .old ? "</del>" : "</ins>") }
      html.raw("</p>")
    }
  }

  private func writeReactions(_ row: ComparedRow, _ side: Change.Words.Side, to html: inout HTMLWriter) {
    let changed = Set(
      difference.changes.filter { $0.what == "reaction" }.compactMap { side == .old ? $0.old : $0.new })
    let reactions = row.reactions
    guard !reactions.isEmpty else { return }
    html.raw("<p class=\"reactions\">")
    for reaction in reactions {
      let isChanged = changed.contains(reaction.words)
      html.raw(isChanged ? side == .old ? "<del>" : "<ins>" : "<span>")
      html.text(reaction.words)
      html.raw(isChanged ? side == .old ? "</del>" : "</ins>" : "</span>")
      html.raw(" ")
    }
    html.raw("</p>")
  }

  /// Writes the changes that are not shown by words marked in the messages.
  private func writeChanges(to html: inout HTMLWriter) {
    let hasRows = old != nil || new != nil
    let isShown = difference.kind.level == .semantic && hasRows
    let changes = difference.changes.filter {
      !isShown || $0.words == nil && !Self.marked.contains($0.what)
    }
    guard !changes.isEmpty else { return }
    html.raw("<table><thead><tr><th>What</th><th>Old</th><th>New</th><th>By</th></tr></thead><tbody>\n")
    for change in changes.prefix(1_000) {
      html.raw("<tr><th>")
      html.text(change.what)
      html.raw("</th><td>")
      writeValue(change.old, to: &html)
      html.raw("</td><td>")
      writeValue(change.new, to: &html)
      html.raw("</td><td>")
      if let by = change.by { html.text((by > 0 ? "+" : "") + LookDifference.text(by)) }
      html.raw("</td></tr>\n")
    }
    html.raw("</tbody></table>\n")
  }

  private func writeValue(_ value: String?, to html: inout HTMLWriter) {
    guard let value else { return html.raw("<span class=\"none\">none</span>") }
    html.raw("<bdi>")
    writeText(value, to: &html)
    html.raw("</bdi>")
  }
}
