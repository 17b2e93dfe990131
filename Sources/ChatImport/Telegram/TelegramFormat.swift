import ChatModel

/// Exports of Telegram Desktop.
enum TelegramFormat: FormatReader {
  static let name = "Telegram Desktop (result.json)"
  static let capabilities: [FormatCapability] = []
  static func recognises(_ input: ImportInput) -> Bool { false }
  static func open(
    _ input: ImportInput, options: ImportOptions, log: inout DiagnosticLog
  ) throws(ImportError) -> [any ConversationSource] { [] }
}
