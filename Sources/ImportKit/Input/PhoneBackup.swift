/// The files read from an iPhone's backup, which names its files by digests of their paths.
package enum PhoneBackup {
  /// The name of `sms.db` in a backup: the SHA-1 of `HomeDomain-Library/SMS/sms.db`.
  package static let messages = "3d0d7e5fb2ce288813306e4d4636395e047a3d28"
  /// The name of `AddressBook.sqlitedb` in a backup: the SHA-1 of `HomeDomain-Library/AddressBook/AddressBook.sqlitedb`.
  package static let contacts = "31bb7ba8914766d4ba40d6dfb6113c8b614be442"

  /// All of them.
  package static let files: Set<String> = [messages, contacts]
}
