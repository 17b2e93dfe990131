import ArgumentParser
import ExportPipeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of an export that name files, which commands need that make a site again. The site itself states all others.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The files of names of the export, if it had any (may be repeated).", valueName: "file"),
    completion: .file())
  var alias: [String] = []

  @Option(
    help: ArgumentHelp(
      "Two conversations that are one, if the export named them by paths (may be repeated).",
      valueName: "name=name"))
  var join: [String] = []

  @OptionGroup var mapping: MapOption

  @Option(
    help: ArgumentHelp("The theme file of the export, if it had one.", valueName: "file"), completion: .file()
  )
  var theme: String?

  @Option(
    help: ArgumentHelp("The folder of templates of the export, if it had one.", valueName: "dir"),
    completion: .directory)
  var templates: String?

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp("The folder of static files of the export, if it had one.", valueName: "dir"),
    completion: .directory)
  var publicFolder: String?

  @Option(
    help: ArgumentHelp("The folder of fonts of the export, if it had one.", valueName: "dir"),
    completion: .directory)
  var fonts: String?

  /// Returns the options of an export of `inputs`, with `jobs` pages at a time or as many as there are cores.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if the number of jobs is out of range.
  func options(inputs: [String], jobs: Int?) throws(ExportError) -> ExportOptions {
    var options = ExportOptions(inputs: inputs, output: "")
    (options.aliases, options.joins, options.theme, options.fonts) = (alias, join, theme, fonts)
    try mapping.set(&options)
    (options.templates, options.publicFolder) = (templates, publicFolder)
    options.jobs = try SharedOptions.number(
      jobs ?? min(256, ProcessInfo.processInfo.activeProcessorCount), in: 1...256, for: "--jobs")
    return options
  }
}
