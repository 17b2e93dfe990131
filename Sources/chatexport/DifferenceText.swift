import Comparison
import SiteReading

/// The differences of two chats as text for a terminal.
struct DifferenceText {
  let text: String

  /// The most differences of a kind that are listed one by one.
  private static let listLimit = 20
  /// The most changes of one difference that are listed, and the most characters of a text.
  private static let (changeLimit, textLimit) = (12, 160)
  /// The most characters of the text between two changed words.
  private static let contextLimit = 24

  init(_ result: Differences) {
    var lines = [Self.title(result)]
    for conversation in result.conversations where result.conversations.count <= Self.listLimit {
      lines.append(Self.line(of: conversation))
    }
    if result.conversations.count > Self.listLimit {
      lines.append(Self.total(of: result.conversations))
    }
    lines += result.uniform.map(\.sentence)
    for level in Difference.Level.allCases { lines += Self.lines(of: level, result) }
    lines.append(
      result.isDifferent ? Self.counts(result) : "same: nothing differs")
    text = Console.text(of: lines)
  }

  private static func title(_ result: Differences) -> String {
    "old: \(result.oldKind) \(result.old); new: \(result.newKind) \(result.new)"
  }

  private static func line(of conversation: Differences.ComparedConversation) -> String {
    let name = conversation.title.isEmpty ? "" : "\(conversation.title): "
    let numbers =
      conversation.old == conversation.new
      ? counted(conversation.new, "message") : "\(conversation.old) → \(counted(conversation.new, "message"))"
    return "\(name)\(numbers), \(conversation.equal) equal in everything compared"
  }

  private static func total(of conversations: [Differences.ComparedConversation]) -> String {
    let old = conversations.reduce(0) { $0 + $1.old }
    let new = conversations.reduce(0) { $0 + $1.new }
    let equal = conversations.reduce(0) { $0 + $1.equal }
    return
      "\(counted(conversations.count, "conversation")): \(old) → \(counted(new, "message")), \(equal) equal in everything compared"
  }

  private static func lines(of level: Difference.Level, _ result: Differences) -> [String] {
    var lines: [String] = []
    for kind in Difference.Kind.allCases where kind.level == level {
      guard let count = result.counts[kind], count > 0 else { continue }
      if lines.isEmpty { lines.append(level.rawValue) }
      for difference in result.list.lazy.filter({ $0.kind == kind }).prefix(listLimit) {
        lines += self.lines(of: difference)
      }
      if count > listLimit {
        lines.append("  \(kind.rawValue): \(count - listLimit) more; --json lists them")
      }
    }
    return lines
  }

  private static func lines(of difference: Difference) -> [String] {
    let name = name(of: difference)
    if [.added, .removed].contains(difference.kind) {
      let words = difference.changes.first.flatMap { $0.new ?? $0.old } ?? ""
      return ["  \(difference.kind.rawValue) \(name): \(cut(words))"]
    }
    let head = "  \(difference.kind.rawValue) \(name)" + position(of: difference)
    if difference.changes.count == 1, let change = difference.changes.first {
      return [head + ": " + line(change)]
    }
    var lines = [head]
    for change in difference.changes.prefix(changeLimit) { lines.append("    " + line(change)) }
    if difference.changes.count > changeLimit {
      lines.append("    \(difference.changes.count - changeLimit) more; --json lists them")
    }
    return lines
  }

  private static func name(of difference: Difference) -> String {
    guard let message = difference.old ?? difference.new else { return difference.file }
    let shown = difference.kind == .added ? difference.new ?? message : message
    var parts = ["\(difference.file)#\(shown.id)"]
    if let index = shown.index { parts.append("number \(index + 1)") }
    if let sender = shown.sender { parts.append(sender) }
    if let time = shown.time { parts.append(time) }
    return parts.joined(separator: ", ")
  }

  private static func position(of difference: Difference) -> String {
    guard difference.kind == .moved, let index = difference.new?.index else { return "" }
    return ", now number \(index + 1)"
  }

  private static func line(_ change: Change) -> String {
    if let words = change.words { return "\(change.what): \(self.words(words))" }
    let by = change.by.map { " (\($0 > 0 ? "+" : "")\(number($0)))" } ?? ""
    switch (change.old, change.new) {
    case (let old?, let new?):
      return
        "\(change.what): \(cut(Console.withVisibleIsolates(old))) → \(cut(Console.withVisibleIsolates(new)))\(by)"
    case (let old?, nil): return "\(change.what): \(cut(old)) → none"
    case (nil, let new?): return "\(change.what): none → \(cut(new))"
    case (nil, nil): return "other \(change.what)"
    }
  }

  /// Returns a text with its changes in brackets, as `git diff --word-diff` has them. Long texts between changes are left out.
  private static func words(_ words: [Change.Words]) -> String {
    var text = ""
    for (index, piece) in words.enumerated() {
      let shown = piece.text.replacing("\n", with: "⏎")
      switch piece.side {
      case .old: text += "[-\(cut(Console.withVisibleIsolates(shown)))-]"
      case .new: text += "{+\(cut(Console.withVisibleIsolates(shown)))+}"
      case .both:
        let (head, tail) = (index > 0, index + 1 < words.count)
        if shown.count <= 2 * contextLimit {
          text += shown
        } else {
          text +=
            (head ? String(shown.prefix(contextLimit)) : "") + "…"
            + (tail ? String(shown.suffix(contextLimit)) : "")
        }
      }
      if text.count > 4 * textLimit { return text + "…" }
    }
    return text
  }

  private static func cut(_ text: String) -> String {
    let line = text.replacing("\n", with: "⏎")
    let start = line.prefix(textLimit)
    return start.endIndex == line.endIndex ? line : start + "…"
  }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func counts(_ result: Differences) -> String {
    let counts = Difference.Kind.allCases.compactMap { kind in
      result.counts[kind].flatMap { $0 > 0 ? "\($0) \(kind.rawValue)" : nil }
    }
    return "different" + (counts.isEmpty ? "" : ": " + counts.joined(separator: ", "))
  }
}
