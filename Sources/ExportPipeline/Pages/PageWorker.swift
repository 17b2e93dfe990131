import BubbleLayout
import SearchIndex
import SiteWriter
import Synchronization

/// What is left of a page once its files are written.
struct FinishedPage: Sendable {
  var rendered: RenderedPage
  var terms: PageTerms
  var gallery: Gallery
  /// The hashes of its messages' ids.
  var ids: [UInt32]
  /// What the next export is told of its rows; empty where nothing is.
  var notes: [UInt8]
}

/// Makes pages from what it reads to their files. It goes from task to task; one task at a time has it.
///
/// The memory is used for one page after another: a page's worth of fresh memory costs more than filling it.
final class PageWorker: Sendable {
  fileprivate struct WorkerState: ~Copyable {
    var reader: PageReader
    let makeLayouter: @Sendable () throws -> RowLayouter
    /// Made for the first page that is laid out: of many exports there is none.
    var layouter: RowLayouter?
    var page = PageDraft()
    var notes = RowNotes()
    var keys = PageKeys()
  }
  private let desk: Mutex<WorkerState>
  private let renderer: PageRenderer

  init(reader: PageReader, renderer: PageRenderer, layouter: @escaping @Sendable () throws -> RowLayouter) {
    desk = Mutex(WorkerState(reader: reader, makeLayouter: layouter))
    self.renderer = renderer
  }

  /// Writes the files of the pages with these numbers.
  func write(_ numbers: Range<Int>) throws -> [FinishedPage] {
    try desk.withLock { desk in
      try numbers.map { number in
        try Task.checkCancellation()
        if let kept = try renderer.keepUnread(number, isSame: { try desk.reader.isSame($0) }) { return kept }
        return try desk.write(try desk.reader.page(number), with: renderer)
      }
    }
  }
}

extension PageWorker.WorkerState {
  /// Writes a page's file, unless the earlier site has it: of rows that are there already, and others that are laid out.
  fileprivate mutating func write(_ job: PageJob, with renderer: PageRenderer) throws -> FinishedPage {
    let model = renderer.model(of: job)
    let key = renderer.keyer?.key(of: job, model, in: &keys)
    if let kept = try renderer.keep(job, model, key: key) { return kept }
    let layouter = try self.layouter ?? makeLayouter()
    self.layouter = layouter
    return try renderer.render(
      job, model, key: key, rowKeys: key == nil ? [] : keys.rows, with: layouter, in: &page, notes: &notes)
  }
}
