import ChatImport
import ChatModel

/// Opens the inputs: recognises each one's format and lists its conversations.
struct InputReader {
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
      throw ExportError.usage("no input was given; name the exported file or folder")
    }
    try options.check()
    var opened = Inputs()
    for path in options.inputs {
      do throws(ImportError) {
        let input = try ImportInput(path: path)
        let format = try ImportFormat.recognise(input)
        let sources = try format.open(
          input, options: ImportOptions(timeZone: options.timeZone, me: options.me, locale: options.locale),
          log: &log)
        opened.inputs.append(input)
        opened.sources += sources
        opened.formats += Array(repeating: format, count: sources.count)
      } catch {
        throw ExportError.input(error.message)
      }
    }
    guard !opened.sources.isEmpty else {
      throw ExportError.input("\(options.inputs.joined(separator: ", ")): no conversation was found in it")
    }
    return opened
  }
}
