package import ImportKit

/// Formats of chats for teams and communities, whose texts are Markdown of some kind.
package enum Teams {
  /// The formats of the target, in no particular order.
  package static let formats: [any FormatReader.Type] = [
    DiscordFormat.self,
    DiscordPackageFormat.self,
    SlackFormat.self,
    MattermostFormat.self,
    MicrosoftTeamsFormat.self,
    GoogleChatFormat.self,
    MatrixFormat.self,
    ZulipFormat.self,
    RocketChatFormat.self,
    SkypeFormat.self,
  ]
}
