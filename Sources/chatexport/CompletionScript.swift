import ArgumentParser
import ExportPipeline

/// The script that makes a shell complete the program's arguments.
///
/// The parser makes it from the commands. It does not know that arguments without a command's name belong to `export`:
/// after `chatexport` it would offer commands but no files, and after a file nothing. Nor does it know the topics of
/// `help`. The missing lines are inserted here.
struct CompletionScript {
  /// The shells that a script can be made for: bash, zsh and fish.
  let shell: CompletionShell

  /// The requested script; nil if the arguments do not request one, or name no known shell.
  init?(_ arguments: [String]) {
    guard let first = arguments.first, first.hasPrefix(Self.option) else { return nil }
    let name =
      first == Self.option ? arguments.dropFirst().first : String(first.dropFirst(Self.option.count + 1))
    guard let shell = name.flatMap(CompletionShell.init(rawValue:)) else { return nil }
    self.shell = shell
  }

  private static let option = "--generate-completion-script"

  /// The text of the script.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if the parser's script lacks a line to put others beside. A test makes all scripts.
  func text() throws(ExportError) -> String {
    var text = ChatExportCommand.completionScript(for: shell)
    switch shell {
    case .bash:
      try Self.insert("(( COMP_CWORD > 1 )) || ", before: "COMPREPLY+=($(compgen -W 'export", in: &text)
      try Self.insert("\n        _chatexport_export", after: "help' -- \"${cur}\"))", in: &text)
      try Self.insert(
        "\n    (( COMP_CWORD > 2 )) || COMPREPLY+=($(compgen -W '\(Self.helpWords)' -- \"${cur}\"))",
        after: "_chatexport_help() {", in: &text)
    case .zsh:
      try Self.insert(Self.exportInZsh, before: "    local -ar arg_specs=(", in: &text)
      try Self.insert(
        "\n        _files && ret=0", after: "_describe -V subcommand subcommands && ret=0", in: &text)
      try Self.insert("1:topic:(\(Self.helpWords))' '", before: "*:subcommands:'", in: &text)
    default:
      // The options of `export`, as the script lists them for that command.
      guard let line = text.firstRange(of: "case 'export'\n"),
        let options = text[line.upperBound...].split(separator: "\n").first,
        let help = text.firstRange(of: "        case 'help'\n"),
        let end = text[help.upperBound...].firstIndex(of: "\n")
      else { throw Self.unknownForm }
      text.insert(contentsOf: Self.exportInFish(options), at: text.index(after: end))
      text += """

        complete -c 'chatexport' -n '__chatexport_should_offer_completions_for_positional "chatexport" -eq 1' -F
        complete -c 'chatexport' -n '__chatexport_should_offer_completions_for_positional "chatexport help" -eq 1' \
        -fa '\(Self.helpWords)'

        """
    }
    return text
  }

  /// The words after `help`, with blanks between them.
  private static let helpWords = HelpRequest.words.joined(separator: " ")

  private static let exportInZsh = """
        if [[ ${words[2]} == -?* ]] || { (( CURRENT > 2 )) && [[ ${words[2]} != (export|convert|check|verify|inspect|formats|plan|merge|help) ]] }; then
            _chatexport_export
            return
        fi

    """

  private static func exportInFish(_ options: Substring) -> String {
    """
            case ''
            case '*'
                set unparsed_tokens export $unparsed_tokens
    \(options)

    """
  }

  private static let unknownForm = ExportError.usage("the parser's script has another form than expected")

  private static func insert(_ line: String, after anchor: String, in text: inout String) throws(ExportError)
  {
    guard let found = text.firstRange(of: anchor) else { throw unknownForm }
    text.insert(contentsOf: line, at: found.upperBound)
  }

  private static func insert(_ lines: String, before anchor: String, in text: inout String)
    throws(ExportError)
  {
    guard let found = text.firstRange(of: anchor) else { throw unknownForm }
    text.insert(contentsOf: lines, at: found.lowerBound)
  }
}
