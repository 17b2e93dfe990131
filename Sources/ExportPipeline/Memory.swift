import CAllocator
import SystemCalls

/// The program's memory.
enum Memory {
  /// Gives what is not in use back to the system: between two stages, as the next one needs memory of other sizes and
  /// other code. With how the allocator is set up, a million messages take 40 MB less for it, and as long as without.
  ///
  /// Of a small conversation little is left over, and getting the code back takes longer than its pages.
  static func trim(messages: Int) {
    guard messages >= 50_000 else { return }
    allocator_give_back()
    SystemCall.releaseCodePages()
  }
}
