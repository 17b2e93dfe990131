import Fonts
import Frames
import Redaction
import Reuse
import SiteFiles
import SiteWriter
import Storage
import Themes

/// Everything that the parts of a site are made with, shared by all conversations.
struct SiteContext: Sendable {
  let options: ExportOptions
  let look: Look
  let fonts: ExportFonts
  let assets: SiteAssets
  let languages: Languages
  let templates: ParsedTemplates
  /// The key of the look: ``PageKey/encoder(of:_:)``.
  let lookKey: StableEncoder
  /// The site being made.
  let folder: OutputFolder
  /// The files of the earlier site.
  let reusable: ReusableFiles
  /// The earlier site's conversations of one page.
  let shortConversations: ShortConversations
  /// The redaction of files; nil if the site is not redacted.
  var fileRedaction: FileRedaction?
  /// The words with bars over them; nil if there are none.
  var hidden: HiddenTexts?
  /// The workers that are at rest.
  let workers = PageWorkerPool()

  /// True if the next export may reuse the site's pages. Records have words, links and digests of the inputs.
  var writesRecords: Bool { ProgramIdentity.current != nil && !options.isRedacted }
}
