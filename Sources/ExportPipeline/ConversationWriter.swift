import BubbleLayout
import ChatImport
import ChatModel
import Frames
import ICU
import MediaProbe
import Phrases
import SearchIndex
import SiteWriter
import Synchronization
import TextLayout

/// Writes one conversation: its pages, laid out a few at a time, and its front.
struct ConversationWriter: Sendable {
  let survey: ConversationSurvey
  /// The conversation's folder.
  let name: String
  let options: ExportOptions
  let theme: Theme
  let fonts: FontSet
  let style: SiteStyle
  let assets: SiteAssets
  let folder: OutputFolder
  let keeper: SiteKeeper
  let media: MediaStore
  let isOneOfSeveral: Bool

  struct Written {
    var entry: IndexEntry
    var manifest: SiteManifest.Conversation
    /// What the next export may want of this one.
    var files: [KeptFile]
    var laidOut = ExportReport.Work()
    var kept = ExportReport.Work()
  }

  func write(progress: @Sendable (_ messages: Int, _ pages: Int) -> Void) async throws -> Written {
    let locale = survey.locale(options)
    let dates = DateTexts(locale: locale)
    let phrases = try assets.phrases(for: locale)
    let people = survey.participants.participants.map { participant in
      Person(
        participant, avatar: media.avatar(participant.avatar, root: survey.source.mediaRoot),
        colours: Int(PersonColour.count))
    }
    let outline = ConversationOutline(
      survey: survey, dates: dates, phrases: phrases, locale: locale, pageSize: options.pageSize)
    let emojiWithoutPicture = Set(
      fonts.emoji.indices.filter { fonts.emoji[$0].png.isEmpty }.map { Int32(truncatingIfNeeded: $0) })
    let keyer = try PageKeyer(
      options: options, theme: theme, fonts: fonts, style: style, assets: assets, locale: locale,
      emojiWithoutPicture: emojiWithoutPicture, people: people)
    let renderer = PageRenderer(
      folder: folder, name: name, writer: try PageWriter(assets: assets, style: style),
      outline: outline, isOneOfSeveral: isOneOfSeveral,
      emojiWithoutPicture: emojiWithoutPicture, leadsOut: options.hasLinks, hasSearch: options.hasSearch,
      keyer: keyer, earlier: EarlierPages(of: name, hasSearch: options.hasSearch, in: keeper))
    let reader = PageReader(survey, options: options, theme: theme, phrases: phrases, media: media)
    var search = SearchIndex()
    var gallery = Gallery(clock: survey.clock)
    let pages = try await layOut(
      reader, with: renderer, people: people, dates: dates, phrases: phrases, locale: locale,
      search: &search, gallery: &gallery, progress: progress)
    var front = outline.front(people: people, pages: pages, isOneOfSeveral: isOneOfSeveral)
    front.hasStatistics = !pages.isEmpty
    front.hasGallery = !gallery.isEmpty
    let fronts = try FrontWriter(assets: assets)
    try folder.write("\(name)/index.html", fronts.front(front))
    if pages.count > 1 { try folder.write("\(name)/last.html", fronts.last(front)) }
    if front.hasStatistics {
      try folder.write("\(name)/statistics.html", fronts.statistics(outline.statistics(people: people)))
    }
    let galleries = try GalleryWriter(assets: assets)
    try gallery.forEachPage(of: outline) {
      try folder.write("\(name)/\(GalleryModel.file($0.number))", galleries.page($0))
    }
    try outline.map(of: pages).write { try folder.write("\(name)/map/\($0)", $1) }
    var files = pages.flatMap { [$0.file] + $0.beside }
    if options.hasSearch {
      try search.write { file, bytes in
        let path = "\(name)/map/\(file)"
        try folder.write(path, bytes)
        if EarlierPages.wants(file) {
          files.append(
            KeptFile(path: path, key: "", size: bytes.count, sha256: MediaFile.sha256(of: bytes)))
        }
      }
    }
    var written = Written(
      entry: outline.entry(folder: name, pages: pages.count),
      manifest: SiteManifest.Conversation(
        id: name, title: survey.info.title, messages: survey.messageCount, pages: pages.map(\.manifest)),
      files: files)
    for page in pages {
      if page.isKept { written.kept.pages += 1 } else { written.laidOut.pages += 1 }
      written.kept.rows += page.keptRows
      written.laidOut.rows += page.facts.rows - page.keptRows
    }
    return written
  }

