/// The vertical metrics every shipped face is given, in hundredths of the font size, so that all faces of a line
/// share its baseline.
///
/// 0.97 em above and 0.25 em below, each rounded to whole px as browsers do, make 16 px text fill a 20 px line.
public enum CommonMetrics {
  /// Above the baseline.
  public static let ascent = 97
  /// Below the baseline.
  public static let descent = 25
}
