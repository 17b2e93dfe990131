import Frames
import HTML

/// The state of an element's `style` attribute, which begins with its first declaration.
struct StyleAttribute {
  var isOpen = false
}

extension HTMLWriter {
  /// Writes a declaration into a style that may have none yet, unless the length is the usual one.
  mutating func declare(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit? = nil,
    in style: inout StyleAttribute
  ) {
    if let usual, usual == length { return }
    if style.isOpen { raw(";") } else { raw(" style=\"") }
    style.isOpen = true
    raw(property)
    rem(length)
  }

  /// Ends a style that has any declaration.
  mutating func end(_ style: StyleAttribute) {
    if style.isOpen { raw("\"") }
  }

  /// Writes ` data-box="…" style="…` with top, left, width and height. The style stays open.
  mutating func area(_ item: ItemPosition) {
    var style = StyleAttribute()
    area(item, usual: DefaultBox(), in: &style)
  }

  /// Writes ` data-box="…"` and the declarations of an item that differ from the `usual` box of the style sheet, or from
  /// one `bottom` above its row's end.
  mutating func area(
    _ item: ItemPosition, usual: DefaultBox, bottom: LayoutUnit? = nil, in style: inout StyleAttribute
  ) {
    let (rect, wide) = (item.rect, item.wide)
    planID(item)
    let isLow = bottom.map { item.stands(above: $0) } ?? false
    if !isLow && !(usual.top.map { item.stands(below: $0) } ?? false) {
      declare("top:", rect.minY, in: &style)
      if let wide { declare("--Y:", wide.minY, unless: rect.minY, in: &style) }
    }
    if !(usual.left.map { item.stands($0, from: rect, wide) } ?? false) {
      declare("left:", rect.minX, in: &style)
      if let wide { declare("--X:", wide.minX, unless: rect.minX, in: &style) }
    }
    declare("width:", rect.width, unless: usual.width, in: &style)
    declare("height:", rect.height, unless: usual.height, in: &style)
    guard let wide else { return }
    declare("--W:", wide.width, unless: rect.width, in: &style)
    declare("--Z:", wide.height, unless: rect.height, in: &style)
  }

  /// Writes the box of an item on large screens, where it differs.
  mutating func wide(_ rect: Rect, _ wide: Rect?) {
    guard let wide else { return }
    inset(";--X:", wide.minX, unless: rect.minX)
    inset(";--Y:", wide.minY, unless: rect.minY)
    inset(";--W:", wide.width, unless: rect.width)
    inset(";--Z:", wide.height, unless: rect.height)
  }

  /// Writes a declaration of a length, unless it is the usual one.
  @inline(__always)
  mutating func inset(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?
  ) {
    if let usual, usual == length { return }
    raw(property)
    rem(length)
  }

  /// Writes an edge of a bubble, from which the style sheet calculates others, so that a 0 needs its unit.
  @inline(__always)
  mutating func side(_ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?) {
    if let usual, usual == length { return }
    raw(property)
    remTerm(length)
  }

  /// Writes ` data-box="…"`, the item's id in the plan, or ` data-folded="…"` inside of a fold.
  ///
  /// The texts of a rest have both: they continue the row's own, so all `data-box="text…"` of a row in order are its whole text.
  mutating func planID(_ item: ItemPosition) {
    if item.row.isFolded { id(item.id, " data-folded=\"") }
    if !item.row.isFolded || item.row.isRest && item.id.role == .text { id(item.id, " data-box=\"") }
  }

  private mutating func id(_ id: ItemID, _ attribute: StaticString) {
    raw(attribute)
    raw(id.role.markup)
    if id.number >= 0 {
      raw(".")
      integer(Int(id.number))
    }
    raw("\"")
  }
}