  /// Reads pages in order and lays out up to `jobs` of them at the same time.
  ///
  /// A page depends on its job alone, so the number of workers never shows in the bytes.
  private func layOut(
    _ reader: PageReader, with renderer: PageRenderer, people: [Person], dates: DateTexts, phrases: Phrases,
    locale: String, search: inout SearchIndex, gallery: inout Gallery,
    progress: (_ messages: Int, _ pages: Int) -> Void
  ) async throws -> [RenderedPage] {
    var reader = reader
    var terms = PagesInOrder<PageTerms>()
    return try await withThrowingTaskGroup(of: (RenderedPage, PageTerms, LayoutWorker).self) { group in
      var idle: [LayoutWorker] = []
      var busy = 0
      var done: [RenderedPage] = []
      func collect(_ result: (RenderedPage, PageTerms, LayoutWorker)?) {
        guard let (page, found, worker) = result else { return }
        done.append(page)
        terms.add(found, number: page.number)
        while let (number, found) = terms.next() { search.add(found, number: number) }
        idle.append(worker)
        busy -= 1
      }
      while let job = try reader.next() {
        try Task.checkCancellation()
        gallery.add(job)
        if busy >= options.jobs { collect(try await group.next()) }
        let worker =
          idle.popLast()
          ?? LayoutWorker(
            theme: theme, fonts: fonts, locale: locale, dates: dates, phrases: phrases, people: people)
        busy += 1
        group.addTask {
          let (page, terms) = try worker.render(job, with: renderer)
          return (page, terms, worker)
        }
        progress(job.firstIndex + job.inputs.count, job.number)
      }
      while let result = try await group.next() { collect(result) }
      return done.sorted { $0.number < $1.number }
    }
  }
}

/// What comes of pages that are finished in any order, given on in theirs.
struct PagesInOrder<Value> {
  private var waiting: [Int: Value] = [:]
  private var number = 1

  mutating func add(_ value: Value, number: Int) { waiting[number] = value }

  /// The next page's, once it is there.
  mutating func next() -> (number: Int, value: Value)? {
    guard let value = waiting.removeValue(forKey: number) else { return nil }
    number += 1
    return (number - 1, value)
  }
}

/// A row layouter with the memory of the page it makes, going from task to task; one task at a time has it.
///
/// The memory is used for one page after another: a page's worth of fresh memory costs more than filling it.
final class LayoutWorker: Sendable {
  private struct Desk: ~Copyable {
    let layouter: RowLayouter
    var page = PageDraft()
    var notes = RowNotes()
    var keys = PageKeys()
  }
  private let desk: Mutex<Desk>

  init(
    theme: Theme, fonts: FontSet, locale: String, dates: DateTexts, phrases: Phrases, people: [Person]
  ) {
    desk = Mutex(
      Desk(
        layouter: RowLayouter(
          theme: theme, fonts: fonts, locale: locale, dates: dates, phrases: phrases, people: people)))
  }

  /// Writes a page's file, unless the earlier site has it: of rows that are there already, and others that are laid out.
  func render(_ job: PageJob, with renderer: PageRenderer) throws -> (RenderedPage, PageTerms) {
    try desk.withLock { desk in
      let model = renderer.model(of: job)
      let key = renderer.keyer?.key(of: job, model, in: &desk.keys)
      if let kept = try renderer.keep(job, model, key: key) { return kept }
      return try renderer.render(
        job, model, key: key, rowKeys: key == nil ? [] : desk.keys.rows, with: desk.layouter, in: &desk.page,
        notes: &desk.notes)
    }
  }
}

/// What is known of a page once its file is written.
struct RenderedPage: Sendable {
  var number: Int
  var file: KeptFile
  /// The files that go with it: the notes of its rows for the next export, and the search's of its messages.
  var beside: [KeptFile]
  var facts: PageFacts
  /// Whether it is the earlier site's.
  var isKept: Bool
  /// How many of its rows are the earlier site's.
  var keptRows: Int
  /// The days of its messages, in words; empty when they have no time.
  var dates: String
  /// What the pages' script is told of it.
  var map: PageMap.Page

  var manifest: SiteManifest.Page {
    SiteManifest.Page(file: "\(number).html", height: facts.height, sha256: file.sha256)
  }
}

