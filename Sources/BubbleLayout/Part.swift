import Frames

/// One part of a bubble, measured and not yet placed: text, a quote, pictures, a card.
///
/// Its items stand in coordinates of the part's own content box, inside the insets.
struct Part {
  /// How an item uses the width its part finally gets, when another part is wider.
  enum Fit {
    /// As measured, at the left.
    case fixed
    /// As wide as the bubble allows. Text is: its box spans the bubble, so that the mirrored bubble holds it
    /// at the mirrored place.
    case stretch
  }

  /// The content box, without insets.
  var size: Size
  var insets: Insets
  var items: [(item: FrameItem, fit: Fit)]
  /// The last line of the part, when a time may stand behind it.
  var lastLine: LastLine?
  /// Whether a time is to be laid over the part's bottom corner when it is the last.
  var takesOverlay = false

  /// Where the last line of text ends.
  struct LastLine {
    /// Advance of the line.
    var width: LayoutUnit
    /// Top of the line in the part.
    var top: LayoutUnit
    /// Space between the part's left edge and the text's box.
    var indent: LayoutUnit
    var style: TextStyle
    var direction: TextDirection
  }
}

/// Parts stacked into the inside of a bubble.
struct BubbleInside {
  var size: Size
  /// Items in coordinates of the bubble's box.
  var items: [FrameItem]
}

/// Stacks parts from top to bottom; touching insets merge.
struct PartStack {
  let theme: Theme
  /// The widest the bubble may be.
  let maxWidth: LayoutUnit

  /// The inside of a bubble that holds `parts` and, if given, `time`.
  ///
  /// The time stands behind the last line if it fits there, else over the picture that ends the bubble,
  /// else on a line of its own; never over a glyph.
  func inside(of parts: [Part], time: TimeLabel?) -> BubbleInside {
    var width = LayoutUnit.zero
    var height = LayoutUnit.zero
    var tops: [LayoutUnit] = []
    tops.reserveCapacity(parts.count)
    var lastInset = LayoutUnit.zero
    for part in parts {
      width = max(width, part.insets.left + part.size.width + part.insets.right)
      // The min rule: of two touching insets the larger one stays.
      let top = height - min(lastInset, part.insets.top) + part.insets.top
      tops.append(top)
      height = top + part.size.height + part.insets.bottom
      lastInset = part.insets.bottom
    }
    var placement: TimeLabel.Placement?
    if let time, let last = parts.last, let lastTop = tops.last {
      let found = time.placement(after: last, at: lastTop, stackWidth: width, height: height, in: self)
      width = max(width, found.minimumWidth)
      height = max(height, found.minimumHeight)
      placement = found
    }
    // Whole pixels: crisper edges, and fewer digits on every page.
    width = width.ceilingPx
    var items: [FrameItem] = []
    items.reserveCapacity(parts.reduce(2) { $0 + $1.items.count })
    for (part, top) in zip(parts, tops) {
      let spare = width - part.insets.left - part.insets.right - part.size.width
      for (item, fit) in part.items {
        var item = item
        item.rect = item.rect.offset(x: part.insets.left, y: top)
        if fit == .stretch { item.rect.size.width = item.rect.size.width + spare }
        items.append(item)
      }
    }
    if let time, let placement { time.place(placement, bubbleWidth: width, into: &items, theme: theme) }
    return BubbleInside(size: Size(width: width, height: height), items: items)
  }
}
