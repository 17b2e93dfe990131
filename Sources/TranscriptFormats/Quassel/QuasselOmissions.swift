import ImportKit

/// The parts of Quassel's database that are left out on purpose.
extension QuasselFormat {
  static let omissions: [Omission] = [
    // Accounts with their passwords, servers and settings.
    Omission(
      .accountData,
      "quasseluser.**", "network.**", "identity.**", "identity_nick.**", "ircserver.**", "user_setting.**",
      "coreinfo.**",
      "core_state.**"),
    Omission(
      .seen, "buffer.lastseenmsgid", "buffer.markerlinemsgid", "buffer.bufferactivity",
      "buffer.highlightcount"),
    Omission(.token, "buffer.key", "buffer.cipher"),
    Omission(.bookkeeping, "buffer.**"),
    Omission(
      .surroundings, "backlog.senderprefixes", "backlog.realname", "backlog.avatarurl", "sender.realname",
      "sender.avatarurl"),
  ]
}
