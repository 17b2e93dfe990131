import FoundationEssentials

/// The fonts tests use: those of `Tests/TestSupport/Fonts` and `Public/fonts`, never the machine's.
public enum TestFonts {
  /// A folder with fonts for scripts and emoji, to be given as `--fonts`.
  public static let folder = checkout + "Tests/TestSupport/Fonts"

  /// The bytes of a font of the folder.
  public static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: folder + "/" + name)))
  }

  /// The bytes of a font of `Public/fonts`.
  public static func publicBytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: checkout + "Public/fonts/" + name)))
  }

  private static let checkout = String(#filePath.dropLast("Tests/TestSupport/TestFonts.swift".count))
}
