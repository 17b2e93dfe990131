import Foundation
import RichText
import TestSupport

/// The samples of twitter-text's `extract.yml` (Twitter, Inc., Apache-2.0) for what we look for too.
enum TwitterText {
  struct Sample {
    var section: String
    var text: String
    var expected: [String]
  }

  static func samples() throws -> [Sample] {
    let sections: Set = [
      "mentions", "urls", "urls_with_directional_markers", "tco_urls_with_params", "hashtags",
    ]
    var samples: [Sample] = []
    var section = ""
    var isExpecting = false
    for line in try OutsideData.lines("conformance/twitter-text/extract.yml") {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      if indent == 2, words.hasSuffix(":") { section = String(words.dropLast()) }
      guard sections.contains(section) else { continue }
      if let value = words.value(of: "text") {
        samples.append(Sample(section: section, text: scalar(value), expected: []))
      } else if let value = words.value(of: "expected") {
        isExpecting = value.isEmpty
        if !value.isEmpty { samples[samples.count - 1].expected = list(value) }
      } else if isExpecting, words.hasPrefix("- "), indent >= 6 {
        samples[samples.count - 1].expected.append(scalar(words.dropFirst(2)))
      } else {
        isExpecting = false
      }
    }
    return samples
  }

  /// Why a sample is not ours.
  static func reason(_ sample: Sample, found: [String]) -> String {
    let text = sample.text
    switch sample.section {
    case "mentions":
      if found.count < sample.expected.count {
        return "a mention starts a word here, and has two characters at least"
      }
      return "names may have letters beyond ASCII, and be long: chats are not one network"
    case "hashtags":
      if found.count < sample.expected.count {
        return "a hashtag starts a word, and has letters, digits and _ only"
      }
      return "hashtags after punctuation and of other scripts"
    default:
      if text.contains("$") || text.contains("@") { return "users and variables in addresses" }
      if sample.expected.contains(where: { $0.contains("✪") || $0.contains("_.") }) {
        return "symbols and underscores that no registry allows in a host"
      }
      if found.count < sample.expected.count {
        return "a host must be one: labels, and a top-level domain where there is no scheme"
      }
      if found.count > sample.expected.count {
        return "hosts that twitter-text does not take: of one label, or without a space before"
      }
      return "where an address ends: UTS #58 instead of twitter-text's own characters"
    }
  }

  /// A YAML scalar in double or single quotes, or plain.
  private static func scalar(_ text: Substring) -> String {
    if text.hasPrefix("'"), text.hasSuffix("'") {
      return String(text.dropFirst().dropLast()).replacing("''", with: "'")
    }
    guard text.hasPrefix("\"") else { return String(text) }
    return list("[\(text)]").first ?? ""
  }

  /// A YAML list on one line, which is JSON but for escapes of eight digits.
  private static func list(_ text: Substring) -> [String] {
    var json = ""
    var rest = text
    while let escape = rest.range(of: "\\U") {
      json += rest[..<escape.lowerBound]
      let digits = rest[escape.upperBound...].prefix(8)
      if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
        json.unicodeScalars.append(scalar)
      }
      rest = rest[digits.endIndex...]
    }
    json += rest
    return (try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]) ?? ["?\(text)"]
  }
}

extension Substring {
  fileprivate func value(of key: String) -> Substring? {
    hasPrefix(key + ":") ? dropFirst(key.count + 1).drop { $0 == " " } : nil
  }
}

/// The examples of the GFM specification and of the extensions' tests.
enum GFMExamples {
  struct Example {
    var markdown: String
    var html: String
  }

  /// The examples of a file whose heading holds `section`.
  static func all(_ file: String, section: String) throws -> [Example] {
    var examples: [Example] = []
    var (isInside, state) = (false, 0)
    var (markdown, html) = ("", "")
    for line in try OutsideData.lines("conformance/cmark-gfm/\(file)") {
      if line.hasPrefix("````````````````````") {
        if state == 0, line.contains("example") {
          (state, markdown, html) = (1, "", "")
        } else {
          if isInside { examples.append(Example(markdown: markdown.replacing("→", with: "\t"), html: html)) }
          state = 0
        }
      } else if state == 1, line == "." {
        state = 2
      } else if state == 1 {
        markdown += line + "\n"
      } else if state == 2 {
        html += line + "\n"
      } else if line.hasPrefix("## ") {
        isInside = line.contains(section)
      }
    }
    return examples
  }

  /// The addresses that the HTML links, as our policy writes them.
  static func links(in html: String) -> [String] {
    html.components(separatedBy: "<a href=\"").dropFirst().map { part in
      String(part.prefix { $0 != "\"" }).replacing("&amp;", with: "&").replacing("&quot;", with: "\"")
    }
  }

  /// Why a link is only theirs, or only ours.
  static func reason(_ link: String, isOurs: Bool) -> String {
    if link.contains("%F0%9F") { return "no registry allows emoji in a host" }
    if link.hasPrefix("ftp") || link.hasPrefix("irc") || !link.contains(":") {
      return "a scheme that is not allowed"
    }
    if link.hasPrefix("http://www.") || link.hasPrefix("https://www.") {
      return "a host without scheme leads to https"
    }
    if link.hasPrefix("mailto:") || link.contains("@") {
      return "an e-mail address needs a top-level domain, and ends with it"
    }
    return isOurs ? "where a link ends: UTS #58" : "where a link ends: GFM"
  }
}
