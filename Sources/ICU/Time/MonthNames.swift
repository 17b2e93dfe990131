/// The names of months as a locale writes them in dates: `мая`, not `май`.
public enum MonthNames {
  /// Long and short names, in lower case; empty for a locale unknown to ICU.
  public static func inDates(locale: String) -> [String] {
    guard let words = LocaleWords(locale: locale) else { return [] }
    var names: [String] = []
    for part in [LocaleWords.DatePart.dateAndTime, .month] {
      // Dates that differ in the month alone: the 15th of each month of a year.
      var texts: [Set<String>] = []
      for month in 1...12 {
        guard let date = CivilDate(year: 2026, month: month, day: 15),
          let text = words.text(part, milliseconds: Double(date.daysSince1970) * 86_400_000)
        else { continue }
        texts.append(Set(text.lowercased().split { !$0.isLetter }.map(String.init)))
      }
      let shared = texts.dropFirst().reduce(texts.first ?? []) { $0.intersection($1) }
      names += texts.flatMap { $0.subtracting(shared) }.sorted()
    }
    return names
  }

  /// The long and short names of each month, as a locale writes them in dates, in lower case; empty for a locale unknown to ICU.
  public static func byNumber(locale: String) -> [Set<String>] {
    let days = (1...12).compactMap { CivilDate(year: 2026, month: $0, day: 15) }
    let instants = days.map { Double($0.daysSince1970) * 86_400_000 }
    var names = [Set<String>](repeating: [], count: 12)
    let texts = LocaleWords.texts(
      locale: locale, ["yMMMMd", "yMMMd", "yMMMM"].map { (skeleton: $0, milliseconds: instants) })
    for texts in texts where texts.count == 12 {
      let words = texts.map { Set($0.lowercased().split { !$0.isLetter }.map(String.init)) }
      let shared = words.dropFirst().reduce(words[0]) { $0.intersection($1) }
      for month in words.indices { names[month].formUnion(words[month].subtracting(shared)) }
    }
    return names
  }
}
