import Frames

/// The change of a file that a step made, as lines with the numbers that they had and have.
struct StepChange {
  /// The arguments of the call that the change does not show.
  private(set) var before: String
  /// The lines of the result that are not the change.
  private(set) var after: String
  private var lines: [ChangedLine] = []

  private struct ChangedLine {
    var number: Int?
    var change: LineDifference.Change
    var text: Substring
  }

  /// Reads the change from a result that has it as `diff -u` writes it, else from the replaced text in the arguments; nil if neither
  /// has one.
  init?(call: String, result: String) {
    let (arguments, replaced) = StepInput(call).replacement
    (before, after) = (call, result)
    if let hunks = Hunks(in: result) {
      (lines, after) = (hunks.lines.map { ChangedLine(number: $0.0, change: $0.1, text: $0.2) }, hunks.rest)
      // All of the replaced text is in the lines.
      if let replaced, Self.hasAll(of: replaced.old + replaced.new, in: lines) { before = arguments }
    } else if let replaced {
      lines = LineDifference(replaced.old, replaced.new).lines.map {
        ChangedLine(number: nil, change: $0.change, text: $0.text)
      }
      before = arguments
    }
    guard lines.contains(where: { $0.change != .kept }) else { return nil }
  }

  private static func hasAll(of texts: [Substring], in lines: [ChangedLine]) -> Bool {
    let known = Set(lines.map(\.text))
    return texts.allSatisfy { $0.isEmpty || known.contains($0) }
  }

  /// The lines as one text with marks.
  var text: (text: String, marks: [TextMark]) {
    let width = String(lines.reduce(0) { max($0, $1.number ?? 0) }).count
    let hasNumbers = lines.contains { $0.number != nil }
    var (text, marks) = ("", [TextMark]())
    for line in lines {
      if !text.isEmpty { text += "\n" }
      let start = Int32(clamping: text.utf8.count)
      if hasNumbers {
        let number = line.number.map(String.init) ?? ""
        text += String(repeating: " ", count: max(0, width - number.count)) + number + " "
      }
      text += line.change == .added ? "+ " : line.change == .removed ? "- " : "  "
      let middle = Int32(clamping: text.utf8.count)
      text += line.text
      let end = Int32(clamping: text.utf8.count)
      switch line.change {
      case .kept: break
      case .added: marks.append(TextMark(start: start, end: end, kind: .added))
      case .removed: marks.append(TextMark(start: start, end: end, kind: .removed))
      }
      marks.append(TextMark(start: start, end: middle, kind: .gutter))
    }
    return (text, marks)
  }
}

/// The parts of a change as `diff -u` writes them, in a text.
private struct Hunks {
  private(set) var lines: [(Int?, LineDifference.Change, Substring)] = []
  /// The text without them.
  private(set) var rest = ""

  init?(in text: String) {
    guard text.hasPrefix("@@ -") || text.contains("\n@@ -") else { return nil }
    var (old, new, left, others) = (0, 0, (old: 0, new: 0), [Substring]())
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("@@ -"), let head = Self.head(line) {
        (old, new, left) = (head.old, head.new, (head.oldCount, head.newCount))
        if others.last == "patch:" { others.removeLast() }
      } else if left.old > 0 || left.new > 0 || line.hasPrefix("\\ ") && !lines.isEmpty {
        switch line.first {
        case "+":
          lines.append((new, .added, line.dropFirst()))
          (new, left.new) = (new &+ 1, left.new - 1)
        case "-":
          lines.append((old, .removed, line.dropFirst()))
          (old, left.old) = (old &+ 1, left.old - 1)
        case "\\": others.append(line)
        default:
          lines.append((new, .kept, line.dropFirst(line.first == " " ? 1 : 0)))
          (old, new, left.old, left.new) = (old &+ 1, new &+ 1, left.old - 1, left.new - 1)
        }
      } else {
        others.append(line)
      }
    }
    guard !lines.isEmpty else { return nil }
    while others.last?.isEmpty == true { others.removeLast() }
    rest = others.joined(separator: "\n")
  }

  /// Reads `@@ -1,2 +3,4 @@`.
  private static func head(_ line: Substring) -> (old: Int, oldCount: Int, new: Int, newCount: Int)? {
    let parts = line.split(separator: " ")
    guard parts.count > 2, parts[1].first == "-", parts[2].first == "+" else { return nil }
    func range(_ part: Substring) -> (start: Int, count: Int)? {
      let numbers = part.dropFirst().split(separator: ",").map { Int($0) }
      guard let start = numbers.first ?? nil, start >= 0, start < 1 << 40 else { return nil }
      let count = numbers.count > 1 ? numbers[1] ?? 0 : 1
      return (start, min(max(count, 0), 1 << 30))
    }
    guard let old = range(parts[1]), let new = range(parts[2]) else { return nil }
    return (old.start, old.count, new.start, new.count)
  }
}

/// The tasks of a plan, by the lines of a call's arguments.
struct StepTasks {
  /// The states of a task.
  enum State { case done, active, open }
  private(set) var tasks: [(state: State, text: String)] = []
  /// True if the arguments say nothing else.
  private(set) var isWhole = true

  private static let known = [
    "todos:", "plan:", "content: ", "step: ", "status: ", "activeForm: ", "priority: ", "id: ",
  ]

  init(_ text: String) {
    for line in text.split(separator: "\n").prefix(2_000) {
      let words = line.drop { $0 == " " || $0 == "-" }
      for name in ["content: ", "step: "] where words.hasPrefix(name) && line.contains("- ") {
        tasks.append((.open, String(words.dropFirst(name.count))))
      }
      if !Self.known.contains(where: { words.hasPrefix($0) }) { isWhole = false }
      guard words.hasPrefix("status: "), !tasks.isEmpty else { continue }
      switch words.dropFirst("status: ".count) {
      case "completed", "done": tasks[tasks.count - 1].state = .done
      case "in_progress", "in-progress", "active": tasks[tasks.count - 1].state = .active
      default: break
      }
    }
  }

  var done: Int { tasks.count { $0.state == .done } }

  /// A line for each task with the sign of its state.
  var text: String {
    tasks.map { task in
      switch task.state {
      case .done: "✓ \(task.text)"
      case .active: "→ \(task.text)"
      case .open: "○ \(task.text)"
      }
    }.joined(separator: "\n")
  }
}
