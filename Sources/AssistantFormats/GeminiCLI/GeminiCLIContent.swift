import ChatModel
import ImportKit

/// The parts of a message's content, or of a tool's output, in the form of the Gemini interface: a text, a part, or a list of them.
struct GeminiCLIContent {
  private(set) var text = ""
  private(set) var thoughts: [String] = []
  /// Files in Base64.
  private(set) var files: [(type: String?, data: String, name: String?)] = []
  /// Files that only have an address.
  private(set) var addresses: [String] = []
  private(set) var calls: [JSONValue] = []
  private(set) var results: [JSONValue] = []
  private(set) var unknown: [JSONValue] = []

  init(_ content: JSONValue?) {
    guard let content else { return }
    for part in content.isArray ? content.elements : [content] { add(part) }
  }

  private mutating func add(_ part: JSONValue) {
    if let text = part.text ?? part["text"]?.text {
      if part["thought"]?.flag == true { thoughts.append(text) } else { self.text += text }
    } else if let file = part["inlineData"], let data = file["data"]?.text {
      files.append((file["mimeType"]?.text, data, file["displayName"]?.text))
    } else if let file = part["fileData"], let address = file["fileUri"]?.text {
      addresses.append(file["displayName"]?.text ?? address)
    } else if let call = part["functionCall"] {
      calls.append(call)
    } else if let result = part["functionResponse"] {
      results.append(result)
    } else if let code = part["executableCode"]?["code"]?.text {
      text += "\n```\(part["executableCode"]?["language"]?.text?.lowercased() ?? "")\n\(code)\n```\n"
    } else if let output = part["codeExecutionResult"]?["output"]?.text {
      text += "\n```\n\(output)\n```\n"
    } else if part["thoughtSignature"] == nil || part.members.count > 1 {
      unknown.append(part)
    }
  }

  /// Returns the files, extracting the ones in Base64 to `folder`.
  func attachments(in folder: ExtractedFiles) throws(ImportError) -> [Attachment] {
    var attachments: [Attachment] = []
    for file in files {
      attachments.append(
        try InlineFile.attachment(base64: file.data, type: file.type, name: file.name, files: folder))
    }
    for address in addresses {
      var missing = Attachment(kind: Attachment.Kind(ofFileNamed: address), name: String(address.prefix(200)))
      missing.absence = .unavailable
      attachments.append(missing)
    }
    return attachments
  }
}
