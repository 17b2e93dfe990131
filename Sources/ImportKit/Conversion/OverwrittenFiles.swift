import ChatModel

/// The files that two exports of a message have under one name and with different contents.
///
/// Phones keep one file of each name: when another `Plan.pdf` comes, it takes the place of the first, and an export made later has
/// the second one for both messages. If several messages of the newer export have the name, the file of the older export is the
/// right one for a message that both have. Otherwise nothing shows that one was written over, and the newer export counts.
struct OverwrittenFiles {
  /// The names of files of older exports that are shown.
  private var restored: Set<String> = []
  /// The names of files whose contents differ for a reason that nothing shows.
  private var different: Set<String> = []

  /// Returns true if the file at `path`, which so many messages of its export have, was written over. It differs from that of the
  /// older export.
  mutating func isOverwritten(_ path: String, uses: Int) -> Bool {
    let name = RootedPath.split(path).path
    if uses > 1 { restored.insert(name) } else { different.insert(name) }
    return uses > 1
  }

  /// The ends of a sentence in the report, or an empty text.
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
