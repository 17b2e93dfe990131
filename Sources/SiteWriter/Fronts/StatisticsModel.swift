/// The content of a conversation's statistics: who wrote, when, and how much.
///
/// Texts are complete, and each chart contains them, because they are also the content of its table.
public struct StatisticsModel: Sendable {
  /// The conversation's title.
  public var title: String
  /// The dates of the whole conversation.
  public var dates: String
  /// The figures under the title.
  public var facts: [StatisticsFact]
  /// The people listed, those with most messages first.
  public var people: [FrontPerson]
  /// The number of people who are not listed, with their noun; empty if it is zero.
  public var otherPeople = ""
  /// The messages over time.
  public var series = BarChart()
  /// The messages by weekday and hour.
  public var week = WeekChart()
  /// The page's language.
  public var language: PageLanguage

  /// Creates the statistics of a conversation.
  public init(
    title: String, dates: String = "", facts: [StatisticsFact] = [], people: [FrontPerson] = [],
    language: PageLanguage
  ) {
    (self.title, self.dates, self.facts) = (title, dates, facts)
    (self.people, self.language) = (people, language)
  }
}

/// A figure with the days it is about: `Busiest day`, `1,204 messages`, `Friday, 1 May 2026`.
public struct StatisticsFact: Hashable, Sendable {
  /// The name of the figure.
  public var label: String
  /// The figure with its noun.
  public var value: String
  /// May be empty.
  public var detail: String

  /// Creates a fact.
  public init(label: String, value: String, detail: String = "") {
    (self.label, self.value, self.detail) = (label, value, detail)
  }
}

/// A count with its texts.
public struct ChartValue: Hashable, Sendable {
  /// The name of the counted thing: a month, an hour.
  public var label: String
  /// The count shown by the bar or square.
  public var count: Int
  /// The count in the page's language.
  public var shown: String

  /// Creates a count with its texts.
  public init(label: String, count: Int, shown: String) {
    (self.label, self.count, self.shown) = (label, count, shown)
  }
}

/// Columns side by side, the highest as high as the chart.
public struct BarChart: Hashable, Sendable {
  /// The bars from left to right.
  public var bars: [ChartValue]
  /// Bars with a mark of the axis at their start, and the mark's words; in order.
  public var ticks: [Tick]

  /// A mark on the axis.
  public struct Tick: Hashable, Sendable {
    /// The index of the bar with the mark at its start.
    public var bar: Int
    /// The words at the mark.
    public var label: String

    /// Creates a mark.
    public init(bar: Int, label: String) { (self.bar, self.label) = (bar, label) }
  }

  /// Creates a chart.
  public init(bars: [ChartValue] = [], ticks: [Tick] = []) { (self.bars, self.ticks) = (bars, ticks) }

  /// The chart's height in its own units, and from one bar to the next.
  static let height = 1000
  static let step = 10

  var most: ChartValue? { bars.max { $0.count < $1.count } }

  /// The height of a bar; any count above zero is visible.
  func height(of bar: ChartValue) -> Int {
    guard bar.count > 0, let most = most?.count else { return 0 }
    return max(8, bar.count * Self.height / most)
  }
}

/// The hours of a week, one row a day; the higher the count, the stronger the colour.
public struct WeekChart: Hashable, Sendable {
  /// The days from the first of the week to the last.
  public var days: [ChartDay]
  /// The names of the 24 hours.
  public var hours: [String]

  /// A row of the chart.
  public struct ChartDay: Hashable, Sendable {
    /// The name of the weekday.
    public var name: String
    /// The abbreviated name of the weekday.
    public var shortName: String
    /// The counts of its 24 hours, named by day and hour.
    public var hours: [ChartValue]

    /// Creates a row of 24 hours.
    public init(name: String, shortName: String, hours: [ChartValue]) {
      (self.name, self.shortName, self.hours) = (name, shortName, hours)
    }
  }

  /// Creates a chart.
  public init(days: [ChartDay] = [], hours: [String] = []) { (self.days, self.hours) = (days, hours) }

  /// From one square to the next.
  static let step = 10

  var most: Int { days.flatMap(\.hours).reduce(0) { max($0, $1.count) } }

  /// The strength of an hour's colour in percent, or nil if nothing was counted.
  ///
  /// Proportional to the square root, because the few messages of a night would otherwise be invisible beside
  /// the many of an evening.
  func strength(of hour: ChartValue, most: Int) -> Int? {
    guard hour.count > 0, most > 0 else { return nil }
    return 12 + Int(((Double(hour.count) / Double(most)).squareRoot() * 88).rounded())
  }
}

extension StatisticsModel {
  /// The values of `statistics.mustache`.
  var values: TemplateValues {
    var values: TemplateValues = [
      "title": .text(title), "dates": .text(dates),
      "hasFacts": .flag(!facts.isEmpty), "facts": .list(facts.map(\.values)),
      "hasPeople": .flag(!people.isEmpty),
      "people": .list(people.prefix(FrontModel.peopleShown).map { $0.values() }),
      "hasMorePeople": .flag(people.count > FrontModel.peopleShown),
      "morePeople": .list(people.dropFirst(FrontModel.peopleShown).map { $0.values() }),
      "otherPeople": .text(otherPeople), "hasTime": .flag(!series.bars.isEmpty),
    ]
    for more in [language.values, series.values, week.values] { values.merge(more) { own, _ in own } }
    return values
  }
}

extension StatisticsFact {
  fileprivate var values: TemplateValues {
    ["label": .text(label), "value": .text(value), "detail": .text(detail)]
  }
}

extension BarChart {
  fileprivate var values: TemplateValues {
    [
      "barsWidth": .number(bars.count * Self.step), "barsHeight": .number(Self.height),
      "most": .text(most?.shown ?? ""),
      "bars": .mark(StatisticsCharts.bars.mark), "barRows": .mark(StatisticsCharts.barRows.mark),
      "ticks": .list(
        ticks.map { ["at": .number($0.bar * 100 / max(1, bars.count)), "label": .text($0.label)] }),
    ]
  }
}

extension WeekChart {
  fileprivate var values: TemplateValues {
    [
      "days": .list(days.map { ["name": .text($0.name), "shortName": .text($0.shortName)] }),
      "cells": .mark(StatisticsCharts.cells.mark), "hourRows": .mark(StatisticsCharts.hourRows.mark),
      "quarters": .list(stride(from: 0, to: hours.count, by: 6).map { ["hour": .text(hours[$0])] }),
    ]
  }
}
