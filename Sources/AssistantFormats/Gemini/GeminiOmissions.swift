import ImportKit

/// The parts of Google’s activity that are left out on purpose.
extension GeminiFormat {
  static let omissions: [Omission] = [
    // The heads, foots and links of each activity.
    Omission(
      .furniture,
      "a", "b", "br", "p.mdl-typography--title", "**.mdl-typography--caption", "**.mdl-typography--body-1",
      "**.mdl-typography--body-1.**", "[].products[]", "[].activityControls[]", "[].header"),
    // Activities of other products.
    Omission(
      .accountData,
      "[].title"),
  ]
}
