import ChatImport
import ChatModel

/// Opens the inputs: recognises each one's format and lists its conversations.
struct InputOpener {
  private let options: ExportOptions

  init(_ options: ExportOptions) { self.options = options }

  struct Inputs: Sendable {
    var sources: [any ConversationSource] = []
    /// The format of each source.
    var formats: [ImportFormat] = []
    var inputs: [ImportInput] = []
  }

  func open(log: inout DiagnosticLog) throws -> Inputs {
    guard !options.inputs.isEmpty else {
      throw ExportError.usage("no input was given; name the exported file, folder or zip")
    }
    try options.check()
    var opened = Inputs()
    for path in options.inputs {
      do throws(ImportError) {
        let input = try ImportInput(path: path)
        for warning in input.warnings { log.append(warning) }
        for export in try ImportFormat.exports(in: input, log: &log) {
          let sources = try export.format.open(
            export.input,
            options: ImportOptions(
              timeZone: options.timeZone, me: options.me, locale: options.locale,
              kinds: PartKinds(options.kinds)),
            log: &log)
          opened.sources += sources
          opened.formats += Array(repeating: export.format, count: sources.count)
        }
        opened.inputs.append(input)
      } catch {
        // What a stopped run could not unpack is no fault of the input.
        try Task.checkCancellation()
        throw ExportError.input(error.message)
      }
    }
    guard !opened.sources.isEmpty else {
      throw ExportError.input("\(options.inputs.joined(separator: ", ")): contains no conversation")
    }
    return opened
  }
}
