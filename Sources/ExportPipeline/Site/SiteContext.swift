import Fonts
import Reuse
import SiteFiles
import SiteWriter
import Themes

/// All that the parts of a site are made with, the same for every conversation.
struct SiteContext: Sendable {
  let options: ExportOptions
  let look: Look
  let fonts: ExportFonts
  let assets: SiteAssets
  let languages: Languages
  let templates: ParsedTemplates
  /// The key of the look: ``PageKey/encoder(of:_:)``.
  let lookKey: StableEncoder
  /// The site in the making.
  let folder: OutputFolder
  /// The files of the earlier site.
  let reusable: ReusableFiles
}
