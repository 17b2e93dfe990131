import ICU

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ExportOptions {
  /// Throws if an option makes no sense for any input.
  func check() throws(ExportError) {
    if let timeZone { _ = try DisplayClock(zone: timeZone) }
    if let locale, !DateTexts.isKnown(locale: locale) {
      throw .usage("'\(locale)' is not a known language; give a BCP 47 tag such as en-GB")
    }
    if let from, let to, from > to {
      throw .usage("--from \(from.isoText) is after --to \(to.isoText); swap them")
    }
    if let fonts {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: fonts, isDirectory: &isFolder), isFolder else {
        throw .usage("\(fonts) is not a folder; give the folder that holds the .ttf and .otf files")
      }
    }
  }
}
