import ChatModel

/// The files that have one name but different contents in two exports of a message.
///
/// Phones keep one file of each name: when another `Plan.pdf` comes, it replaces the first, and a later export has the second one for
/// both messages. If several messages of the newer export have the name, the older export's file is the right one for a message in
/// both. Otherwise nothing shows that one was overwritten, and the newer export counts.
struct OverwrittenFiles {
  /// The names of files of older exports that are shown.
  private var restored: Set<String> = []
  /// The names of files whose contents differ for an unknown reason.
  private var different: Set<String> = []

  /// Returns true if the file at `path`, used by `uses` messages of its export, was overwritten. It differs from the older export's
  /// file.
  mutating func isOverwritten(_ path: String, uses: Int) -> Bool {
    let name = RootedPath.split(path).path
    if uses > 1 { restored.insert(name) } else { different.insert(name) }
    return uses > 1
  }

  /// The ends of a sentence in the report; empty if there are none.
  var words: String {
    let told = [
      (restored, "are those of an older export, as later files took their names"),
      (different, "differ between the exports, and the newest export's are shown"),
    ]
    return told.map { names, what in
      guard let name = names.min() else { return "" }
      return "; files of \(names.count) \(names.count == 1 ? "name" : "names"), such as '\(name)', \(what)"
    }.joined()
  }
}
