import ImportKit

/// The reports of Deep Research in a conversation that are not messages of their own.
///
/// Since 2026 a report is in the state of the widget that shows it: in the metadata of a hidden message, as
/// `chatgpt_sdk.widget_state` or below other names, or in its text after "The latest state of the widget
/// is:"; there as an object or as JSON in a text. The state has a whole message, `report_message`. Several
/// messages may have a state of one widget: the report is shown where the first of them is, in its longest
/// version. Reports until then are ordinary answers.
struct ChatGPTReports {
  /// A report, and the other contents of its widget.
  struct Report {
    var message: JSONValue
    var state: JSONValue
    fileprivate var node: Int
    fileprivate var key: String
    fileprivate var size: Int
  }

  private var reports: [Report] = []
  /// The indexes of the reports by their nodes.
  private var indexes: [Int: [Int]] = [:]

  /// The depth to which metadata is searched.
  private static let depthLimit = 6
  /// Members that have no state of a widget, and may be large.
  private static let others: Set<String> = [
    "content_references", "search_result_groups", "citations", "attachments", "aggregate_result",
    "safe_urls",
  ]

  /// The reports of nodes in their `order`.
  init(of nodes: [JSONValue.Member], in order: [Int]) {
    var indexes: [String: Int] = [:]
    for node in order {
      guard let message = nodes[node].value["message"] else { continue }
      for state in Self.states(in: message) {
        guard let report = Self.report(of: state) else { continue }
        let text = Self.text(of: report)
        guard !text.isBlank else { continue }
        let key = report["id"]?.identifier ?? text
        if let known = indexes[key] {
          guard text.utf8.count > reports[known].size else { continue }
          (reports[known].message, reports[known].state) = (report, state)
          reports[known].size = text.utf8.count
        } else {
          indexes[key] = reports.count
          reports.append(
            Report(message: report, state: state, node: node, key: key, size: text.utf8.count))
        }
      }
    }
    if !reports.isEmpty { removeAnswers(nodes) }
    for (index, report) in reports.enumerated() { self.indexes[report.node, default: []].append(index) }
  }

  /// The reports at a node.
  func reports(at node: Int) -> [Report] {
    (indexes[node] ?? []).map { reports[$0] }
  }

  /// Removes reports that are also answers.
  private mutating func removeAnswers(_ nodes: [JSONValue.Member]) {
    var answers: Set<String> = []
    for node in nodes {
      guard let message = node.value["message"], message["author"]?["role"]?.text == "assistant",
        !ChatGPTMessageReader.isHidden(message)
      else { continue }
      answers.insert(Self.text(of: message).trimmingSpaces)
    }
    reports.removeAll { answers.contains(Self.text(of: $0.message).trimmingSpaces) }
  }

  // MARK: States

  /// Returns the states of widgets with reports in a message.
  static func states(in message: JSONValue) -> [JSONValue] {
    var states: [JSONValue] = []
    if let metadata = message["metadata"] { collect(metadata, depth: 0, &states) }
    let content = message["content"]
    for text in (content?["parts"]?.elements ?? []).compactMap(\.text)
      + [content?["text"]?.text].compactMap(\.self)
    {
      if let state = state(inText: text) { collect(state, depth: 0, &states) }
    }
    return states
  }

  /// Returns the JSON in a message's text, alone or after its first words; nil if it has no report.
  static func state(inText text: String) -> JSONValue? {
    guard let start = text.utf8.firstIndex(of: UInt8(ascii: "{")), text.range(of: "report_message") != nil
    else { return nil }
    // More words may follow.
    var reader = JSONReader(InputBytes(Array(text.utf8[start...])))
    return try? reader.readValue()
  }

  private static func collect(_ value: JSONValue, depth: Int, _ states: inout [JSONValue]) {
    guard depth < depthLimit else { return }
    // Others read the metadata; this only looks for a report in it.
    if let text = value.unreadText {
      if let state = state(inText: text) { collect(state, depth: depth + 1, &states) }
      return
    }
    if report(of: value) != nil { return states.append(value) }
    for member in value.members where !others.contains(member.name) {
      collect(member.value, depth: depth + 1, &states)
    }
    for element in value.elements { collect(element, depth: depth + 1, &states) }
  }

  private static func report(of state: JSONValue) -> JSONValue? {
    guard let report = state["report_message"] else { return nil }
    if report.isObject { return report }
    return report.text.flatMap { AssistantWords.json(in: $0) }
  }

  private static func text(of message: JSONValue) -> String {
    let content = message["content"]
    if let text = content?.text ?? content?["text"]?.text { return text }
    return (content?["parts"]?.elements ?? []).compactMap { $0.text ?? $0["text"]?.text }
      .joined(separator: "\n\n")
  }
}
