/// The stable colours of people without a picture: classes `a0` … `a7` of the style sheet.
public enum PersonColour {
  /// How many colours there are.
  public static let count: UInt8 = 8
}
