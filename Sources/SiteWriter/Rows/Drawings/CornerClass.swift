import Frames
import HTML

/// The class for the corners of a bubble that have the smaller radius of a group: `c1` … `c15`.
///
/// The bits mean top left, top right, bottom right and bottom left, from 1 to 8. Large screens, print and forced colours
/// need it, because rows draw their own bubbles there; a class takes a fifth of the bytes of four radii.
struct CornerClass: Hashable {
  /// The bits, 0…15.
  let bits: Int

  /// The class of a bubble with these radii, or nil if they are not the theme's two.
  init?(_ radii: CornerRadii, large: LayoutUnit, small: LayoutUnit) {
    func bit(_ radius: LayoutUnit, _ value: Int) -> Int? {
      radius == large ? 0 : radius == small ? value : nil
    }
    guard let topLeft = bit(radii.topLeft, 1), let topRight = bit(radii.topRight, 2),
      let bottomRight = bit(radii.bottomRight, 4), let bottomLeft = bit(radii.bottomLeft, 8)
    else { return nil }
    bits = topLeft | topRight | bottomRight | bottomLeft
  }

  /// True if a bubble of that side can have the style sheet's tail: all corners are large except the one above it.
  func mayHaveTail(_ side: Side) -> Bool { bits & ~(side == .incoming ? 1 : 2) == 0 }

  /// Writes the rules of all classes.
  static func writeRules(large: LayoutUnit, small: LayoutUnit, to css: inout HTMLWriter) {
    for bits in 1..<16 {
      css.raw(".c")
      css.integer(bits)
      css.raw("{--r:")
      for bit in 0..<4 {
        if bit > 0 { css.raw(" ") }
        css.rem(bits >> bit & 1 == 1 ? small : large)
      }
      css.raw("}\n")
    }
  }
}
