import ArgumentParser
import ExportPipeline

/// No arguments, or the arguments `help` and `help WORD`, `-h` and `--help`, by which only help is requested.
///
/// The parser has a command `help` of its own, which has no topics and prints the program's help for unknown words.
enum HelpRequest {
  case start
  case program
  case command(any ParsableCommand.Type)
  case topic(HelpTopic)

  private static let commands: [String: any ParsableCommand.Type] = [
    "check": CheckCommand.self, "convert": ConvertCommand.self, "diff": DiffCommand.self,
    "export": ExportCommand.self, "inspect": InspectCommand.self, "merge": MergeCommand.self,
    "plan": PlanCommand.self,
    "verify": VerifyCommand.self,
  ]

  /// The words after `help`: the names of commands, and the topics.
  static let words = commands.keys.sorted() + HelpTopic.allCases.map(\.rawValue)

  /// The request in the arguments; nil if there is none.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if there is no help on the word.
  init?(_ arguments: [String]) throws(ExportError) {
    switch (arguments.first, arguments.count) {
    case (nil, _): self = .start
    case ("help", 1), ("-h", 1), ("--help", 1): self = .program
    case ("help", 2):
      let word = arguments[1]
      if let topic = HelpTopic(rawValue: word) {
        self = .topic(topic)
      } else if let command = Self.commands[word] {
        self = .command(command)
      } else if word.hasPrefix("-") {
        return nil
      } else {
        throw .usage("there is no help on '\(word)'; name a command, or \(HelpTopic.names)")
      }
    default: return nil
    }
  }

  /// The text to print.
  var text: String {
    switch self {
    case .start: Self.startText
    case .program: Self.programText
    case .command(let command): ChatExportCommand.helpMessage(for: command)
    case .topic(let topic): topic.text
    }
  }

  /// The first words of the help of the program, with examples.
  private static var startText: String {
    let text = programText
    let start = text.firstRange(of: "\n\nARGUMENTS:").map { String(text[..<$0.lowerBound]) } ?? text
    return start + "\n\n'chatexport help' lists options and commands."
  }

  /// The help of the program: examples and options of `export`, the default command, then the commands and topics.
  private static var programText: String {
    let program = ChatExportCommand.helpMessage()
    let export = ChatExportCommand.helpMessage(for: ExportCommand.self)
    guard let overview = program.firstRange(of: "\n\nUSAGE:"),
      let commands = program.firstRange(of: "SUBCOMMANDS:"),
      let examples = export.firstRange(of: "\n\nExamples:")
    else { return program }
    return program[..<overview.lowerBound] + export[examples.lowerBound...] + "\n"
      + program[commands.lowerBound...] + "\n  'chatexport help TOPIC' tells about \(HelpTopic.names)."
  }
}