/// Turns a page's messages into its file.
struct PageRenderer: Sendable {
  let folder: OutputFolder
  let name: String
  let writer: PageWriter
  let outline: ConversationOutline
  let isOneOfSeveral: Bool
  let emojiWithoutPicture: Set<Int32>
  let leadsOut: Bool
  let hasSearch: Bool
  /// Nil where pages cannot be known again.
  let keyer: PageKeyer?
  let earlier: EarlierPages

  /// What the page says around its rows.
  func model(of job: PageJob) -> PageModel {
    var model = outline.page(job.number, of: job, days: outline.days(of: job))
    model.isOneOfSeveral = isOneOfSeveral
    model.emojiWithoutPicture = emojiWithoutPicture
    model.leadsOut = leadsOut
    model.hasSearch = hasSearch
    return model
  }

  /// Takes the page over from the earlier site, if it has it.
  func keep(_ job: PageJob, _ model: PageModel, key: String?) throws -> (RenderedPage, PageTerms)? {
    guard let kept = try earlier.page(job.number, key: key) else { return nil }
    for (file, bytes) in kept.beside { try folder.write(file.path, bytes) }
    let page = RenderedPage(
      number: job.number, file: kept.file, beside: kept.beside.map(\.file), facts: kept.facts, isKept: true,
      keptRows: kept.facts.rows,
      dates: model.dates,
      map: job.map(height: kept.facts.exactHeight))
    return (page, kept.terms)
  }

  /// Writes the page's file, with those rows that earlier pages have.
  func render(
    _ job: PageJob, _ model: PageModel, key: String?, rowKeys: [ShortDigest], with layouter: RowLayouter,
    in page: inout PageDraft, notes: inout RowNotes
  ) throws -> (RenderedPage, PageTerms) {
    notes.begin(hasSearch: hasSearch)
    if let rows = rows(of: job, keys: rowKeys, with: layouter, notes: &notes) {
      writer.write(model, rows: rows, to: &page)
    } else {
      var place = 0
      writer.write(model, to: &page) { rows in
        guard place < job.inputs.count else { return false }
        let known = rows.count
        layouter.appendRows(for: job.inputs.span[place], to: &rows)
        notes.begin(message: place)
        for row in known..<rows.count { notes.add(rows.span[row]) }
        place += 1
        return true
      }
    }
    let path = "\(name)/\(job.number).html"
    var beside: [KeptFile] = []
    if let (file, bytes) = notes.termFile(ofPage: job.number, size: outline.pageSize) {
      beside.append(try write(bytes, to: "\(name)/map/\(file)"))
    }
    if let keyer, let rows = notes.rows(keys: rowKeys, shared: keyer.shared, start: page.rowsStart) {
      beside.append(try write(rows.bytes, to: KeptRows.path(of: job.number, in: name)))
    }
    let found = notes.takeTerms()
    let facts = PageFacts(
      height: page.height, exactHeight: page.exactHeight, rows: notes.count, senders: found.senders)
    let file = try page.withBytes { bytes in
      try folder.write(path, bytes)
      return KeptFile(
        path: path, key: key ?? "", size: bytes.count, sha256: MediaFile.sha256(of: bytes),
        facts: facts.bytes)
    }
    let rendered = RenderedPage(
      number: job.number, file: file, beside: beside, facts: facts, isKept: false, keptRows: notes.kept,
      dates: model.dates,
      map: job.map(height: page.exactHeight))
    return (rendered, found)
  }

  /// Writes a file that is only read again.
  private func write(_ bytes: [UInt8], to path: String) throws -> KeptFile {
    try folder.write(path, bytes)
    return KeptFile(path: path, key: "", size: bytes.count, sha256: MediaFile.sha256(of: bytes))
  }
}

extension PageJob {
  /// What the pages' script is told of the page, which is as high as this.
  fileprivate func map(height: Int) -> PageMap.Page {
    PageMap.Page(
      height: height, days: days, ids: inputs.indices.map { AnchorName.hash(inputs[$0].anchor) })
  }

  /// The days that begin on the page.
  fileprivate var days: [PageMap.Day] {
    inputs.indices.compactMap { place in
      inputs[place].decoration.newDay.map {
        PageMap.Day(day: Int32(truncatingIfNeeded: $0.daysSince1970), firstIndex: inputs[place].index)
      }
    }
  }
}
