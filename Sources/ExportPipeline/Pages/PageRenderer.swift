import BubbleLayout
import Digests
import Frames
import ICU
import Reuse
import SearchIndex
import SiteFiles
import SiteWriter
import Storage

/// The result of writing one page that the conversation's other files need.
struct RenderedPage: Sendable {
  var number: Int
  /// True if the page is the earlier site's.
  var isReused: Bool
  /// The number of its rows.
  var rows: Int
  /// The days of its messages, in words; empty if they have no time.
  var dates: String
  /// Its entry of the map that the pages' script reads.
  var map: PageMap.Page
  /// The days that begin on it, with their first messages.
  var days: [CachedPage.CachedDay]
  /// Its entry of `export.json`.
  var manifest: SiteManifest.ManifestPage

  init(_ page: CachedPage, number: Int, isReused: Bool) {
    (self.number, self.isReused, rows, dates) = (number, isReused, page.rows, page.dates)
    days = page.days
    map = PageMap.Page(
      height: page.exactHeight, wideHeight: page.wideHeight, opened: page.opened, wideOpened: page.wideOpened,
      days: page.days.map { PageMap.Day(day: $0.day, firstIndex: $0.firstIndex) })
    manifest = SiteManifest.ManifestPage(file: "\(number).html", height: page.height, sha256: page.sha256)
  }
}

/// Turns a page's messages into its file, or reuses the earlier site's file.
struct PageRenderer: Sendable {
  let context: SiteContext
  /// The conversation's folder.
  let name: String
  let output: any PageOutput
  let outline: ConversationOutline
  /// Nil if pages cannot be recognised.
  let key: PageKey?
  /// The pages of the earlier site.
  let cachedPages: CachedPages

  /// A page of the earlier site and its record.
  typealias Candidate = (page: CachedPage, record: ArraySlice<UInt8>)

  /// Returns the page's model: everything around its rows.
  func model(of job: PageJob) -> PageModel {
    var model = outline.page(job.number, of: job, days: outline.days(of: job))
    model.leadsOut = context.options.hasLinks
    model.hasSearch = context.options.hasSearch
    return model
  }

  /// Returns the record of an earlier page with the content that the page with this number has now; nil if there is
  /// none.
  func candidate(_ number: Int) -> Candidate? {
    guard let content = key?.content(of: number), let found = cachedPages.page(number),
      found.page.content == content
    else { return nil }
    return found
  }

  /// Reuses a page of the earlier site if it was made with `answers`; nil if it has to be laid out.
  func reuse(_ candidate: Candidate, number: Int, _ answers: PageAnswers) throws -> FinishedPage? {
    let page = candidate.page
    let file = CachedFile(path: path(of: number), size: page.size, checksum: page.checksum)
    guard page.key == PageKey.key(content: page.content, answers),
      let finished = FinishedPage(page, candidate.record, number: number, isReused: true),
      let sha256 = SHA256Digest(hexadecimal: page.sha256.utf8),
      try context.reusable.reuse(file, sha256: sha256)
    else { return nil }
    return finished
  }

  /// Lays a page out and writes its file.
  func render(
    _ job: PageJob, _ model: PageModel, with layouter: RowLayouter, in draft: inout PageDraft,
    terms collector: inout TermCollector
  ) throws -> FinishedPage {
    var page = CachedPage()
    var gallery = PageGallery()
    let hasSearch = context.options.hasSearch
    var index = 0
    output.write(model, to: &draft) { rows in
      guard index < job.inputs.count else { return false }
      let first = rows.count
      let next = layouter.appendRows(of: job.inputs, at: index, to: &rows)
      let added = rows.span.extracting(first..<rows.count)
      gallery.add(job.inputs[index], rows: added)
      if hasSearch {
        collector.begin(index)
        collector.add(added)
        if next > index + 1, case .run(let notices)? = rows.last?.kind {
          for offset in notices.indices {
            collector.begin(index + offset)
            collector.add(notices.span.extracting(offset...offset))
          }
        }
      }
      page.rows += rows.count - first
      index = next
      return true
    }
    let terms = hasSearch ? collector.take(size: outline.pageSize) : PageTerms()
    let heights = draft.heights
    (page.height, page.exactHeight, page.wideHeight) = (heights.whole, heights.exact, heights.wide)
    (page.opened, page.wideOpened) = (heights.opened, heights.wideOpened)
    (page.dates, page.days, page.ids) = (model.dates, job.days, job.hashesOfIDs)
    try draft.withBytes { bytes in
      page.sha256 = try context.folder.write(path(of: job.number), bytes).hexadecimal
      (page.size, page.checksum) = (bytes.count, Checksum(of: bytes))
    }
    let items = gallery.encoded
    var record: ArraySlice<UInt8> = []
    if let content = key?.content(of: job.number) {
      (page.content, page.key) = (content, PageKey.key(content: content, job.answers))
      page.lookups = job.answers.lookups
      (page.gallery, page.terms, page.tally) = (items.bytes, terms.encoded, job.tally.encoded)
      record = page.bytes[...]
    }
    return FinishedPage(
      rendered: RenderedPage(page, number: job.number, isReused: false), terms: terms, gallery: items,
      tally: job.tally, ids: page.ids, record: record)
  }

  private func path(of number: Int) -> String { "\(name)/\(number).html" }
}

extension FinishedPage {
  /// Returns the results that a page's record has; nil if it is damaged.
  fileprivate init?(_ page: CachedPage, _ record: ArraySlice<UInt8>, number: Int, isReused: Bool) {
    guard let gallery = PageGallery.EncodedItems(page.gallery), let terms = PageTerms(encoded: page.terms),
      let tally = PageTally(page.tally[...])
    else {
      return nil
    }
    self.init(
      rendered: RenderedPage(page, number: number, isReused: isReused), terms: terms, gallery: gallery,
      tally: tally, ids: page.ids, record: record)
  }

  /// Returns the results of a page that another process laid out; nil if its record is damaged.
  init?(record: ArraySlice<UInt8>, number: Int) {
    guard let page = CachedPage(record) else { return nil }
    self.init(page, record, number: number, isReused: false)
  }
}

extension PageJob {
  /// The hashes of its messages' ids, as used in the map.
  fileprivate var hashesOfIDs: [UInt32] { inputs.indices.map { AnchorName.hash(inputs[$0].anchor) } }

  /// The days that begin on the page.
  fileprivate var days: [CachedPage.CachedDay] {
    inputs.indices.compactMap { index in
      inputs[index].decoration.newDay.map {
        CachedPage.CachedDay(
          day: Int32(truncatingIfNeeded: $0.daysSince1970), firstIndex: inputs[index].index,
          anchor: inputs[index].anchor)
      }
    }
  }
}

extension PageTerms {
  /// The terms in canonical form, for the next export.
  fileprivate var encoded: [UInt8] {
    var encoder = StableEncoder()
    encoder.add(senders.count)
    for sender in senders { encoder.add(sender) }
    encoder.add(inRows != nil)
    if let inRows { encoder.add(inRows) }
    encoder.add(packed)
    return encoder.bytes
  }

  /// Decodes terms; nil if the bytes are not valid.
  fileprivate init?(encoded bytes: [UInt8]) {
    var decoder = StableDecoder(bytes[...])
    guard let senders = decoder.list({ $0.text() }), let inRows = decoder.optional({ $0.raw() }),
      let terms = decoder.raw(), decoder.isAtEnd
    else { return nil }
    self.init(senders: senders, inRows: inRows.map { Array($0) }, packed: terms.span)
  }
}
