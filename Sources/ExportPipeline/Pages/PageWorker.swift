import BubbleLayout
import Reuse
import SearchIndex
import SiteWriter
import Synchronization

/// The result of one page for the search, the gallery, the map and the next export.
struct FinishedPage: Sendable {
  var rendered: RenderedPage
  var terms: PageTerms
  /// Its pictures, films, files and links.
  var gallery: PageGallery.EncodedItems
  /// The hashes of its messages' ids.
  var ids: [UInt32]
  /// Its record for the next export; empty if pages cannot be recognised.
  var record: ArraySlice<UInt8>
}

/// Makes pages, from reading their messages to writing their files. Passed from task to task; one task at a time uses it.
///
/// Its memory is reused for one page after another, because fresh memory for a page costs more than filling it.
final class PageWorker: Sendable {
  fileprivate struct WorkerState: ~Copyable {
    var reader: PageReader
    let makeLayouter: @Sendable () throws -> RowLayouter
    /// Created for the first page that is laid out, because many exports lay out none.
    var layouter: RowLayouter?
    var draft = PageDraft()
    var terms = TermCollector()
  }
  private let state: Mutex<WorkerState>
  private let renderer: PageRenderer

  init(reader: PageReader, renderer: PageRenderer, layouter: @escaping @Sendable () throws -> RowLayouter) {
    state = Mutex(WorkerState(reader: reader, makeLayouter: layouter))
    self.renderer = renderer
  }

  /// Writes the files of the pages with these numbers.
  func write(_ numbers: Range<Int>) throws -> [FinishedPage] {
    try state.withLock { state in
      try numbers.map { number in
        try Task.checkCancellation()
        return try state.write(number, with: renderer)
      }
    }
  }
}

extension PageWorker.WorkerState {
  /// Reuses a page of the earlier site, or lays it out and writes it.
  fileprivate mutating func write(_ number: Int, with renderer: PageRenderer) throws -> FinishedPage {
    let candidate = renderer.candidate(number)
    if let candidate, reader.answersWithoutReading {
      var answers = PageAnswers()
      for lookup in candidate.page.lookups { try answer(lookup, number, with: renderer, to: &answers) }
      if let page = try renderer.reuse(candidate, number: number, answers) { return page }
    }
    var job = try reader.page(number)
    renderer.outline.noteMonths(of: &job)
    if let candidate, let page = try renderer.reuse(candidate, number: number, job.answers) { return page }
    let layouter = try self.layouter ?? makeLayouter()
    self.layouter = layouter
    return try renderer.render(job, renderer.model(of: job), with: layouter, in: &draft, terms: &terms)
  }

  /// Repeats a lookup of a page whose content equals the earlier site's.
  private mutating func answer(
    _ lookup: PageLookup, _ number: Int, with renderer: PageRenderer, to answers: inout PageAnswers
  ) throws {
    switch lookup {
    case .file(let path): reader.noteFile(path, to: &answers)
    case .message(let id): try reader.noteMessage(id, to: &answers)
    case .months(let first, let last):
      renderer.outline.noteMonths(of: first...last, onPage: number, to: &answers)
    }
  }
}
