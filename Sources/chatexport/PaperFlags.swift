import ArgumentParser
import ExportPipeline
import Paper

/// The options of a PDF, which `--out` asks for by its ending.
struct PaperFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("The format of the sheets of a PDF: a4 or letter (default: a4).", valueName: "format"),
    completion: .list(PaperSize.allCases.map(\.rawValue)))
  var paper: String?

  @Option(
    help: ArgumentHelp(
      "Number the messages of a PDF in the margin, after these letters: ABC000001.", valueName: "prefix"))
  var bates: String?

  @Flag(
    help:
      "Add a cover with people, period, time zone and the SHA-256 of what was read, and an index of attachments, to a PDF."
  )
  var court = false

  /// Returns the options of the PDF; nil if a site is wanted.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if options of a site and of a PDF are mixed.
  func options(for command: ExportCommand) throws(ExportError) -> PaperOptions? {
    guard PaperOptions.isPaper(command.output.path) else {
      for (name, isGiven) in [("--paper", paper != nil), ("--bates", bates != nil), ("--court", court)]
      where isGiven {
        throw .usage("\(name) is for a PDF; give --out a name that ends in .pdf, e.g. --out chat.pdf")
      }
      return nil
    }
    let ofSites = [
      ("--templates", command.site.templates != nil), ("--link", command.site.attachments == .link),
      ("--copy", command.site.attachments == .copy), ("--no-search", command.site.noSearch),
      ("--sign", command.signing.sign != nil), ("--password", command.locking.password),
    ]
    for (name, isGiven) in ofSites where isGiven {
      throw .usage("\(name) is for a site; --out \(command.output.path) asks for a PDF, so leave it out")
    }
    if court, command.redacting.redact != nil || command.redacting.pseudonyms {
      throw .usage(
        "--court prints the SHA-256 of the inputs, by which guesses at what was redacted can be checked; leave out one of the two"
      )
    }
    var options = PaperOptions()
    options.isForCourt = court
    if let paper {
      guard let size = PaperSize(rawValue: paper.lowercased()) else {
        throw .usage("--paper is '\(paper)'; give a4 or letter")
      }
      options.size = size
    }
    if let bates {
      guard bates.utf8.count <= 24, bates.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw .usage(
          "--bates is '\(bates)'; give up to 24 letters, digits and signs of ASCII, e.g. ABC or A-")
      }
      options.bates = bates
    }
    return options
  }
}
