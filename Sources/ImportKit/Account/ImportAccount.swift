package import ChatModel
import Synchronization

/// The account of one export while it is imported: the readers of JSON, XML, tables and databases add everything that was not read.
///
/// Inputs have none while formats are recognised, because that reads only a file's beginning.
public final class ImportAccount: Sendable {
  private let content = Mutex(Account())

  package init() {}

  /// The parts counted so far.
  package var account: Account { content.withLock { $0 } }

  /// Notes that a file was read.
  package func noteRead(_ path: String) { content.withLock { $0.noteRead(path) } }

  /// Adds parts that are not shown as they are.
  package func add(_ row: Account.Row) { content.withLock { $0.add(row) } }
}
