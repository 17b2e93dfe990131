import ImportKit

/// The parts of Discord’s data package that are left out on purpose.
extension DiscordPackageFormat {
  static let omissions: [Omission] = [
    Omission(
      .accountData,
      "discriminator", "username"),
    // The ids of people, whose names are not in the package.
    Omission(
      .bookkeeping,
      "recipients[]"),
  ]
}
