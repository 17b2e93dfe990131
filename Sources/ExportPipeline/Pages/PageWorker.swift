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
  /// Its counts for the overview.
  var tally: PageTally
  /// The hashes of its messages' ids.
  var ids: [UInt32]
  /// Its record for the next export; empty if pages cannot be recognised.
  var record: ArraySlice<UInt8>
}

/// Makes pages, from reading their messages to writing their files. Passed from task to task; one task at a time uses it.
///
/// Its memory is reused for one page after another, and for one conversation after another, because fresh memory for a page costs more
/// than filling it, and an account has thousands of conversations of a page each.
final class PageWorker: Sendable {
  /// Everything that a worker needs to know of a conversation.
  struct Assignment {
    var reader: PageReader
    let renderer: PageRenderer
    /// Makes the layouter, with the text layouter of the one used before if it is of the same language.
    let makeLayouter: @Sendable (_ earlier: RowLayouter?) throws -> RowLayouter
  }

  fileprivate struct WorkerState: ~Copyable {
    var assignment: Assignment?
    /// Created for the first page that is laid out, because many exports lay out none. Belongs to an earlier conversation if
    /// `isAssigned` is false.
    var layouter: RowLayouter?
    var isAssigned = false
    var draft = PageDraft()
    var terms = TermCollector()
  }
  private let state = Mutex(WorkerState())

  /// Begins with a conversation.
  func begin(_ assignment: sending Assignment) {
    state.withLock { state in
      state.assignment = assignment
      state.isAssigned = false
    }
  }

  /// Ends a conversation, whose facts need not stay in memory.
  func end() { state.withLock { $0.assignment = nil } }

  /// Writes the files of the pages with these numbers.
  func write(_ numbers: Range<Int>) throws -> [FinishedPage] {
    try state.withLock { state in
      try numbers.map { number in
        try Task.checkCancellation()
        return try state.write(number)
      }
    }
  }
}

/// Workers between two conversations.
final class PageWorkerPool: Sendable {
  private let workers = Mutex<[PageWorker]>([])

  /// Returns a worker at rest, or a new one.
  func take() -> PageWorker { workers.withLock { $0.popLast() } ?? PageWorker() }

  /// Takes a worker back.
  func put(_ worker: PageWorker) {
    worker.end()
    workers.withLock { $0.append(worker) }
  }
}

extension PageWorker.WorkerState {
  /// Reuses a page of the earlier site, or lays it out and writes it.
  fileprivate mutating func write(_ number: Int) throws -> FinishedPage {
    guard var assignment else { preconditionFailure("a worker without a conversation") }
    // The only reference, so that its parts are not copied.
    self.assignment = nil
    defer { self.assignment = assignment }
    return try write(number, of: &assignment)
  }

  private mutating func write(
    _ number: Int, of assignment: inout PageWorker.Assignment
  ) throws -> FinishedPage {
    let renderer = assignment.renderer
    let candidate = renderer.candidate(number)
    if let candidate, assignment.reader.answersWithoutReading {
      var answers = PageAnswers()
      for lookup in candidate.page.lookups { try assignment.answer(lookup, number, to: &answers) }
      if let page = try renderer.reuse(candidate, number: number, answers) { return page }
    }
    var job = try assignment.reader.page(number)
    renderer.outline.noteMonths(of: &job)
    if let candidate, let page = try renderer.reuse(candidate, number: number, job.answers) { return page }
    let layouter: RowLayouter
    if isAssigned, let known = self.layouter {
      layouter = known
    } else {
      layouter = try assignment.makeLayouter(self.layouter)
      (self.layouter, isAssigned) = (layouter, true)
    }
    return try renderer.render(job, renderer.model(of: job), with: layouter, in: &draft, terms: &terms)
  }

}

extension PageWorker.Assignment {
  /// Repeats a lookup of a page whose content equals the earlier site's.
  fileprivate mutating func answer(
    _ lookup: PageLookup, _ number: Int, to answers: inout PageAnswers
  ) throws {
    switch lookup {
    case .file(let path): reader.noteFile(path, to: &answers)
    case .message(let id): try reader.noteMessage(id, to: &answers)
    case .months(let first, let last):
      renderer.outline.noteMonths(of: first...last, onPage: number, to: &answers)
    }
  }
}
