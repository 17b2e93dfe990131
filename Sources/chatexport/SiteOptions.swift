import ArgumentParser
import ExportPipeline

/// The options that `export` and `plan` share: those that decide what a site is made of, besides ``SharedOptions``.
struct SiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of templates that replace built-in ones of the same name.", valueName: "dir"),
    completion: .directory)
  var templates: String?

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp(
      "A folder of static files that replace built-in ones of the same name.", valueName: "dir"),
    completion: .directory)
  var publicFolder: String?

  @Flag(exclusivity: .exclusive)
  var attachments: AttachmentFlag?

  @Flag(help: "Show addresses in messages as plain text instead of links.")
  var noLinks = false

  @Flag(help: "Write no search index; the site then has no search.")
  var noSearch = false

  /// Sets the fields of the options.
  func set(_ options: inout ExportOptions) {
    options.templates = templates
    options.publicFolder = publicFolder
    options.attachments = attachments?.attachments ?? .shared
    options.hasLinks = !noLinks
    options.hasSearch = !noSearch
  }
}

/// The ways in which attachments get into the site. Without either flag they are copied, sharing blocks if
/// the file system supports that.
enum AttachmentFlag: EnumerableFlag {
  case link
  case copy

  static func help(for flag: AttachmentFlag) -> ArgumentHelp? {
    switch flag {
    case .link: "Hard-link attachments instead of copying them, if the site is on the same file system."
    case .copy: "Copy attachments byte by byte, even if the file system could share their blocks."
    }
  }

  var attachments: ExportOptions.Attachments {
    switch self {
    case .link: .linked
    case .copy: .copied
    }
  }
}
