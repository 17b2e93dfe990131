package import ImportKit

/// Formats of chats for teams and communities, whose texts are Markdown of some kind.
package enum Teams {
  package static var discord: any FormatReader.Type { DiscordFormat.self }
  package static var discordPackage: any FormatReader.Type { DiscordPackageFormat.self }
  package static var slack: any FormatReader.Type { SlackFormat.self }
  package static var mattermost: any FormatReader.Type { MattermostFormat.self }
}
