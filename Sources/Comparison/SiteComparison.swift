import ExportPipeline
import SiteReading

/// Compares two sites: conversation by conversation, then the files around the messages.
struct SiteComparison {
  typealias Conversation = SiteManifest.ManifestConversation

  private let old: SiteFolder
  private let stated: SiteManifest
  private let new: SiteFolder
  private let newStated: SiteManifest
  private let settings: ComparisonSettings

  init(
    _ old: SiteFolder, _ stated: SiteManifest, _ new: SiteFolder, _ newStated: SiteManifest,
    _ settings: ComparisonSettings
  ) {
    (self.old, self.stated, self.new, self.newStated) = (old, stated, new, newStated)
    self.settings = settings
  }

  /// Adds everything that differs to `result`.
  func run(into result: inout Differences) throws {
    if stated.version != newStated.version {
      result.uniform.append(
        UniformDifference(kind: .version, old: stated.version, new: newStated.version, messages: 0))
    }
    let pairs = Self.pairs(stated.site, newStated.site)
    for (conversation, other) in pairs {
      try Task.checkCancellation()
      switch (conversation, other) {
      case (let conversation?, let other?): compare(conversation, other, into: &result)
      case (let conversation?, nil): addWhole(conversation, isNew: false, to: &result)
      case (nil, let other?): addWhole(other, isNew: true, to: &result)
      case (nil, nil): break
      }
    }
    if settings.levels.contains(.style) || settings.levels.contains(.semantic) {
      FileComparison(old, new, levels: settings.levels).run(
        conversations: pairs.compactMap { one, other in one.flatMap { one in other.map { (one.id, $0.id) } }
        },
        into: &result)
    }
    result.finish()
  }

  /// Pairs conversations by id, then by title, then the only ones left on both sides. Those without a partner keep their order.
  private static func pairs(
    _ old: [Conversation], _ new: [Conversation]
  ) -> [(old: Conversation?, new: Conversation?)] {
    var partners = [Int?](repeating: nil, count: old.count)
    var taken: Set<Int> = []
    func pair(by key: (Conversation) -> String) {
      var known: [String: [Int]] = [:]
      for index in new.indices.reversed() where !taken.contains(index) {
        known[key(new[index]), default: []].append(index)
      }
      for index in old.indices where partners[index] == nil {
        guard let other = known[key(old[index])]?.popLast() else { continue }
        partners[index] = other
        taken.insert(other)
      }
    }
    pair { $0.id }
    pair { $0.title }
    let rest = old.indices.filter { partners[$0] == nil }
    let restNew = new.indices.filter { !taken.contains($0) }
    if rest.count == 1, restNew.count == 1 {
      partners[rest[0]] = restNew[0]
      taken.insert(restNew[0])
    }
    var pairs: [(old: Conversation?, new: Conversation?)] = []
    for index in old.indices { pairs.append((old[index], partners[index].map { new[$0] })) }
    for index in new.indices where !taken.contains(index) { pairs.append((nil, new[index])) }
    return pairs
  }

  private func addWhole(_ conversation: Conversation, isNew: Bool, to result: inout Differences) {
    guard settings.levels.contains(.semantic) else { return }
    var list = DifferenceList()
    let words = "\(conversation.title) (\(conversation.messages) messages)"
    list.append(
      Difference(
        kind: .conversation, conversation: conversation.id, file: "\(conversation.id)/",
        changes: [Change(what: "conversation", old: isNew ? nil : words, new: isNew ? words : nil)]))
    result.add(
      Differences.ComparedConversation(
        id: conversation.id, title: conversation.title, old: isNew ? 0 : conversation.messages,
        new: isNew ? conversation.messages : 0, equal: 0), list, [])
  }

  private func compare(
    _ conversation: Conversation, _ other: Conversation, into result: inout Differences
  ) {
    var settings = self.settings
    let hasOtherDates = conversation.dates != other.dates
    let hasOtherZone = conversation.timeZone != other.timeZone
    settings.context.ignoresClock = hasOtherDates || hasOtherZone
    settings.context.ignoresInterface = hasOtherDates
    let found = ConversationComparison(
      SiteRows(old, conversation), SiteRows(new, other), folder: other.id, settings
    ).run()
    var (differences, uniform) = (found.differences, found.uniform)
    if hasOtherZone {
      uniform.append(
        UniformDifference(
          kind: .zone, conversation: other.id, old: conversation.timeZone, new: other.timeZone,
          messages: other.messages))
    }
    if hasOtherDates {
      uniform.append(
        UniformDifference(
          kind: .language, conversation: other.id, old: conversation.dates, new: other.dates,
          messages: other.messages))
    }
    if !settings.levels.contains(.semantic) { uniform = [] }
    if conversation.title != other.title, settings.levels.contains(.semantic) {
      differences.append(
        Difference(
          kind: .conversation, conversation: other.id, file: "\(other.id)/",
          changes: [Change(what: "title", old: conversation.title, new: other.title)]))
    }
    if settings.levels.contains(.layout) { comparePages(conversation, other, &differences) }
    result.add(
      Differences.ComparedConversation(
        id: other.id, title: other.title, old: found.old, new: found.new, equal: found.equal),
      differences, uniform)
  }

  /// Compares the number of pages and the heights that `export.json` states.
  private func comparePages(
    _ conversation: Conversation, _ other: Conversation, _ differences: inout DifferenceList
  ) {
    let (pages, others) = (conversation.pages, other.pages)
    var changes: [Change] = []
    if pages.count != others.count {
      changes.append(
        Change(
          what: "pages", old: "\(pages.count)", new: "\(others.count)", by: Double(others.count - pages.count)
        ))
    }
    let height = pages.reduce(0.0) { $0 + Double($1.height) }
    let newHeight = others.reduce(0.0) { $0 + Double($1.height) }
    if height != newHeight {
      let many = zip(pages, others).filter { $0.height != $1.height }.count
      changes.append(
        Change(
          what: "height of all pages (\(many) of \(others.count) differ)", old: LookDifference.text(height),
          new: LookDifference.text(newHeight), by: newHeight - height))
    }
    guard !changes.isEmpty else { return }
    differences.append(
      Difference(kind: .pages, conversation: other.id, file: "\(other.id)/", changes: changes))
  }
}
