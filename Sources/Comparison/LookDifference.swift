/// The differences of two rows of one message that say the same, in positions and sizes, and in classes.
struct LookDifference {
  /// Positions and sizes.
  private(set) var layout: [Change] = []
  /// Classes and everything else that is not a length.
  private(set) var style: [Change] = []

  /// No difference.
  init() {}

  /// True if nothing differs.
  var isEmpty: Bool { layout.isEmpty && style.isEmpty }

  /// Adds that something differs that has no name.
  mutating func addMarkup() { style.append(Change(what: "markup")) }

  init(_ old: ComparedRow, _ new: ComparedRow) {
    compare(old.frame, new.frame, of: "row")
    compareClasses(old.classes, new.classes, of: "row")
    let (boxes, others) = (Self.named(old.boxes), Self.named(new.boxes))
    for (name, box) in boxes.list {
      guard let other = others.known[name] else {
        layout.append(Change(what: name, old: "shown", new: nil))
        continue
      }
      compare(box.frame, other.frame, of: name)
      compareClasses(box.classes, other.classes, of: name)
      if box.breaks != other.breaks {
        layout.append(
          Change(
            what: "\(name) line breaks", old: "\(box.breaks)", new: "\(other.breaks)",
            by: Double(other.breaks - box.breaks)))
      }
    }
    for (name, _) in others.list where boxes.known[name] == nil {
      layout.append(Change(what: name, old: nil, new: "shown"))
    }
  }

  /// Returns items with their names; a second one of a name has a number.
  private static func named(_ boxes: [RowBox]) -> (list: [(String, RowBox)], known: [String: RowBox]) {
    var (list, known): ([(String, RowBox)], [String: RowBox]) = ([], [:])
    var counts: [String: Int] = [:]
    for box in boxes {
      var name = box.name.isEmpty ? "rest" : box.isFolded ? "folded \(box.name)" : box.name
      let count = counts[name, default: 0]
      counts[name] = count + 1
      if count > 0 { name += " (\(count + 1))" }
      list.append((name, box))
      known[name] = box
    }
    return (list, known)
  }

  private mutating func compare(_ lengths: [FrameLength], _ others: [FrameLength], of name: String) {
    guard lengths != others else { return }
    let known = Dictionary(others.map { ($0.property, $0) }, uniquingKeysWith: { one, _ in one })
    var seen: Set<String> = []
    for length in lengths where seen.insert(length.property).inserted {
      let other = known[length.property]
      if other != length { add(length, other, to: "\(name) \(length.property)") }
    }
    for other in others where seen.insert(other.property).inserted {
      add(nil, other, to: "\(name) \(other.property)")
    }
  }

  private mutating func add(_ length: FrameLength?, _ other: FrameLength?, to what: String) {
    if let px = length?.px, let newPx = other?.px {
      guard px != newPx else { return }
      layout.append(
        Change(
          what: what, old: Self.text(px), new: Self.text(newPx), by: ((newPx - px) * 100).rounded() / 100))
    } else if length?.px != nil || other?.px != nil {
      layout.append(
        Change(
          what: what, old: length.map { $0.px.map(Self.text) ?? $0.text },
          new: other.map { $0.px.map(Self.text) ?? $0.text }))
    } else if length?.text != other?.text {
      style.append(Change(what: what, old: length?.text, new: other?.text))
    }
  }

  /// Returns a length in px with at most two decimals.
  static func text(_ px: Double) -> String {
    guard abs(px) < 1e12 else { return "\(px)" }
    let hundredths = Int((px * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(whole)\(decimals)"
  }

  /// Classes by which the style sheet places an item or shapes a bubble are its layout.
  private static let layoutClasses: Set<String> = [
    "g", "n", "t", "k", "u", "us", "ul", "bare", "part", "folds",
  ]

  private mutating func compareClasses(_ classes: [String], _ others: [String], of name: String) {
    guard classes != others else { return }
    let (gone, added) = (classes.filter { !others.contains($0) }, others.filter { !classes.contains($0) })
    func isLayout(_ name: String) -> Bool {
      Self.layoutClasses.contains(name) || name.first == "c" && name.dropFirst().allSatisfy(\.isNumber)
    }
    for isShape in [true, false] {
      let (old, new) = (gone.filter { isLayout($0) == isShape }, added.filter { isLayout($0) == isShape })
      if old.isEmpty, new.isEmpty { continue }
      let change = Change(
        what: isShape ? "\(name) shape" : "\(name) classes",
        old: old.isEmpty ? nil : old.joined(separator: " "),
        new: new.isEmpty ? nil : new.joined(separator: " "))
      if isShape { layout.append(change) } else { style.append(change) }
    }
  }
}
