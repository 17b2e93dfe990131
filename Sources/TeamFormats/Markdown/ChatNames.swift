import ImportKit

/// Names for the numbers in texts that were exported as typed: `<@&role>`, `<#channel>`, `<@person>`.
struct ChatNames {
  var roles: [String: String] = [:]
  var people: [String: String] = [:]
  var channels: [String: String] = [:]
}
