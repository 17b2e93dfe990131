/// The pictures of a month in a gallery, the newest first: all, or those on one page.
struct PictureMonth: Equatable {
  /// The year and the month, 1…12; nil for pictures whose messages have no time.
  var month: (year: Int, month: Int)?
  var count: Int

  static func == (one: PictureMonth, other: PictureMonth) -> Bool {
    one.month?.year == other.month?.year && one.month?.month == other.month?.month && one.count == other.count
  }
}

/// The division of pictures into pages and sections.
enum GalleryPages {
  /// The fewest pictures that a section has, if the page has as many.
  private static let fewest = 3

  /// Divides months into pages of at most `most` pictures. A year is divided only if a page cannot hold it, and a month likewise.
  static func pages(of months: [PictureMonth], most: Int) -> [[PictureMonth]] {
    var pages: [[PictureMonth]] = [[]]
    var room = most
    func turn() {
      pages.append([])
      room = most
    }
    var start = 0
    while start < months.count {
      let end =
        months[start...].firstIndex { $0.month?.year != months[start].month?.year } ?? months.count
      if months[start..<end].reduce(0, { $0 + $1.count }) > room, room < most { turn() }
      for month in months[start..<end] {
        if month.count > room, room < most { turn() }
        var rest = month.count
        while rest > 0 {
          if room == 0 { turn() }
          let taken = min(rest, room)
          pages[pages.count - 1].append(PictureMonth(month: month.month, count: taken))
          (rest, room) = (rest - taken, room - taken)
        }
      }
      start = end
    }
    return pages
  }

  /// Joins months of a page that have few pictures to the older ones after them, so that rows are full; the last to the one before.
  static func sections(of months: [PictureMonth]) -> [[PictureMonth]] {
    var sections: [[PictureMonth]] = []
    func canJoin(_ section: [PictureMonth], _ month: PictureMonth) -> Bool {
      month.month != nil && section.allSatisfy { $0.month != nil }
    }
    for month in months {
      if let last = sections.last, count(of: last) < fewest, canJoin(last, month) {
        sections[sections.count - 1].append(month)
      } else {
        sections.append([month])
      }
    }
    if sections.count > 1, let last = sections.last, count(of: last) < fewest,
      canJoin(sections[sections.count - 2], last[0])
    {
      sections.removeLast()
      sections[sections.count - 1] += last
    }
    return sections
  }

  static func count(of months: [PictureMonth]) -> Int { months.reduce(0) { $0 + $1.count } }
}
