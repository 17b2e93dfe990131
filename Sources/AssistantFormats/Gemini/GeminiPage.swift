import ChatModel
import ImportKit

/// Reads activities of the page `MyActivity.html`.
struct GeminiPage {
  private let conversion: Conversion

  init(_ conversion: Conversion) { self.conversion = conversion }

  /// True if an element is an activity.
  static func isActivity(_ element: HTMLTag) -> Bool { element.isA("outer-cell") }

  /// Returns the activity in an element, or nil if it is not one with Gemini.
  func activity(_ element: HTMLElement, at origin: Origin, _ log: inout DiagnosticLog) -> GeminiActivity? {
    let product = element.first("mdl-typography--title")?.text ?? element.first("header-cell")?.text ?? ""
    guard GeminiFormat.isGemini(product) else { return nil }
    let cells = element.all("content-cell")
    let isMain = { (cell: HTMLElement) in
      !cell.isA("mdl-typography--text-right") && !cell.isA("mdl-typography--caption")
    }
    guard let cell = cells.first(where: isMain) else { return nil }
    let parts = ActivityParts(cell, order: conversion.options.dateOrder, zones: conversion.zones)
    var activity = GeminiActivity(
      title: parts.title, hasAnswer: parts.answer != nil,
      verbs: GeminiFormat.isEnglish(product) ? .english : .foreign)
    if let timestamp = parts.timestamp {
      activity.instant = conversion.instant(of: timestamp)
      activity.writtenTime = parts.writtenTime
    } else {
      log.append(
        Diagnostic(
          .loss, "no-time", "an activity has no time that is understood; it is shown without one", at: origin)
      )
    }
    activity.answers = [parts.answer].compactMap(\.self)
    if let words = parts.pictures, activity.answers.allSatisfy(\.files.isEmpty) {
      activity.answers.append(GeminiActivity.Answer(missingPicture: words))
    }
    for file in parts.files { activity.addFile(named: file.name, path: file.path) }
    activity.gem = parts.gem
    activity.noteChat(parts.chat)
    for link in cells.filter({ !isMain($0) }).flatMap({ $0.descendants { $0.name == "a" } }) {
      activity.noteChat(link["href"])
    }
    return activity
  }

  /// The parts of an activity's cell: lines of the prompt and of files, a line with the time, and the answer.
  private struct ActivityParts {
    private(set) var timestamp: Timestamp?
    private(set) var writtenTime: String?
    private(set) var files: [(name: String, path: String)] = []
    private(set) var gem: String?
    /// The address of the chat, if the prompt is a link to it.
    private(set) var chat: String?
    private(set) var answer: GeminiActivity.Answer?
    /// The line with the number of pictures that Gemini drew.
    private(set) var pictures: String?
    private let order: DateOrder?
    private let zones: ZoneNames
    /// The number of the line that may give the number of files, unless one was understood.
    private var countLine: Int?
    private var hasFileCount = false
    private var lines: [String] = []
    private var line = ""
    /// True if the line is a link to a file.
    private var isFile = false
    /// True if the line is about a Gem.
    private var isGem = false

    init(_ cell: HTMLElement, order: DateOrder?, zones: ZoneNames) {
      (self.order, self.zones) = (order, zones)
      let tree = cell.tree
      var next = cell.index + 1
      while next < cell.end {
        let index = next
        next = max(Int(tree.nodes[index].end), index + 1)
        guard tree.nodes[index].name >= 0 else {
          line += tree.text(at: index)
          continue
        }
        let element = HTMLElement(tree, index)
        switch element.name {
        case "br": endLine()
        case "a": addLink(element)
        case "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "pre", "blockquote", "hr":
          // If no time was understood, the answer begins here at the latest.
          endLine()
          addAnswer(index..<cell.end, tree)
          return
        default: line += element.text
        }
        if timestamp != nil {
          addAnswer(next..<cell.end, tree)
          return
        }
      }
      endLine()
    }

    var title: String {
      guard let countLine, GeminiActivity.isCount(lines[countLine], of: files.count) else {
        return lines.joined(separator: "\n")
      }
      return (lines[..<countLine] + lines[(countLine + 1)...]).joined(separator: "\n")
    }

    private mutating func addAnswer(_ range: Range<Int>, _ tree: HTMLTree) {
      answer = GeminiActivity.Answer(range, of: tree)
    }

    private mutating func addLink(_ link: HTMLElement) {
      let text = link.text
      line += text
      guard let target = link["href"], !target.isEmpty else { return }
      if target.contains("gemini.google.com/gem") {
        isGem = true
      } else if target.contains("gemini.google.com/app/") {
        chat = target
      } else if !target.contains(":") {
        files.append((text, target.percentDecoded ?? target))
        isFile = true
      }
    }

    private mutating func endLine() {
      let text = line.trimmingSpaces
      defer { (line, isFile, isGem) = ("", false, false) }
      if isFile, files.count == 1, lines.count > 1, !hasFileCount { countLine = lines.count - 1 }
      if text.isEmpty || isFile { return }
      if isGem {
        gem = GeminiActivity.gem(in: text)
      } else if !lines.isEmpty, let time = GeminiTime.timestamp(text, order: order, zones: zones) {
        (timestamp, writtenTime) = (time, text)
      } else if !lines.isEmpty, GeminiActivity.isPictureCount(text) {
        pictures = text
      } else if GeminiActivity.isFileCount(text) {
        hasFileCount = true
      } else {
        lines.append(text)
      }
    }
  }
}
