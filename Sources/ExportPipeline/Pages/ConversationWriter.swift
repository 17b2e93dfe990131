import BubbleLayout
import ChatModel
import Fonts
import Frames
import ICU
import ImportKit
import MediaProbe
import Phrases
import Reuse
import SearchIndex
import SiteFiles
import SiteWriter
import Storage
import Themes

/// Writes one conversation: its pages, laid out a few at a time, and its front.
struct ConversationWriter: Sendable {
  let context: SiteContext
  let survey: ConversationSurvey
  let words: LanguageWords
  let style: SiteStyle
  let media: MediaStore
  /// The number of the conversation in the site, from 0.
  let number: Int
  /// The terms of all conversations; nil if the conversation is the only one, or if no search is wanted.
  let siteTerms: SiteTerms?
  /// Takes the record of the page of a conversation of one page; nil if nothing but pages is written.
  let shortConversations: ShortConversations.Writer?
  let isOneOfSeveral: Bool
  /// The pages that other processes wrote; nil if the writer lays them out itself.
  var shards: ShardFiles?

  /// The conversation's folder.
  var name: String { survey.folderName }
  private var options: ExportOptions { context.options }
  private var folder: OutputFolder { context.folder }

  struct Written {
    var entry: IndexEntry
    var manifest: SiteManifest.ManifestConversation
    /// The files that the next export may reuse or read.
    var files: [CachedFile]
    var laidOut = ExportReport.Work()
    var kept = ExportReport.Work()
  }

  /// Writes everything. Calls `progress` with the number of messages and pages just finished.
  func write(progress: @Sendable (_ messages: Int, _ pages: Int) -> Void) async throws -> Written {
    let people = people
    let outline = ConversationOutline(
      survey: survey, words: words, pageSize: options.pageSize)
    let hasKeys = context.writesRecords
    var search = SearchWriter(name: name, pages: pageCount, files: context.reusable)
    var records = CachedPages.Writer(of: name, files: context.reusable)
    var onlyRecord: ArraySlice<UInt8>?
    var ids = SpillingArray<UInt32>()
    var gallery = Gallery()
    var tally = OverviewTally(of: survey)
    let pages = try await finishedPages(outline, people: people, progress: progress) { page in
      if options.hasSearch { try search.add(page.terms, number: page.rendered.number) }
      siteTerms?.add(page.terms, of: number)
      if hasKeys {
        if pageCount == 1 { onlyRecord = page.record } else { try records.add(page.record) }
      }
      gallery.append(page.gallery)
      tally.add(page.tally)
      ids.append(contentsOf: page.ids)
    }
    siteTerms?.finish(number)
    try shortConversations?.finish(number, name, record: onlyRecord)
    async let index = search.finish(isWanted: options.hasSearch)
    async let statistics: Void = writeStatistics(outline, people: people, hasPages: !pages.isEmpty)
    var map = outline.map(of: pages, ids: ids)
    try writeFronts(outline, people: people, pages: pages, gallery: gallery, tally: tally, map: &map)
    try outline.threads.write { try write($0, $1, in: &map) }
    let pins = try outline.pins()
    if !pins.isEmpty {
      let label = words.phrases(.pinnedMessages)
      try write("pins.js", ConversationPins.bytes(of: pins, label: label), in: &map)
    }
    try await statistics
    var (files, searchOverview) = try await index
    if let searchOverview, !map.include(SearchWriter.overview, searchOverview) {
      files.append(try context.reusable.write(searchOverview, to: "\(name)/map/\(SearchWriter.overview)"))
    }
    try map.write { try folder.write("\(name)/map/\($0)", $1) }
    files += try records.finish()
    var written = Written(
      entry: try outline.entry(folder: name, pages: pages.count, people: people),
      manifest: SiteManifest.ManifestConversation(
        id: name, title: survey.info.title, messages: survey.facts.messageCount,
        dates: words.dates.locale, timeZone: survey.clock.zone,
        first: survey.facts.firstInstant.map { UTCTime(seconds: $0.seconds).text },
        last: survey.facts.lastInstant.map { UTCTime(seconds: $0.seconds).text }, pages: pages.map(\.manifest)
      ),
      files: files)
    for page in pages {
      let work = ExportReport.Work(pages: 1, rows: page.rows)
      if page.isReused { written.kept += work } else { written.laidOut += work }
    }
    survey.source.rest()
    return written
  }

