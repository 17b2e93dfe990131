import ChatImport
import ChatModel
import ImportKit

/// Opens the inputs: recognises each one's format and lists its conversations.
struct InputOpener {
  private let options: ExportOptions

  init(_ options: ExportOptions) { self.options = options }

  struct Inputs: Sendable {
    var sources: [any ConversationSource] = []
    /// The format of each source.
    var formats: [ImportFormat] = []
    var inputs: [ImportInput] = []
    /// The kind of room that each source is.
    var rooms: [ConversationInfo.Room] { zip(sources, formats).map { $0.info.room ?? $1.room } }

    /// Removes the sources but those with these indices.
    mutating func keep(_ indices: [Int]) {
      guard indices.count != sources.count else { return }
      sources = indices.map { sources[$0] }
      formats = indices.map { formats[$0] }
    }
  }

  /// Opens all inputs. `progress` gets the state while messages are converted.
  ///
  /// - Throws: ``ExportError`` if there is no conversation, or an option is wrong.
  func open(
    log: inout DiagnosticLog, progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws -> Inputs {
    guard !options.inputs.isEmpty else {
      throw ExportError.usage("no input was given; name the exported file, folder or zip")
    }
    try options.check()
    var opened = Inputs()
    let names: ParticipantNames
    do throws(ImportError) {
      names = try ParticipantNames(files: options.aliases)
    } catch {
      throw ExportError.usage("--alias \(error.message)")
    }
    let map: TableMap?
    do throws(TableMap.Mistake) {
      map = try options.map.map { lines throws(TableMap.Mistake) in try TableMap(lines: lines, name: "--map")
      }
    } catch {
      throw ExportError.usage(error.message)
    }
    do throws(ImportError) {
      var exports: [(format: ImportFormat, input: ImportInput)] = []
      for path in options.inputs {
        let input = try ImportInput(path: path).mapped(by: map)
        for warning in input.warnings { log.append(warning) }
        exports += try ImportFormat.exports(in: input, log: &log)
        opened.inputs.append(input)
      }
      var importOptions = ImportOptions(
        timeZone: options.timeZone, me: options.me, locale: options.locale, dateOrder: options.dateOrder,
        charset: options.charset)
      importOptions.kinds = PartKinds(options.kinds)
      importOptions.names = names
      importOptions.keepsOrder = options.keepsOrder
      importOptions.joins = ChosenJoins(options.joins)
      let tally = ProgressTally(Progress(.opening), report: progress)
      importOptions.progress = { tally.add(messages: $0) }
      for (format, source) in try ImportFormat.open(exports, options: importOptions, log: &log) {
        opened.sources.append(source)
        opened.formats.append(format)
      }
      if map != nil, !opened.formats.contains(.table) {
        log.append(
          Diagnostic(
            .warning, "unused-map", "--map is for tables, and no input is one that it fits; it is not used"))
      }
      for pair in importOptions.joins.unused {
        log.append(
          Diagnostic(
            .warning, "unknown-join",
            "--join '\(pair)' joins nothing: give two titles of conversations of one format, or the paths of their inputs"
          ))
      }
    } catch {
      // After cancellation, the input may be half unpacked.
      try Task.checkCancellation()
      throw Exporter.described(error)
    }
    guard !opened.sources.isEmpty else {
      throw ExportError.input("\(options.inputs.joined(separator: ", ")): contains no conversation")
    }
    return opened
  }
}
