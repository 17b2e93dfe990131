import SiteWriter

/// The photos of a conversation as its front shows them.
struct GalleryPhotos {
  /// The number of photos.
  private(set) var count = 0
  /// Photos from the whole conversation.
  var cover: [OverviewModel.CoverPicture] = []
  private var months: [Int: (count: Int, address: MessageAddress)] = [:]

  mutating func add(_ item: PageGallery.StoredItem, _ date: (year: Int, month: Int)?, page: Int) {
    count += 1
    guard let date else { return }
    let address = MessageAddress(page: page, anchor: item.anchor)
    months[date.year * 12 + date.month - 1, default: (0, address)].count += 1
  }

  /// The month with most photos, the first of several, and its first photo.
  var bestMonth: (year: Int, month: Int, count: Int, address: MessageAddress)? {
    guard let best = months.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }) else {
      return nil
    }
    let year = best.key >= 0 ? best.key / 12 : (best.key - 11) / 12
    return (year, best.key - year * 12 + 1, best.value.count, best.value.address)
  }

  /// Chooses photos from all of a conversation: from each of as many parts of equal size the one with most reactions.
  struct Picks {
    /// Large windows show 13; fewer than 13 photos make a row of as many, or two rows of 8.
    private static let (most, fewer) = (13, 8)

    private let (total, parts): (Int, Int)
    private var index = 0
    private(set) var items: [PageGallery.StoredItem] = []

    init(of total: Int) {
      self.total = total
      parts = total >= Self.most ? Self.most : min(total, Self.fewer)
    }

    mutating func add(_ item: PageGallery.StoredItem) {
      let part = index * parts / total
      index += 1
      if part == items.count {
        items.append(item)
      } else if items[part].reactions < item.reactions {
        items[part] = item
      }
    }
  }
}
