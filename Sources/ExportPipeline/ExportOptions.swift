import BubbleLayout
public import ChatModel
public import ICU
public import ImportKit
import Themes

/// The options of an export, as given on the command line.
public struct ExportOptions: Sendable {
  /// Files, folders and zips to read.
  public var inputs: [String]
  /// The folder the site is written to.
  public var output = ""
  /// Name or id of the participant whose messages are on the right.
  public var me: String?
  /// Files with names for phone numbers, addresses and ids: vCard, CSV or JSON.
  public var aliases: [String] = []
  /// IANA zone of times without one, and of the days and times shown.
  public var timeZone: String?
  /// BCP 47 tag of the language of dates and of the page.
  public var locale: String?
  /// BCP 47 tag of the user's environment. If neither the inputs nor ``locale`` give a language, pages are in English, with this locale's
  /// clock and order of day and month.
  public var environmentLocale: String?
  /// The order of day, month and year in dates of digits; inferred from each file when nil.
  public var dateOrder: DateOrder?
  /// True if messages stay in the order of their export, regardless of their times.
  public var keepsOrder = false
  /// Pairs of conversations that are one, each two titles or paths of inputs with `=` between them.
  public var joins: [String] = []
  /// The encoding of text that is not UTF-8; detected when nil.
  public var charset: String?
  /// The map of tables' columns, in lines; nil for none.
  public var map: String?
  /// The files that the map was read from.
  public var mapFiles: [String] = []
  /// Messages on a page.
  public var pageSize = 500
  /// Width of the column in CSS px; the theme's own when nil.
  public var width: Int?
  /// Name of a built-in theme, or path of a theme file; the one that suits the inputs' formats when nil.
  public var theme: String?
  /// A folder that overrides the built-in templates, file by file.
  public var templates: String?
  /// A folder that overrides the built-in static files, file by file.
  public var publicFolder: String?
  /// A folder of fonts used instead of the system's.
  public var fonts: String?
  /// The first local day to export.
  public var from: CivilDate?
  /// The last local day to export.
  public var to: CivilDate?
  /// Only messages of this participant.
  public var participant: String?
  /// True if the site gets a search index.
  public var hasSearch = true
  /// The number of pages that are laid out at the same time.
  public var jobs = 2
  /// The way attachments are stored in the site.
  public var attachments = Attachments.shared
  /// True if links in messages lead out of the site.
  public var hasLinks = true
  /// True if a folder that is not a site of ours may be replaced.
  public var force = false
  /// True if nothing is reused from the site that is replaced.
  public var isFresh = false
  /// The path of the rules by which the site is redacted; nil for none.
  public var redaction: String?
  /// True if redacted words get bars in place, and the layout stays.
  public var redactsInPlace = false
  /// True if people get invented names.
  public var hasPseudonyms = false
  /// True if the folders of conversations have numbers for names, because names tell something.
  public var hidesNames = false
  /// The path of the private key that signs the site's manifest; nil for no signature.
  public var signingKey: String?

  /// Ways to store attachments in the site.
  public enum Attachments: String, Sendable, Codable {
    /// Copies that share the originals' blocks if the file system supports it.
    case shared
    /// Copies with blocks of their own.
    case copied
    /// Hard links to the originals if the site is on their file system; otherwise like `shared`.
    case linked
  }

  /// The kinds of messages that any source can name, besides its format's own.
  public var kinds: [any NamedPart.Type] = NamedContentTypes.all

  /// All paths the run reads, which writing must not touch.
  public var readPaths: [String] {
    inputs.filter { $0 != "-" }
      + aliases + mapFiles
      + [
        templates, publicFolder, fonts, signingKey, redaction,
        theme.flatMap { ThemeLibrary.isPath($0) ? $0 : nil },
      ]
      .compactMap(
        \.self)
  }

  /// True if the site shows less than the inputs have, so that nothing in it may show the rest.
  public var isRedacted: Bool { redaction != nil || hasPseudonyms }

  /// True if only a part of the messages is wanted.
  var isPart: Bool { from != nil || to != nil || participant != nil }

  /// Creates options with the defaults: `output` is the path of the site's folder.
  public init(inputs: [String], output: String) { (self.inputs, self.output) = (inputs, output) }
}

/// As a plan stores them: without the output, the number of jobs and the program's own list of kinds.
extension ExportOptions: Codable {
  private enum CodingKeys: String, CodingKey {
    case inputs, me, aliases, timeZone, locale, environmentLocale, dateOrder, keepsOrder, joins, charset, map,
      pageSize, width, theme,
      templates, publicFolder, fonts, from, to, participant, hasSearch, attachments, hasLinks
  }
}

extension ExportOptions {
  /// True if all options that show in a site have their defaults, apart from the inputs.
  public var hasDefaultContent: Bool {
    func bytes(_ options: ExportOptions) -> [UInt8]? {
      var options = options
      (options.inputs, options.output, options.environmentLocale) = ([], "", nil)
      return try? PlanFolder.encode(options)
    }
    return bytes(self) == bytes(ExportOptions(inputs: [], output: ""))
  }

  /// Takes the options of another run that show in no page: the output, the number of jobs, the key, and the inputs' paths if it names some.
  public mutating func takeRun(of other: ExportOptions) {
    (output, jobs, signingKey) = (other.output, other.jobs, other.signingKey)
    if !other.inputs.isEmpty { inputs = other.inputs }
  }
}
