/// A phrase as a translator writes it: words with placeholders, `{actor} added {targets}`, for each form of the
/// plural.
struct Pattern: Sendable, Hashable {
  /// A stretch of a pattern.
  enum PatternPiece: Sendable, Hashable {
    case words(String)
    case blank(String)
  }

  /// The pieces for a plural category of CLDR, including `other`.
  private var forms: [(category: String, pieces: [PatternPiece])]

  /// A pattern without plural forms.
  init(_ text: String) { forms = [("other", Self.pieces(of: text))] }

  /// Nil without the form `other`, the fallback for counts.
  init?(forms texts: [String: String]) {
    guard texts["other"] != nil else { return nil }
    forms = texts.sorted { $0.key < $1.key }.map { ($0.key, Self.pieces(of: $0.value)) }
  }

  /// The pieces for a category, or for `other` if it has none.
  func pieces(for category: String) -> [PatternPiece] {
    forms.first { $0.category == category }?.pieces ?? forms.first { $0.category == "other" }?.pieces ?? []
  }

  var categories: [String] { forms.map(\.category) }

  /// The names of the placeholders of any form.
  var blanks: Set<String> {
    var names: Set<String> = []
    for form in forms {
      for case .blank(let name) in form.pieces { names.insert(name) }
    }
    return names
  }

  /// The words of all forms.
  var words: String {
    var all = ""
    for form in forms {
      for case .words(let words) in form.pieces { all += words }
    }
    return all
  }

  private static func pieces(of text: String) -> [PatternPiece] {
    var pieces: [PatternPiece] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
      pieces.append(.blank(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    return pieces
  }

  static func == (a: Pattern, b: Pattern) -> Bool {
    a.forms.elementsEqual(b.forms) { $0.category == $1.category && $0.pieces == $1.pieces }
  }

  func hash(into hasher: inout Hasher) {
    for form in forms { hasher.combine(form.pieces) }
  }
}
