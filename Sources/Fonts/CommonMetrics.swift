/// The vertical metrics given to every shipped face, in hundredths of the font size, so that all faces of a line share
/// its baseline.
///
/// 0.97 em above and 0.23 em below, each rounded to whole px as browsers do, make 16 px text fill a 20 px line.
///
/// Two habits of browsers limit the choice, and with it the font sizes and line heights of themes. Chromium on Linux
/// moves the baseline up by a px where the descent was rounded down: at 11, 12, 13, 16, 17 and 20 px it is rounded up.
/// And where a line is an odd number of px taller than ascent and descent, Firefox halves the odd px and Chromium does
/// not.
public enum CommonMetrics {
  /// Above the baseline.
  public static let ascent = 97
  /// Below the baseline.
  public static let descent = 23
}
