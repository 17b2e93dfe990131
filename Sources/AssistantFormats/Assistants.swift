package import ImportKit

/// Formats of conversations with assistants and of agents' sessions.
package enum Assistants {
  package static var chatGPT: any FormatReader.Type { ChatGPTFormat.self }
  package static var claudeAI: any FormatReader.Type { ClaudeAIFormat.self }
  package static var openAI: any FormatReader.Type { OpenAIFormat.self }
  package static var claudeCode: any FormatReader.Type { ClaudeCodeFormat.self }
  package static var codex: any FormatReader.Type { CodexFormat.self }
  package static var geminiCLI: any FormatReader.Type { GeminiCLIFormat.self }
  package static var gemini: any FormatReader.Type { GeminiFormat.self }
  package static var copilot: any FormatReader.Type { CopilotFormat.self }
}
