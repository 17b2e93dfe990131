/// The words of the statistics, so that they can be said in the reader's language.
public struct StatisticsLabels: Hashable, Sendable {
  public var name = "Statistics"
  public var overTime = "Messages over time"
  public var throughTheWeek = "Through the week"
  /// Opens what a chart shows as a table.
  public var asTable = "As a table"

  /// The English words.
  public init() {}

  /// What the templates can name.
  var values: [String: Any] {
    ["name": name, "overTime": overTime, "throughTheWeek": throughTheWeek, "asTable": asTable]
  }
}
