import ArgumentParser
import ExportPipeline

/// `chatexport convert`: writes conversations as files for programs or people instead of a site.
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write the conversations as files for other programs, with their attachments.",
    usage: "chatexport convert <inputs> ... --out <file|dir> [--as <form>] [options]",
    discussion: """
      Examples:
        chatexport convert 'WhatsApp Chat.zip' --out chat.jsonl
        chatexport convert telegram-export --out chats/
        chatexport convert chat.jsonl --as text --out - | less
      """)

  @OptionGroup(title: UsualOptions.title) var output: ConversionOutput

  @OptionGroup var shared: SharedOptions

  @OptionGroup var redacting: RedactionOptions

  @Flag(exclusivity: .exclusive)
  var attachments: AttachmentFlag?

  @Flag(help: "Replace files even if chatexport did not write them.")
  var force = false

  @Flag(
    help:
      "Exit with code 1 if a message could not be read in full, or the input has text in parts that chatexport does not know."
  )
  var strict = false

  @OptionGroup var running: RunOptions

  @Option(
    help: ArgumentHelp("Write a report of the run as JSON; - is standard output.", valueName: "file"),
    completion: .file())
  var report: String?

  func validate() throws {
    try shared.checkInputs()
  }

  func run() async throws {
    guard !output.out.isEmpty else {
      throw ExportError.usage("--out is empty; name the file or folder to write to")
    }
    var reading = try shared.checked(output: output.out)
    reading.attachments = attachments?.attachments ?? .shared
    reading.force = force
    try redacting.set(&reading)
    let options = try ConvertOptions(reading, form: output.form, splitsByDay: output.split == .day)
    guard !options.isStandardOutput || report != "-" else {
      throw ExportError.usage("--out and --report are both standard output; name a file for one of them")
    }
    let file = try report.map { path throws(ExportError) in try ReportFile(path: path, for: reading) }
    let started = Console.now()
    let done = try await running.finish { try await Converter(options).run(progress: $0) }
    try file?.write(done)
    if !running.quiet {
      let count = done.conversations.count
      let conversations = count > 1 ? " of \(counted(count, "conversation"))" : ""
      let time = Summary.seconds(Console.now() - started)
      Console.error(
        Console.text(
          of: [
            "\(counted(done.messageCount, "message"))\(conversations) in \(time): \(options.isStandardOutput ? "standard output" : output.out)"
          ]
            + Summary.redaction(of: done) + Summary.findings(of: done)))
    }
    if strict, done.losses > 0 || done.hasUnknownTexts { throw ExitStatus(code: 1) }
  }
}

/// The file or folder of a conversion, and its form.
struct ConversionOutput: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("out"), .customLong("output")],
    help: ArgumentHelp(
      "The file to write, or a folder, which gets a file for each conversation; - is standard output, without attachments.",
      valueName: "file|dir|-"),
    completion: .file())
  var out: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form of the output: \(ConvertOptions.formList) (default: by the ending of the file's name, else chatexport).",
      valueName: "form"),
    completion: .list(ConvertOptions.forms))
  var form: String?

  @Option(
    help: ArgumentHelp(
      "Write a file for each day of a conversation; for \(ConvertOptions.splittingForms).", valueName: "day"))
  var split: SplitChoice?
}

/// The spans of time that can have files of their own.
enum SplitChoice: String, ExpressibleByArgument, CaseIterable { case day }
