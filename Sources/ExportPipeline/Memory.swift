import CAllocator
import SystemCalls

/// The program's memory.
enum Memory {
  /// Returns unused memory to the system: between two stages, because the next one needs memory of other sizes and other
  /// code. As the allocator is set up, this saves 40 MB for a million messages and takes no longer.
  ///
  /// A small conversation leaves little unused, and reloading the code takes longer than its pages.
  static func trim(messages: Int) {
    guard messages >= 50_000 else { return }
    allocator_give_back()
    SystemCall.releaseCodePages()
  }
}
