internal import Frames
internal import HTML

/// An element's `style` in the making: the attribute begins with its first declaration.
struct StyleAttribute {
  var isOpen = false
}

extension HTMLWriter {
  /// A declaration in a style that may have none, left out when the length is the usual one.
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

  /// Ends a style, if it has any declaration.
  mutating func end(_ style: StyleAttribute) {
    if style.isOpen { raw("\"") }
  }

  /// ` data-box="…" style="…` for a box with top, left, width and height. The style stays open.
  mutating func area(_ item: ItemPosition) {
    var style = StyleAttribute()
    area(item, usual: DefaultBox(), in: &style)
  }

  /// The same as far as it is not the `usual` box, or stands `bottom` above its row's end: the style sheet knows these.
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

  /// The place of something on large screens, as far as it is another there.
  mutating func wide(_ rect: Rect, _ wide: Rect?) {
    guard let wide else { return }
    inset(";--X:", wide.minX, unless: rect.minX)
    inset(";--Y:", wide.minY, unless: rect.minY)
    inset(";--W:", wide.width, unless: rect.width)
    inset(";--Z:", wide.height, unless: rect.height)
  }

  /// A declaration of a length, left out when it is the usual one.
  @inline(__always)
  mutating func inset(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?
  ) {
    if let usual, usual == length { return }
    raw(property)
    rem(length)
  }

  /// The same for an edge of a bubble that the style sheet reckons with.
  @inline(__always)
  mutating func side(_ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?) {
    if let usual, usual == length { return }
    raw(property)
    remTerm(length)
  }

  /// ` data-box="…"`: the item's name in the plan.
  mutating func planID(_ item: ItemPosition) {
    if item.isFolded { raw(" data-folded=\"") } else { raw(" data-box=\"") }
    raw(item.box.name.markup)
    if item.box.number >= 0 {
      raw(".")
      integer(Int(item.box.number))
    }
    raw("\"")
  }
}
