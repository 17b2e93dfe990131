package import ImportKit

/// Formats of conversations with assistants and of agents' sessions.
package enum Assistants {
  /// The formats of the target, in no particular order.
  package static let formats: [any FormatReader.Type] = [
    ChatGPTFormat.self,
    ClaudeAIFormat.self,
    OpenAIFormat.self,
    ClaudeCodeFormat.self,
    CodexFormat.self,
    GeminiCLIFormat.self,
    GeminiFormat.self,
    CopilotFormat.self,
    CopilotCLIFormat.self,
    OpenCodeFormat.self,
    CursorFormat.self,
    LMStudioFormat.self,
    OpenWebUIFormat.self,
    LibreChatFormat.self,
    LlamaCppFormat.self,
    AIStudioFormat.self,
    GrokFormat.self,
    DeepSeekFormat.self,
  ]
}
