/// The names of months as a locale writes them in dates: `мая`, not `май`.
public enum MonthNames {
  /// Long and short names, in lower case; empty for a locale ICU does not know.
  public static func inDates(locale: String) -> [String] {
    guard let words = LocaleWords(locale: locale) else { return [] }
    var names: [String] = []
    for part in [LocaleWords.Part.dateAndTime, .month] {
      // What the dates of a year do not share is the month: the days chosen are all the 15th.
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
}
