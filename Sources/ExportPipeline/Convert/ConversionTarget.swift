import ImportKit
import OutputFormats
import Redaction
import SiteFiles
import SystemCalls

/// The file or folder that a conversion writes, or standard output.
struct ConversionTarget: Sendable {
  /// The output while it is written; nil for standard output.
  private let output: StagedOutput?
  private let options: ConvertOptions
  /// The file's name without its ending, and the ending.
  private let (stem, ending): (String, String)
  /// The name of the folder of attachments.
  private let folder: String

  /// Begins the output.
  ///
  /// - Throws: `OutputError` if something else has its name.
  init(_ options: ConvertOptions) throws(OutputError) {
    self.options = options
    let name = options.reading.output.split(separator: "/").last.map(String.init) ?? ""
    let dot = options.isFolder ? nil : name.dropFirst().lastIndex(of: ".")
    stem = dot.map { String(name[..<$0]) } ?? name
    ending = dot.map { String(name[name.index(after: $0)...]) } ?? options.form.endings[0]
    // Files of several forms beside each other have folders of their own: `chat-media` of `chat.jsonl`, `chat.txt-media` of `chat.txt`.
    let owner = ending == "jsonl" ? stem : name
    folder = options.form.embedsFiles ? ".\(stem)-files" : options.isFolder ? "media" : "\(owner)-media"
    let form = options.form
    guard !options.isStandardOutput else {
      output = nil
      return
    }
    output = try StagedOutput(
      at: options.reading.output,
      as: options.isFolder ? .folder(companion: folder) : .file(companion: folder),
      keeping: options.reading.readPaths, force: options.reading.force
    ) { path in
      guard let file = try? SystemCall.openFileItself(path) else { return false }
      defer { SystemCall.close(file) }
      var head = [UInt8](repeating: 0, count: OutputForms.headSize)
      guard let count = try? SystemCall.read(file, at: 0, into: &head) else { return false }
      return form.isOwn(Array(head.prefix(count)))
    }
  }

  /// Throws if `count` conversations do not fit the output.
  func check(count: Int) throws(ExportError) {
    guard !options.isFolder, count > 1 else { return }
    throw .usage(
      "\(options.isStandardOutput ? "standard output is one file" : "\(options.reading.output) is the name of a file"), but the inputs have \(count) conversations; give the name of a folder"
    )
  }

  /// Returns the store of attachments, of a redacted output with the redaction of files.
  func files(_ method: ExportOptions.Attachments, redaction: FileRedaction?) -> ConvertedFiles {
    ConvertedFiles(output, folder: folder, by: method, redaction: redaction)
  }

  /// Removes the attachments, for a form that has them in its files.
  func removeFiles() { output?.removeFolder(folder) }

  /// Puts the finished output at its path.
  ///
  /// - Throws: `OutputError`; the existing output is then unchanged.
  func commit() throws(OutputError) { try output?.commit() }

  /// Removes everything written.
  func abandon() { output?.abandon() }

  /// Returns the files of a conversation.
  func outputFiles(of survey: ConversationSurvey) -> OutputFiles {
    guard let output else { return OutputFiles(standardOutputEnding: ending) }
    return OutputFiles(in: output.staging, stem: options.isFolder ? survey.folderName : stem, ending: ending)
  }
}
