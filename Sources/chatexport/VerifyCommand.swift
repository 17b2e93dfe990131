import ArgumentParser
import ExportPipeline
import SiteReading
import Verification

/// `chatexport verify`: checks a site against its manifest, and against the inputs it was made of.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Check that a site is unchanged, and with inputs, that it was made of them, message by message.",
    discussion: """
      Examples:
        chatexport verify site
        chatexport verify site 'WhatsApp Chat.zip'
      The exit code is 1 if anything is not as it should be. What this proves and what not: docs/verifying.md.
      """)

  @Argument(help: "The folder of the site.", completion: .directory)
  var site: String

  @Argument(
    help: "The files, folders or archives that the site was made of, in the order of the export.",
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var files: FileOptions

  @Option(
    help: ArgumentHelp("Number of files to read in parallel (default: number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let options = try files.options(inputs: inputs, jobs: jobs)
    let run = Task {
      let verification = try await SiteVerifier(site, jobs: options.jobs).verify()
      return inputs.isEmpty ? verification : try await InputComparison(options).compare(verification)
    }
    let interruption = Interruption { run.cancel() }
    defer { interruption.finish() }
    let result: Verification
    do { result = try await run.value } catch is CancellationError { interruption.end() }
    try Console.result(json ? result.json : VerificationText(result, inputs: inputs).text)
    if result.findingCount > 0 { throw ExitStatus(code: 1) }
  }
}

/// The result of a verification as text for a terminal.
struct VerificationText {
  let text: String

  /// The most findings of a kind that are listed one by one.
  private static let findingLimit = 50

  init(_ result: Verification, inputs: [String]) {
    var lines = [
      "\(result.site): \(counted(result.files, "file")), \(counted(result.conversations, "conversation")), \(counted(result.pages, "page")), \(counted(result.messages, "message")), \(counted(result.attachments, "attachment"))"
    ]
    lines += Self.comparison(result, inputs)
    lines += Self.signature(result)
    lines += Self.findings(result)
    text = Console.text(of: lines)
  }

  private static func comparison(_ result: Verification, _ inputs: [String]) -> [String] {
    guard let comparison = result.comparison else { return [] }
    var lines = [
      "inputs: \(inputs.joined(separator: ", ")); \(comparison.equalPages) of \(counted(comparison.pages, "page")) are byte for byte what they give"
    ]
    if let version = comparison.otherVersion {
      lines.append(
        "the site was made by version \(version) and this is \(ChatExportVersion.current): words, people, times and files of messages are compared, not the layout"
      )
    }
    if comparison.derivedFiles > 0 {
      lines.append(
        "\(counted(comparison.derivedFiles, "other file")) (search, lists, statistics) also \(comparison.derivedFiles == 1 ? "differs" : "differ"), because \(comparison.derivedFiles == 1 ? "it follows" : "they follow") from the messages"
      )
    }
    return lines
  }

  private static func signature(_ result: Verification) -> [String] {
    var lines: [String] = []
    switch (result.signature, result.signature?.isValid) {
    case (nil, _): lines.append("signature: none")
    case (let signature?, true?):
      lines.append(
        "signature: valid, by the key \(signature.key ?? ""); whose key that is, is not known here")
    case (let signature?, nil):
      lines.append(
        "signature: by a key of the kind \(signature.kind ?? ""), which is not checked here; use: ssh-keygen -Y verify"
      )
    case (_, false?): lines.append("signature: not valid")
    }
    for file in result.timeStamps {
      lines.append("time stamp: \(file), which is not checked here; use: openssl ts -verify")
    }
    return lines
  }

  private static func findings(_ result: Verification) -> [String] {
    guard result.findingCount > 0 else {
      return [
        result.comparison == nil
          ? "good: every file is as the manifest states"
          : "good: the site is unchanged, and made of the inputs"
      ]
    }
    var lines: [String] = []
    for kind in Finding.Kind.allCases {
      guard let count = result.counts[kind] else { continue }
      lines.append("\(kind.rawValue): \(count)")
      for finding in result.findings.lazy.filter({ $0.kind == kind }).prefix(findingLimit) {
        lines.append("  \(finding.file)\(message(finding.message)): \(finding.text)")
      }
      if count > findingLimit { lines.append("  \(count - findingLimit) more; --json lists them") }
    }
    return lines + [counted(result.findingCount, "finding")]
  }

  private static func message(_ message: NamedMessage?) -> String {
    guard let message else { return "" }
    let index = message.index.map { ", number \($0 + 1)" } ?? ""
    let sender = message.sender.map { ", \($0)" } ?? ""
    let time = message.time.map { ", \($0)" } ?? ""
    return "#\(message.id)\(index)\(sender)\(time)"
  }
}
