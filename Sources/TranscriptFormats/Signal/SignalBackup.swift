import ChatModel
import Digests
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The frames of a backup, one after the other: people and groups come before their chats, and these before the messages.
struct SignalBackup {
  /// A person, group or other peer of a chat.
  struct Recipient {
    /// Equal in all exports of an account, unlike the recipient's id, which some apps renumber: the account's id, else the phone
    /// number.
    var key: String
    var name: String
    /// Names that Signal does not show, such as the profile's beside a nickname.
    var otherNames: [String] = []
    var isSelf = false
  }

  private let conversion: Conversion
  private let root: InputFolder
  private var ownName: String?
  private var recipients: [String: Recipient] = [:]
  /// Recipients' ids by their account's id in Base64.
  private var accounts: [String: String] = [:]
  /// For each chat its recipient's id.
  private var chats: [String: String] = [:]
  private var unknownFrames: Set<String> = []
  /// True if the export says which recipient is its owner, whether or not they wrote.
  private var knowsOwner = false

  private let firstTimes: SignalFirstTimes

  init(conversion: Conversion, root: InputFolder, firstTimes: SignalFirstTimes) {
    (self.conversion, self.root, self.firstTimes) = (conversion, root, firstTimes)
  }

  mutating func add(_ frame: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let member = frame.members.first else { return }
    switch member.name {
    // The first line: the version, and a secret that must not come out.
    case "version", "backupTimeMs", "mediaRootBackupKey", "currentAppVersion", "firstAppVersion", "debugInfo":
      break
    case "account":
      let names = [member.value["givenName"]?.text, member.value["familyName"]?.text]
      ownName = Self.joined(names) ?? member.value["username"]?.text
    case "recipient": addRecipient(member.value)
    case "chat":
      if let id = member.value["id"]?.identifier { chats[id] = member.value["recipientId"]?.identifier }
    case "chatItem": try addItem(member.value, origin, &log)
    case "stickerPack", "adHocCall", "notificationProfile", "chatFolder": break
    default:
      guard unknownFrames.insert(member.name).inserted else { return }
      log.append(
        Diagnostic(
          .note, "unknown-frame", "frames of kind `\(member.name.prefix(60))` are unknown and were left out",
          at: origin))
    }
  }

  static func joined(_ names: [String?]) -> String? {
    let words = names.compactMap(\.self).filter { !$0.isEmpty }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private mutating func addRecipient(_ value: JSONValue) {
    guard let id = value["id"]?.identifier else { return }
    if let contact = value["contact"] {
      let nickname = contact["nickname"]
      let names = [
        Self.joined([nickname?["given"]?.text, nickname?["family"]?.text]),
        Self.joined([contact["systemGivenName"]?.text, contact["systemFamilyName"]?.text]),
        Self.joined([contact["profileGivenName"]?.text, contact["profileFamilyName"]?.text]),
        contact["e164"]?.identifier.map { "+" + $0 }, contact["username"]?.text,
      ].compactMap(\.self).filter { !$0.isEmpty }
      let accountID = ["aci", "pni"].lazy.compactMap { contact[$0]?.text.flatMap(Self.accountID) }.first
      recipients[id] = Recipient(
        key: accountID ?? contact["e164"]?.identifier ?? id, name: names.first ?? "?",
        otherNames: Array(names.dropFirst()))
      for member in ["aci", "pni"] { if let account = contact[member]?.text { accounts[account] = id } }
    } else if let group = value["group"] {
      // The master key opens the group to others, so only its digest is stored.
      let secret = group["masterKey"]?.text ?? ""
      let key = secret.isEmpty ? id : SHA256.hexDigest(of: secret.utf8Span.span)
      recipients[id] = Recipient(
        key: key, name: group["snapshot"]?["title"]?["title"]?.text ?? group["name"]?.text ?? "?")
    } else if value["self"] != nil {
      recipients[id] = Recipient(key: Self.ownerKey, name: ownName ?? "?", isSelf: true)
      knowsOwner = true
    } else {
      let other = value.members.first { member in member.name != "id" }
      let kind = other?.name ?? "?"
      let name = other?.value["name"]?.text ?? kind
      let isNotes = kind == "releaseNotes"
      recipients[id] = Recipient(key: isNotes ? kind : "\(kind) \(name)", name: isNotes ? "Signal" : name)
    }
  }

  /// The key of the owner, whose account id is not in the export.
  static let ownerKey = "self"

  /// Returns an account's id as Signal shows it, in hexadecimal digits, or nil if `text` is not 16 bytes in Base64.
  private static func accountID(_ text: String) -> String? {
    guard let bytes = Data(base64Encoded: text), bytes.count == 16 else { return nil }
    return hexadecimal(Array(bytes))
  }

  /// Returns bytes as hexadecimal digits.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private func addItem(_ item: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let chat = item["chatId"]?.identifier ?? "?"
    let peer = chats[chat].flatMap { recipients[$0] }
    let title = peer?.name ?? "?"
    let builder = conversion.conversation(
      "chat \(peer?.key ?? chats[chat] ?? chat)", id: title, title: title, root: root)
    builder.knowsOwner = knowsOwner
    let people = SignalPeople(builder: builder, recipients: recipients, accounts: accounts, ownName: ownName)
    let reader = SignalItemReader(
      people: people, root: root, origin: origin, firstTimes: firstTimes,
      edited: conversion.shared { SignalEditedMessages() })
    try reader.add(item, &log)
  }
}

/// The people of a conversation, by their numbers in the backup.
struct SignalPeople {
  let builder: ConversationBuilder
  let recipients: [String: SignalBackup.Recipient]
  let accounts: [String: String]
  let ownName: String?

  /// Returns the participant with a recipient's id.
  func participant(_ id: String?) -> ParticipantIndex? {
    guard let id else { return nil }
    let recipient = recipients[id]
    let index = builder.participant(
      key(id), name: recipient?.name ?? "?", isMe: recipient?.isSelf ?? false)
    for name in recipient?.otherNames ?? [] { builder.note(name, of: index) }
    return index
  }

  /// Returns the key of the participant with a recipient's id.
  func key(_ id: String) -> String { recipients[id]?.key ?? id }

  /// Returns the participant with an account's id in Base64.
  func participant(account: String?) -> ParticipantIndex? {
    guard let account else { return nil }
    return participant(accounts[account] ?? recipients.first { $0.value.isSelf }?.key)
  }

  func name(account: String?) -> String {
    account.flatMap { accounts[$0] }.flatMap { recipients[$0]?.name } ?? ownName ?? "?"
  }
}
