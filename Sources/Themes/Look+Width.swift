import BubbleLayout
import Frames

extension Look {
  /// Room that every text needs beside its surroundings: a few characters of the largest text.
  private static let leastRoom: LayoutUnit = 40

  /// The look at a column `width` px wide, or at its own width; an error if its numbers leave no room for text
  /// there.
  public func fitted(toWidth width: Int?, chosen: String) throws(ThemeError) -> Look {
    var fitted = self
    if let width { fitted.theme.columnWidth = LayoutUnit(px: width) }
    if fitted.theme.messages == .lines { fitted.keepLinesInColumn() }
    let mistakes = fitted.conflicts.map { ThemeError.Mistake(file: chosen, key: $0.key, text: $0.text) }
    guard mistakes.isEmpty else { throw ThemeError(mistakes) }
    return fitted
  }

  /// Makes lines without a bubble as narrow as margin and avatar require: they fill the column at any width.
  private mutating func keepLinesInColumn() {
    let room = theme.columnWidth - theme.sideMargin - theme.avatar - theme.avatarGap
    let share = max(0, room.px / theme.columnWidth.px)
    (theme.textShare, theme.mediaShare) = (min(theme.textShare, share), min(theme.mediaShare, share))
  }

  /// Numbers that are each in their range but do not fit together.
  private var conflicts: [(key: String, text: String)] {
    let column = theme.columnWidth
    let (text, media) = (column.share(theme.textShare), column.share(theme.mediaShare))
    let inside = theme.bubbleInsets.left + theme.bubbleInsets.right
    let padding = max(
      theme.codePadding * 2, theme.cardPadding * 2 + theme.icon + theme.iconGap,
      theme.quotePadding.left + theme.quotePadding.right, theme.reactionPadding * 2)
    let pill = theme.pillPadding.left + theme.pillPadding.right
    let rooms = [
      ("metrics.textShare", text - inside - padding), ("metrics.mediaShare", media - inside - padding),
      ("metrics.noticeShare", column.share(theme.noticeShare) - pill),
      ("metrics.pillPadding", column - theme.sideMargin * 2 - pill),
    ]
    var found = rooms.filter { $0.1 < Self.leastRoom }.map { key, room in
      (
        key: key,
        text: "leaves \(room.px.shortest) px for text in a column of \(column.px.shortest); "
          + "expected at least \(Self.leastRoom.px.shortest)"
      )
    }
    let row = theme.sideMargin + theme.avatar + theme.avatarGap + max(text, media)
    if row > column {
      found.append(
        (
          key: text > media ? "metrics.textShare" : "metrics.mediaShare",
          text: "with margin and avatar a row is \(row.px.shortest) px wide; expected at most the column's "
            + column.px.shortest
        ))
    }
    if theme.tail > theme.sideMargin {
      found.append(
        (key: "metrics.tail", text: "reaches beyond the column; expected at most metrics.sideMargin"))
    }
    return found
  }
}
