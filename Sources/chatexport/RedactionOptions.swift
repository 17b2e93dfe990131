import ArgumentParser
import ExportPipeline

/// The options of what a site must not show.
struct RedactionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out what the rules in this file name: words, patterns, people, messages, days, attachments, positions (see 'chatexport help redacting').",
      valueName: "file"),
    completion: .file())
  var redact: String?

  @Flag(
    help:
      "Put bars over the words of the rules and keep the layout, to show that the rest is untouched; how wide a bar is can tell short words."
  )
  var redactInPlace = false

  @Flag(help: "Give people invented names, in texts too, and no pictures.")
  var pseudonyms = false

  /// Sets the fields of the options.
  ///
  /// - Throws: ``ExportError/usage(_:)``.
  func set(_ options: inout ExportOptions) throws(ExportError) {
    guard redact != "" else { throw .usage("--redact is empty; name the file of redaction rules") }
    (options.redaction, options.hasPseudonyms) = (redact, pseudonyms)
    options.redactsInPlace = redactInPlace
  }
}
