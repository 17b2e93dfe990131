import ChatModel
import Frames
import ICU
import Phrases

/// The steps of a turn in order: each call of a tool with its result.
struct StepStory {
  /// A thought, or the use of a tool.
  struct Step {
    var use: StepUse
    /// The index of the thought or call among the parts; nil for a result without one.
    var call: Int?
    /// The index of the result.
    var result: Int?
    var hasFailed = false
    var outcome: StepOutcome?
    /// The number of lines of the result.
    var lines = 0
  }
  private(set) var steps: [Step] = []
  /// By the index of a part that is shown in a row of its own: its step.
  private(set) var stepOfPart: [Int: Int] = [:]

  /// Joins calls with their results: a result belongs to the first call of its tool that has none.
  init(_ parts: [TurnPart]) {
    var waiting: [String: (steps: [Int], next: Int)] = [:]
    for (index, part) in parts.enumerated() {
      let name = part.name ?? ""
      if part.kind == .toolResult, let open = waiting[name], open.next < open.steps.count {
        let number = open.steps[open.next]
        waiting[name]?.next += 1
        finish(number, with: part, at: index)
        continue
      }
      var step = Step(use: StepUse(of: part))
      step.hasFailed = part.hasFailed
      if part.kind == .toolResult { step.result = index } else { step.call = index }
      // A record that says that a call failed has its result in it.
      if part.kind == .toolCall, !part.hasFailed { waiting[name, default: ([], 0)].steps.append(steps.count) }
      stepOfPart[index] = steps.count
      steps.append(step)
    }
  }

  private mutating func finish(_ number: Int, with result: TurnPart, at index: Int) {
    steps[number].result = index
    steps[number].lines =
      result.text.isEmpty ? 0 : result.text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    if steps[number].use.action == .tests {
      let outcome = StepOutcome(ofTests: result.text)
      steps[number].outcome = outcome
      if (outcome.failed ?? 0) > 0 { steps[number].hasFailed = true }
    }
    if result.hasFailed { steps[number].hasFailed = true }
  }

  /// Returns the texts of a step: its thought, or its call and result, if they are not empty.
  func texts(of number: Int, in parts: [TurnPart]) -> [TurnPart] {
    [steps[number].call, steps[number].result].compactMap(\.self).map { parts[$0] }.filter {
      !$0.text.isEmpty
    }
  }

  /// True or false for the success of the last step that can fail: tests, commands, pages. Nil if there is none.
  var ending: Bool? {
    steps.last { [.tests, .command, .web, .page].contains($0.use.action) && $0.result != nil }.map {
      !$0.hasFailed
    }
  }
}

/// Writes what steps did.
struct StepWords {
  let phrases: Phrases
  let number: (Int) -> String
  /// The most parts of a line: a turn of hundreds of steps goes on in its rows.
  private static let mostParts = 10

  /// Returns one line for all steps, with marks at failures: neighbours of a kind are joined, thoughts are not named.
  func sentence(of steps: [StepStory.Step]) -> (text: String, marks: [TextMark]) {
    var groups: [ArraySlice<StepStory.Step>] = []
    let named = steps.filter { $0.use.action != .thought }
    var start = 0
    while start < named.count {
      let action = named[start].use.action
      let end = named[start...].firstIndex { $0.use.action != action } ?? named.count
      groups.append(named[start..<end])
      start = end
    }
    guard !groups.isEmpty else { return (phrases(.thinking), []) }
    var (text, marks) = ("", [TextMark]())
    for group in groups.prefix(Self.mostParts) {
      let (words, failure) = words(group)
      text += text.isEmpty ? Self.capitalised(words) : " · " + words
      guard !failure.isEmpty, text.hasSuffix(failure) else { continue }
      let end = text.utf8.count
      marks.append(
        TextMark(start: Int32(clamping: end - failure.utf8.count), end: Int32(clamping: end), kind: .failed))
    }
    return (groups.count > Self.mostParts ? text + " · …" : text, marks)
  }

  /// The words for a step and, at the end of its row, its facts.
  struct RowWords {
    var words: String
    var facts = ""
    /// True if the facts say that it failed.
    var hasFailed = false
  }

