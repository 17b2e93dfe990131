import CKeepMemory

/// How the process holds the memory it was given.
enum ProcessMemory {
  /// Keeps freed memory for what comes next instead of giving it back to the system.
  ///
  /// The program fills the same few megabytes page after page; giving them back and asking for them again takes
  /// some 7 % of its time. Keeping them makes its peak 1–3 MB higher, whatever the size of the conversation.
  static func keepFreed() { keep_freed_memory() }
}
