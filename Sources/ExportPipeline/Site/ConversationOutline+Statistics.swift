import BubbleLayout
import ChatModel
import ICU
import Phrases
import SiteWriter

extension ConversationOutline {
  /// Returns the model of the conversation's statistics.
  func statistics(people: [Person]) -> StatisticsModel {
    var statistics = StatisticsModel(
      title: survey.info.title, dates: dateRange, facts: facts, people: shares(of: people),
      language: language)
    (statistics.series, statistics.week) = (series, week)
    statistics.otherPeople = otherPeople
    return statistics
  }

  private var facts: [StatisticsFact] {
    let activity = survey.facts.activity
    guard let busiest = activity.busiest else { return [] }
    var facts = [
      StatisticsFact(
        label: phrases(.busiestDay),
        value: phrases(.countedMessages, count: busiest.messages, shown: dates.integer(busiest.messages)),
        detail: dates.day(CivilDate(daysSince1970: busiest.day))),
      StatisticsFact(
        label: phrases(.averagePerDay),
        value: dates.tenths((activity.messages * 10 + activity.span / 2) / activity.span)),
    ]
    if let streak = activity.longestStreak, streak.count > 1 { facts.append(fact(.longestStreak, streak)) }
    if let silence = activity.longestSilence { facts.append(fact(.longestSilence, silence)) }
    return facts
  }

  private func fact(_ label: Phrase, _ days: ClosedRange<Int>) -> StatisticsFact {
    StatisticsFact(
      label: phrases(label),
      value: phrases(.countedDays, count: days.count, shown: dates.integer(days.count)),
      detail: dates.dateRange(
        CivilDate(daysSince1970: days.lowerBound), CivilDate(daysSince1970: days.upperBound)))
  }

  private var series: BarChart {
    let series = ActivitySeries(survey.facts.activity)
    let bars = series.counts.indices.map { stretch in
      ChartValue(
        label: title(of: stretch, in: series), count: series.counts[stretch],
        shown: dates.integer(series.counts[stretch]))
    }
    return BarChart(bars: bars, ticks: ticks(of: series))
  }

  /// A stretch in words: `May 2026`, `2026`, `2020–2029`.
  private func title(of stretch: Int, in series: ActivitySeries) -> String {
    let (year, month) = series.start(of: stretch)
    if series.months == 1 { return dates.month(year: year, month: month) }
    // A year has no grouping separators.
    let last = series.lastYear(of: stretch)
    return year == last ? dates.year(year) : "\(dates.year(year))–\(dates.year(last))"
  }

  /// Some stretches to name under the chart: years if there are several, otherwise months.
  private func ticks(of series: ActivitySeries) -> [BarChart.Tick] {
    let stretches = series.counts.indices
    let isYearly = series.months > 1 || stretches.count > 24
    let named =
      isYearly && series.months == 1 ? stretches.filter { series.start(of: $0).month == 1 } : Array(stretches)
    // A month's name needs more space than a year's number.
    let most = isYearly ? 6 : 3
    let every = (named.count + most - 1) / most
    return named.enumerated().compactMap { index, stretch in
      // Words that begin near the end would not fit.
      guard index % every == 0, stretch * 10 <= stretches.count * (isYearly ? 9 : 7) else { return nil }
      let (year, month) = series.start(of: stretch)
      return BarChart.Tick(
        bar: stretch, label: isYearly ? dates.year(year) : dates.month(year: year, month: month))
    }
  }

  private var week: WeekChart {
    let words = weekTexts
    let (none, hours) = (dates.integer(0), survey.facts.activity.hours)
    let days = words.order.map { day in
      WeekChart.ChartDay(
        name: words.days[day], shortName: words.shortDays[day],
        hours: (0..<24).map { hour in
          let count = Int(hours[day * 24 + hour])
          return ChartValue(
            label: words.hoursOfDays[day][hour], count: count,
            shown: count == 0 ? none : dates.integer(count))
        })
    }
    return WeekChart(days: days, hours: words.hours)
  }
}