  /// Returns the words for a step in a row of its own, and the facts at its end.
  func row(of step: StepStory.Step, lines: (Int) -> String) -> RowWords {
    if step.use.action == .thought { return RowWords(words: phrases(.thinking)) }
    var facts: [String] = []
    switch step.use.action {
    case .edit, .write: facts.append(changes(step.use.added, step.use.removed))
    case .tests: facts.append(outcome(of: step))
    case .read, .search, .page, .web, .command, .other, .agent:
      if step.lines > 0 { facts.append(lines(step.lines)) }
    case .thought, .plan: break
    }
    if step.hasFailed, step.outcome?.failed == nil { facts = [phrases(.failed)] }
    return RowWords(
      words: Self.capitalised(plain([step][...])),
      facts: facts.filter { !$0.isEmpty }.joined(separator: " · "),
      hasFailed: step.hasFailed)
  }

  /// Returns the words for neighbours of a kind, and their end that says what failed, if something did.
  private func words(_ group: ArraySlice<StepStory.Step>) -> (words: String, failure: String) {
    guard let last = group.last else { return ("", "") }
    let words = plain(group)
    let failure = group.contains(where: \.hasFailed) ? phrases(.failed) : ""
    if last.use.action == .edit || last.use.action == .write {
      let changes = changes(group.reduce(0) { $0 + $1.use.added }, group.reduce(0) { $0 + $1.use.removed })
      return ([words, changes, failure].filter { !$0.isEmpty }.joined(separator: " "), failure)
    }
    let outcome = outcome(of: last)
    if !outcome.isEmpty {
      return (phrases(.named, .label(words), .name(outcome)), last.hasFailed ? outcome : "")
    }
    return failure.isEmpty ? (words, "") : (phrases(.named, .label(words), .name(failure)), failure)
  }

  /// Returns the result of a run of tests; empty for other steps, and if nothing is known of it.
  private func outcome(of step: StepStory.Step) -> String {
    guard step.use.action == .tests, let outcome = step.outcome else { return "" }
    if let failed = outcome.failed, failed > 0 { return phrases(.testsFailed, .number(number(failed))) }
    return outcome.passed.map { phrases(.testsPassed, .number(number($0))) } ?? ""
  }

  private func changes(_ added: Int, _ removed: Int) -> String {
    [added > 0 ? "+\(number(added))" : "", removed > 0 ? "−\(number(removed))" : ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private func plain(_ group: ArraySlice<StepStory.Step>) -> String {
    guard let use = group.first?.use else { return "" }
    let objects = Set(group.map(\.use.object))
    let name = Wording.isolated(use.object)
    let isOne = objects.count == 1
    let needsObject: Set<StepUse.Action> = [.read, .edit, .write, .search, .command, .page, .other]
    if isOne, use.object.isEmpty, needsObject.contains(use.action) {
      return phrases(group.first?.call == nil ? .toolResult : .toolCall)
    }
    switch use.action {
    case .thought: return phrases(.thinking)
    case .read:
      return isOne ? phrases(.readFile, .name(name)) : phrases(.readFiles, .number(number(objects.count)))
    case .edit:
      return isOne ? phrases(.editedFile, .name(name)) : phrases(.editedFiles, .number(number(objects.count)))
    case .write:
      return isOne ? phrases(.wroteFile, .name(name)) : phrases(.wroteFiles, .number(number(objects.count)))
    case .search:
      return group.count == 1
        ? phrases(.lookedFor, .name(name)) : phrases(.searchedTimes, .number(number(group.count)))
    case .command:
      return group.count == 1
        ? phrases(.ranCommand, .name(name)) : phrases(.ranCommands, .number(number(group.count)))
    case .tests: return phrases(.ranTests)
    case .plan: return phrases(.plannedTasks)
    case .web: return phrases(.searchedWeb)
    case .page:
      return group.count == 1
        ? phrases(.openedPage, .name(name)) : phrases(.usedTools, .number(number(group.count)))
    case .agent: return phrases(.askedAgent)
    case .other:
      return isOne ? phrases(.usedTool, .name(name)) : phrases(.usedTools, .number(number(group.count)))
    }
  }

  private static func capitalised(_ words: String) -> String {
    guard let first = words.first else { return words }
    return first.uppercased() + words.dropFirst()
  }
}
