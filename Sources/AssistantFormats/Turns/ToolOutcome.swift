import ImportKit

/// The facts by which records of tools say that a call failed. Words in a result never count, because a tool may print any.
enum ToolOutcome {
  /// True if the members of a call or result say that it failed: a flag, a status, or the code with which a program ended.
  static func hasFailed(_ value: JSONValue?) -> Bool {
    guard let value, value.isObject else { return false }
    return hasErrorFlag(value) || value["success"]?.flag == false
      || failures.contains(value["status"]?.text?.lowercased() ?? "")
      || hasFailureCode(value) || hasFailureCode(value["metadata"]) || hasFailureCode(value["outcome"])
      || value["outcome"]?["type"]?.text == "timeout"
  }

  /// True if a result has the flag for errors of the Model Context Protocol or of Anthropic's interface.
  static func hasErrorFlag(_ value: JSONValue?) -> Bool {
    value?["isError"]?.flag == true || value?["is_error"]?.flag == true
  }

  /// True if a program ended with a code other than 0.
  static func hasFailureCode(_ value: JSONValue?) -> Bool {
    ["exit_code", "exitCode", "return_code", "returncode"].contains { (value?[$0]?.integer ?? 0) != 0 }
  }

  private static let failures: Set = ["failed", "failure", "error", "declined", "timed_out"]

  // MARK: Lines

  /// True if the lines that Codex writes before the output of a command have an exit code other than 0.
  ///
  /// The lines end with `Output:`. If another line comes first, they are the output of a tool.
  static func hasFailureCode(inHeadOf text: String) -> Bool {
    guard let first = text.utf8.first, "CEPW".utf8.contains(first) else { return false }
    var hasFailed = false
    for line in text.split(separator: "\n", maxSplits: 10, omittingEmptySubsequences: false) {
      if line == "Output:" { return hasFailed }
      guard let name = heads.first(where: line.hasPrefix) else { return false }
      if name == heads[0] || name == heads[1] { hasFailed = (Int(line.dropFirst(name.count)) ?? 0) != 0 }
    }
    return false
  }

  private static let heads = [
    "Exit code: ", "Process exited with code ", "Wall time: ", "Duration: ", "Total output lines: ",
    "Chunk ID: ", "Process running with session ID ", "Original token count: ", "Command: ", "Warning: ",
  ]

  /// True if the lines that Gemini CLI writes after the output of a command have an exit code other than 0.
  static func hasFailureCode(atEndOf text: String) -> Bool {
    for line in text.trimmingEnd.split(separator: "\n").suffix(tails.count).reversed() {
      guard let name = tails.first(where: line.hasPrefix) else { return false }
      if name == tails[0] { return (Int(line.dropFirst(name.count)) ?? 0) != 0 }
    }
    return false
  }

  private static let tails = [
    "Exit Code: ", "Error: ", "Signal: ", "Background PIDs: ", "Process Group PGID: ",
  ]
}
