import ImportKit

/// The pages and files named in a message's metadata: results of a search, and citations of an answer.
struct ChatGPTSources {
  /// An entry for each: title, address and excerpt, in lines.
  private(set) var entries: [String] = []
  private var known: Set<String> = []

  private static let depthLimit = 5

  init(_ metadata: JSONValue?) {
    guard let metadata else { return }
    for name in ["search_result_groups", "content_references"] {
      for element in metadata[name]?.elements ?? [] { add(element, depth: 0) }
    }
    for element in metadata["_cite_metadata"]?["metadata_list"]?.elements ?? [] { add(element, depth: 0) }
    for element in metadata["citations"]?.elements ?? [] {
      if let source = element["metadata"] { add(source, depth: 0) }
    }
  }

  /// All of them as one text, or nil.
  var text: String? { entries.isEmpty ? nil : entries.joined(separator: "\n\n") }

  private mutating func add(_ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    let name = value["title"]?.text ?? value["name"]?.text
    let excerpts = ["snippet", "text", "description", "evidence_text"].compactMap { value[$0]?.text }
    let lines = ([name, value["url"]?.text] + excerpts).compactMap(\.self).filter { !$0.isBlank }
    // An address alone is a link in the answer, and the name of a thing is one of its words.
    let isName = lines.count == 1 && value["type"]?.text == "entity"
    if !isName, name?.isBlank == false || !excerpts.isEmpty {
      let entry = lines.joined(separator: "\n")
      if !lines.isEmpty, known.insert(entry).inserted { entries.append(entry) }
    }
    for member in value.members where member.value.isArray || member.value.isObject {
      add(member.value, depth: depth + 1)
    }
    for element in value.elements { add(element, depth: depth + 1) }
  }
}
