import ImportKit

/// The files of an input about messages: the database, the contacts, and the folders of attachments.
struct IMessageExport {
  let database: ImportInput
  let paths: AttachmentPaths
  /// The folder that the paths of attachments are relative to.
  let root: InputFolder
  /// The databases of contacts.
  let contacts: [ImportInput]

  /// Finds the files of `input`: a database, or a folder with one that ``databasePath(in:)`` knows.
  init(_ input: ImportInput) throws(ImportError) {
    if input.bytes != nil {
      self.init(file: input)
    } else {
      try self.init(folder: input)
    }
  }

  private init(folder input: ImportInput) throws(ImportError) {
    guard let (path, layout) = Self.databasePath(in: input) else {
      throw .unreadable(path: input.path, reason: "it has no database of messages")
    }
    database = try input.file(named: path)
    paths = AttachmentPaths(layout, in: input.folder)
    root = input.folder
    contacts = input.files.filter(Self.isContacts).compactMap { try? input.file(named: $0) }
  }

  private init(file: ImportInput) {
    database = file
    if file.name == PhoneBackup.messages,
      let folder = file.folder.parent(of: String(PhoneBackup.messages.prefix(2)))
    {
      (paths, root) = (AttachmentPaths(.backup, in: folder), folder)
    } else {
      (paths, root) = (AttachmentPaths(.beside, in: file.folder), file.folder)
    }
    let folder = root
    let sources = (try? folder.folder("AddressBook").files()) ?? []
    let names =
      ["AddressBook-v22.abcddb", "AddressBook.sqlitedb", "31/\(PhoneBackup.contacts)"]
      + sources.map { "AddressBook/\($0)" }.filter(Self.isContacts)
    contacts = names.compactMap { name in
      (try? folder.bytes(of: name)).map {
        ImportInput(path: folder.path(of: name), $0, in: folder.folder(holding: name))
      }
    }
  }

  /// Returns the path of the database in a folder whose files belong together, or nil.
  ///
  /// A database with neither attachments, contacts nor unmerged changes next to it is an export by itself, whatever else is in the folder.
  static func databasePath(in folder: ImportInput) -> (
    path: String, layout: AttachmentPaths.AttachmentLayout
  )? {
    let files = folder.files
    func has(_ name: String) -> Bool { files.contains(name) }
    if has("Manifest.db") || has("Manifest.mbdb") || has("Manifest.plist") {
      for path in ["3d/\(PhoneBackup.messages)", PhoneBackup.messages] where has(path) {
        return (path, .backup)
      }
    }
    let belongs = files.contains { $0.hasPrefix("Attachments/") || isContacts($0) }
    for path in ["chat.db", "sms.db"] where has(path) && (belongs || has("\(path)-wal")) {
      return (path, .beside)
    }
    let inDomain = ["HomeDomain/Library/SMS/sms.db", "Library/SMS/sms.db"].first(where: has)
    return inDomain.map { ($0, .domains) }
  }

  private static func isContacts(_ path: String) -> Bool {
    path.hasSuffix(".abcddb") || path.hasSuffix("AddressBook.sqlitedb")
      || path.hasSuffix(PhoneBackup.contacts)
  }
}

extension InputFolder {
  /// The parent of this folder on disk, if this one is called `name`.
  fileprivate func parent(of name: String) -> InputFolder? {
    guard case .disk = location else { return nil }
    if path == name { return InputFolder(onDisk: ".") }
    guard path.hasSuffix("/\(name)") else { return nil }
    let parent = String(path.dropLast(name.count + 1))
    return InputFolder(onDisk: parent.isEmpty ? "/" : parent)
  }
}
