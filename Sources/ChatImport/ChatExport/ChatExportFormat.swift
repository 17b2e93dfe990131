import ChatModel

/// Our own conversation format.
enum ChatExportFormat: FormatReader {
  static let name = "chatexport/1"
  static let capabilities: [FormatCapability] = []
  static func recognises(_ input: ImportInput) -> Bool { false }
  static func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] { [] }
}
