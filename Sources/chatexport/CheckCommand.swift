import ArgumentParser
import ExportPipeline

/// `chatexport check`: reads inputs like an export and prints the results, without writing anything.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Read the inputs without writing a site, and print what is in them and what would not be shown.",
    discussion: """
      Examples:
        chatexport check 'WhatsApp Chat.zip'
        chatexport check conversations.json --strict --json
      """)

  @OptionGroup var shared: SharedOptions

  @Flag(
    help:
      "Exit with code 1 if a message could not be shown in full, or the input has text in parts that chatexport does not know."
  )
  var strict = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try shared.checkInputs()
  }

  func run() throws {
    let check = try InputCheck(shared.checked(output: ""))
    try Console.result(json ? check.json : CheckText(check).text)
    if strict, check.losses > 0 || check.hasUnknownTexts { throw ExitStatus(code: 1) }
  }
}

/// The result of a check as text for a terminal.
struct CheckText {
  let text: String

  /// The most conversations, people, and rows of the account that are listed one by one.
  private static let (conversationLimit, personLimit, rowLimit) = (20, 8, 40)

  init(_ check: InputCheck) {
    var lines: [String] = []
    let count = check.conversations.count
    let messages = check.conversations.reduce(0) { $0 + $1.messages }
    lines.append(
      "\(check.inputs.joined(separator: ", ")): \(counted(count, "conversation")), \(counted(messages, "message"))"
    )
    if let map = check.map {
      lines +=
        ["", "a table in no known format, read by what its columns suggest:"] + map.lines.map { "  \($0)" }
      lines += ["if that is right, give an export this option:", "  \(map.option)"]
    }
    for conversation in check.conversations.prefix(Self.conversationLimit) {
      lines += [""] + Self.lines(of: conversation)
    }
    if count > Self.conversationLimit {
      lines += ["", "\(count - Self.conversationLimit) more conversations; --json lists them"]
    }
    lines += ["", "order of dates: \(Self.words(check.dateOrder))"]
    lines += Self.account(check)
    lines += Self.findings(check)
    text = Console.text(of: lines)
  }

  private static func lines(of conversation: InputCheck.CheckedConversation) -> [String] {
    let people = conversation.people.prefix(personLimit).map { "\($0.name) (\($0.messages))" }
    let others = conversation.people.count - people.count
    var days = ""
    if let first = conversation.first?.prefix(10), let last = conversation.last?.prefix(10) {
      days = first == last ? ", \(first)" : ", \(first) to \(last)"
    }
    let kinds = conversation.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    var lines = [
      "\(conversation.title) [\(conversation.format)]",
      "  \(counted(conversation.messages, "message"))\(days)",
    ]
    if !kinds.isEmpty { lines.append("  kinds: \(kinds.joined(separator: ", "))") }
    if !people.isEmpty {
      lines.append(
        "  people: \(people.joined(separator: ", "))\(others > 0 ? " and \(others) more" : "")")
    }
    return lines + [
      "  me: \(words(conversation.me))",
      "  time zone: \(words(conversation.timeZone))",
    ]
  }

  private static func words(_ assumption: InputCheck.Assumption) -> String {
    assumption.value.map { "\($0) (\(assumption.evidence))" } ?? assumption.evidence
  }

  /// The account, unknown texts first.
  private static func account(_ check: InputCheck) -> [String] {
    guard !check.account.isEmpty else {
      return [
        "",
        check.losses == 0
          ? "account: every part of the input is shown as it is"
          : "account: nothing is left out, but some of it is not shown in full",
      ]
    }
    var lines = ["", "account: parts of the input that are not shown as they are"]
    let rows =
      check.account.filter { $0.isUnknown && $0.texts > 0 } + check.account.filter(\.isOnCard)
      + check.account.filter { $0.isUnknown && $0.texts == 0 }
      + check.account.filter { !$0.isUnknown && !$0.isOnCard }
    for row in rows.prefix(rowLimit) {
      let texts = row.texts > 0 ? ", \(row.texts) with words" : ""
      let rule = row.rule.map { " (\($0))" } ?? ""
      lines.append("  \(row.state)\(rule): \(row.path), \(counted(row.records, "record"))\(texts)")
    }
    if rows.count > rowLimit { lines.append("  \(rows.count - rowLimit) more; --json lists them") }
    return lines
  }

  private static func findings(_ check: InputCheck) -> [String] {
    var lines = [
      "",
      "\(check.losses == 1 ? "1 loss" : "\(check.losses) losses"), \(counted(check.warningCount, "warning"))",
    ]
    for severity in ["loss", "warning", "note"] {
      lines += Summary.findings(check.findings, counts: check.findingCounts, of: severity)
    }
    return lines
  }
}