  /// Writes a file of the folder `map/`, or makes it part of the map's overview.
  private func write(_ file: String, _ bytes: [UInt8], in map: inout PageMap) throws {
    if !map.include(file, bytes) { try folder.write("\(name)/map/\(file)", bytes) }
  }

  /// The participants with their pictures.
  private var people: [Person] {
    survey.participants.participants.map { participant in
      Person(participant, avatar: media.avatar(participant.avatar, root: survey.source.mediaRoot))
    }
  }

  private var pageCount: Int { (survey.facts.messageCount + options.pageSize - 1) / options.pageSize }

  /// Passes the results of all pages to `collect`, in order: of those that other processes wrote, or of those it writes.
  private func finishedPages(
    _ outline: ConversationOutline, people: [Person], progress: (_ messages: Int, _ pages: Int) -> Void,
    collect: (FinishedPage) throws -> Void
  ) async throws -> [RenderedPage] {
    guard let shards else {
      return try await writePages(
        1..<pageCount + 1, outline, people: people, progress: progress, collect: collect)
    }
    return try (1..<pageCount + 1).map { number in
      let page = try shards.page(number, ofConversation: self.number)
      try collect(page)
      progress(page.ids.count, 1)
      return page.rendered
    }
  }

  /// Writes some of the pages and nothing else, and passes the results to `collect`, in order.
  func writePages(
    _ numbers: Range<Int>, progress: @Sendable (_ messages: Int, _ pages: Int) -> Void,
    collect: (FinishedPage) throws -> Void
  ) async throws {
    let outline = ConversationOutline(survey: survey, words: words, pageSize: options.pageSize)
    _ = try await writePages(numbers, outline, people: people, progress: progress, collect: collect)
    survey.source.rest()
  }

  private func writeStatistics(_ outline: ConversationOutline, people: [Person], hasPages: Bool) throws {
    guard hasPages else { return }
    let page = context.templates.fronts.statistics(outline.statistics(people: people))
    try folder.write("\(name)/statistics.html", page)
  }

  /// Writes the files around the pages: the front, which is also the site's if there is no other conversation, the redirect to the last
  /// page, the gallery.
  private func writeFronts(
    _ outline: ConversationOutline, people: [Person], pages: [RenderedPage], gallery: Gallery,
    tally: OverviewTally, map: inout PageMap
  ) throws {
    var front = outline.front(people: people, pages: pages, isOneOfSeveral: isOneOfSeveral)
    front.overview = try outline.overview(people: people, pages: pages, gallery: gallery, tally: tally)
    front.hasStatistics = !pages.isEmpty
    front.gallery = gallery.tally.sections.first.map { GalleryModel.file(1, of: $0) }
    front.hasSearch = options.hasSearch && !pages.isEmpty
    try folder.write("\(name)/index.html", context.templates.fronts.front(front))
    if !isOneOfSeveral {
      var siteFront = front
      siteFront.folder = name
      try folder.write("index.html", context.templates.fronts.front(siteFront))
    }
    try folder.write("\(name)/\(PersonColour.file)", PersonColour.sheet(of: outline.ranked(people)))
    if pages.count > 1 { try folder.write("\(name)/last.html", context.templates.fronts.last(front)) }
    try write("people.js", outline.peopleList(people, counts: gallery.tally.bySender).file, in: &map)
    guard !gallery.tally.sections.isEmpty else { return }
    let galleries = try GalleryWriter(assets: context.assets)
    try gallery.forEachPage(of: outline, people: people) { model in
      var model = model
      model.leadsOut = options.hasLinks
      try folder.write("\(name)/\(model.file)", galleries.page(model))
    }
    try gallery.writeMediaList(of: outline) { try write($0, $1, in: &map) }
  }

