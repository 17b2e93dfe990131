import ChatModel

/// Logs of IRC clients and bouncers.
enum IRCFormat: FormatReader {
  static let name = "IRC logs"
  static let capabilities: [FormatCapability] = []
  static func recognises(_ input: ImportInput) -> Bool { false }
  static func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] { [] }
}
