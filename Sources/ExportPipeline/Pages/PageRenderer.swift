import BubbleLayout
internal import Digests
import Frames
import ICU
import MediaProbe
import SearchIndex
internal import SiteFiles
import SiteWriter

/// What is known of a page once its file is written.
struct RenderedPage: Sendable {
  var number: Int
  var file: KeptFile
  /// Whether it is the earlier site's, and whether its messages were read.
  var isKept: Bool
  var isRead = true
  /// How many rows it has, and how many of them are the earlier site's.
  var rows: Int
  var keptRows: Int
  /// The days of its messages, in words; empty when they have no time.
  var dates: String
  /// What the pages' script is told of it.
  var map: PageMap.Page

  /// What is told of it in `export.json`; of all pages at once only the bytes of their facts are kept.
  var manifest: SiteManifest.Page {
    let facts = CachedPage(file.facts)
    return SiteManifest.Page(
      file: "\(number).html", height: facts?.height ?? 0, sha256: facts?.sha256 ?? "")
  }
}

/// Turns a page's messages into its file.
struct PageRenderer: Sendable {
  let folder: OutputFolder
  let keeper: ReusableFiles
  let name: String
  let writer: PageWriter
  let outline: ConversationOutline
  let isOneOfSeveral: Bool
  let emojiWithoutPicture: Set<Int32>
  let leadsOut: Bool
  let hasSearch: Bool
  /// Nil where pages cannot be known again.
  let keyer: PageKey?
  let earlier: CachedPages

  /// What the page says around its rows.
  func model(of job: PageJob) -> PageModel {
    var model = outline.page(job.number, of: job, days: outline.days(of: job))
    model.isOneOfSeveral = isOneOfSeveral
    model.emojiWithoutPicture = emojiWithoutPicture
    model.leadsOut = leadsOut
    model.hasSearch = hasSearch
    return model
  }

  /// Takes the page over from the earlier site without reading its messages, if it has it and nothing it is made of can
  /// have changed.
  ///
  /// `isSame` says whether a message that some of the page's answer is shown as it was.
  func keepUnread(_ number: Int, isSame: (AnswerAhead) throws -> Bool) throws -> FinishedPage? {
    let survey = outline.survey
    guard let origin = keyer?.key(ofOrigin: survey.origins?[number]),
      let kept = try earlier.page(
        number, origin: origin, isMissing: { survey.ids.place(ofHash: $0) == nil }, isSame: isSame),
      let settled = kept.facts.settled, let ids = KeptRows.ids(in: kept.notes),
      ids.count == outline.pageSize
    else { return nil }
    let page = RenderedPage(
      number: number, file: kept.file, isKept: true, isRead: false,
      rows: kept.facts.rows, keptRows: kept.facts.rows, dates: settled.dates,
      map: PageMap.Page(
        height: kept.facts.exactHeight, wideHeight: kept.facts.wideHeight, days: settled.days))
    return FinishedPage(
      rendered: page, terms: kept.terms, gallery: Gallery(clock: survey.clock), ids: ids,
      notes: Array(kept.notes))
  }

  /// Takes the page over from the earlier site, if it has it.
  func keep(_ job: PageJob, _ model: PageModel, key: String?) throws -> FinishedPage? {
    guard var kept = try earlier.page(job.number, key: key) else { return nil }
    kept.facts.settled = settled(job, model)
    kept.file.facts = kept.facts.bytes
    let page = RenderedPage(
      number: job.number, file: kept.file, isKept: true,
      rows: kept.facts.rows, keptRows: kept.facts.rows,
      dates: model.dates,
      map: job.map(heights: kept.facts))
    return finished(page, of: job, ids: job.hashesOfIDs, terms: kept.terms, notes: Array(kept.notes))
  }

  private func finished(
    _ page: RenderedPage, of job: PageJob, ids: [UInt32], terms: PageTerms, notes: [UInt8]
  ) -> FinishedPage {
    FinishedPage(
      rendered: page, terms: terms, gallery: Gallery(of: job, clock: outline.survey.clock), ids: ids,
      notes: notes)
  }

  /// What the next export is told of the page, for it not to be read again.
  private func settled(_ job: PageJob, _ model: PageModel) -> CachedPage.Settled? {
    guard job.isSettled, let origin = keyer?.key(ofOrigin: outline.survey.origins?[job.number]) else {
      return nil
    }
    return CachedPage.Settled(
      origin: origin, dates: model.dates, days: job.days, missing: job.missing, ahead: job.ahead)
  }

  /// Writes the page's file, with those rows that earlier pages have.
  func render(
    _ job: PageJob, _ model: PageModel, key: String?, rowKeys: [ShortDigest], with layouter: RowLayouter,
    in page: inout PageDraft, notes: inout RowNotes
  ) throws -> FinishedPage {
    notes.begin(hasSearch: hasSearch)
    if let rows = rows(of: job, keys: rowKeys, with: layouter, notes: &notes) {
      writer.write(model, rows: rows, to: &page)
    } else {
      var place = 0
      writer.write(model, to: &page) { rows in
        guard place < job.inputs.count else { return false }
        notes.begin(message: place)
        let first = rows.count
        layouter.appendRows(for: job.inputs[place], to: &rows)
        for row in first..<rows.count { notes.add(rows[row]) }
        place += 1
        return true
      }
    }
    let path = "\(name)/\(job.number).html"
    let ids = job.hashesOfIDs
    let known = keyer.flatMap {
      notes.rows(keys: rowKeys, shared: $0.shared, start: page.rowsStart, ids: ids)
    }
    let found = notes.takeTerms(size: outline.pageSize)
    var facts = CachedPage(
      height: page.height, exactHeight: page.exactHeight, wideHeight: page.wideHeight, rows: notes.count,
      senders: found.senders, settled: settled(job, model))
    let file = try page.withBytes { bytes in
      try folder.write(path, bytes)
      facts.sha256 = MediaFile.sha256(of: bytes)
      return KeptFile(
        path: path, key: key ?? "", size: bytes.count, checksum: Checksum(of: bytes),
        facts: facts.bytes)
    }
    let rendered = RenderedPage(
      number: job.number, file: file, isKept: false, rows: facts.rows, keptRows: notes.kept,
      dates: model.dates,
      map: job.map(heights: facts))
    return finished(rendered, of: job, ids: ids, terms: found, notes: known?.bytes ?? [])
  }
}

extension PageJob {
  /// What the pages' script is told of the page, which is as high as these say.
  fileprivate func map(heights: CachedPage) -> PageMap.Page {
    PageMap.Page(height: heights.exactHeight, wideHeight: heights.wideHeight, days: days)
  }

  /// The hashes of its messages' ids, as the map has them.
  var hashesOfIDs: [UInt32] { inputs.indices.map { AnchorName.hash(inputs[$0].anchor) } }

  /// The days that begin on the page.
  fileprivate var days: [PageMap.Day] {
    inputs.indices.compactMap { place in
      inputs[place].decoration.newDay.map {
        PageMap.Day(day: Int32(truncatingIfNeeded: $0.daysSince1970), firstIndex: inputs[place].index)
      }
    }
  }
}