  /// True if it is one of several and has too few pages to keep all cores at work.
  var isOneOfManyShort: Bool {
    isOneOfSeveral && survey.facts.messageCount <= Self.fewPages * options.pageSize
  }

  /// The number of pages that one core writes in a moment.
  private static let fewPages = 8

  /// The number of pages a worker writes in one go, if there are enough: most answers are to a message on the same
  /// page or the one before, which it has just read.
  private static let pagesAtATime = 4

  /// Writes the pages with up to `jobs` workers at the same time, and passes each to `collect`, in order. A conversation that
  /// is written beside others has one worker, so that there are never more workers than cores.
  ///
  /// A worker reads the messages of its pages itself: they are created, laid out and released on one core. A page depends
  /// on its number alone, so the number of workers never shows in the bytes.
  private func writePages(
    _ numbers: Range<Int>, _ outline: ConversationOutline, people: [Person],
    progress: (_ messages: Int, _ pages: Int) -> Void, collect: (FinishedPage) throws -> Void
  ) async throws -> [RenderedPage] {
    let (theme, fonts) = (context.look.theme, context.fonts)
    let key = try PageKey(context, words: words, people: people, survey: survey)
    let reader = PageReader(survey, options: options, theme: theme, phrases: words.phrases, media: media)
    let renderer = PageRenderer(
      context: context, name: name, output: PageWriter(context.templates.page, style: style),
      outline: outline,
      key: key,
      cachedPages: CachedPages(of: name, count: pageCount, in: context.reusable, context.shortConversations))
    let assignment = {
      PageWorker.Assignment(reader: reader, renderer: renderer) { [words, survey, context] earlier in
        try fonts.load()
        return RowLayouter(
          theme: theme, fonts: fonts.set, language: words.ofRows, people: people,
          namesSenders: survey.namesSenders, hidden: context.hidden, after: earlier)
      }
    }
    let workers = isOneOfManyShort ? 1 : options.jobs
    let step = max(1, min(Self.pagesAtATime, numbers.count / (4 * workers)))
    var starts = stride(from: numbers.lowerBound, to: numbers.upperBound, by: step).makeIterator()
    var finished = ResultsInOrder<FinishedPage>(from: numbers.lowerBound)
    var done: [RenderedPage] = []
    done.reserveCapacity(numbers.count)
    try await withThrowingTaskGroup(of: ([FinishedPage], PageWorker).self) { group in
      /// Returns false if there are no more pages.
      @discardableResult
      func send(_ known: PageWorker?) -> Bool {
        guard let start = starts.next() else { return false }
        let worker = known ?? context.workers.take()
        if known == nil { worker.begin(assignment()) }
        group.addTask { (try worker.write(start..<min(start + step, numbers.upperBound)), worker) }
        return true
      }
      for _ in 0..<workers { send(nil) }
      while let (written, worker) = try await group.next() {
        if !send(worker) { context.workers.put(worker) }
        for page in written { finished.add(page, number: page.rendered.number) }
        while let (_, page) = finished.next() {
          try collect(page)
          done.append(page.rendered)
        }
        progress(written.reduce(0) { $0 + $1.ids.count }, written.count)
      }
    }
    return done
  }
}

/// Puts the results of pages or conversations, which finish in any order, into the order of their numbers.
struct ResultsInOrder<Value> {
  private var waiting: [Int: Value] = [:]
  private var number: Int

  /// Begins with the number `first`.
  init(from first: Int = 1) { number = first }

  mutating func add(_ value: Value, number: Int) { waiting[number] = value }

  /// Returns the next result once it is finished.
  mutating func next() -> (number: Int, value: Value)? {
    guard let value = waiting.removeValue(forKey: number) else { return nil }
    number += 1
    return (number - 1, value)
  }
}
