import ChatModel

/// The names that an address book has for phone numbers and e-mail addresses.
struct ContactNames {
  /// Somebody in an address book.
  struct AddressBookEntry: Equatable {
    /// Unique among all address books of the export.
    var id: String
    var name: String
  }
  private var byAddress: [String: AddressBookEntry] = [:]
  /// By the last nine digits, which are the same with and without the codes of country and trunk. Nil where two contacts have them.
  private var byDigits: [Substring: AddressBookEntry?] = [:]
  private static let digitCount = 9

  /// Reads address books of macOS (`AddressBook-v22.abcddb`) and of iOS (`AddressBook.sqlitedb`). One that cannot be read is left out.
  init(_ books: [ImportInput], log: inout DiagnosticLog) {
    for (index, book) in books.enumerated() {
      do throws(ImportError) {
        let database = try SQLiteDatabase(book, log: &log)
        do throws(SQLiteError) {
          try read(database, "\(index)")
        } catch {
          throw .unreadable(path: book.path, reason: error.words)
        }
      } catch {
        log.append(
          Diagnostic(
            .warning, "contacts-unreadable", "\(error.message); numbers are shown instead of its names",
            at: Origin(file: book.path)))
      }
    }
  }

  private mutating func read(_ database: SQLiteDatabase, _ book: String) throws(SQLiteError) {
    if try database.columns(of: "zabcdrecord").contains("zfirstname") {
      let name = "r.Z_PK, r.ZFIRSTNAME, r.ZLASTNAME, r.ZORGANIZATION, r.ZNICKNAME"
      try read(
        database, book,
        "SELECT \(name), p.ZFULLNUMBER FROM ZABCDPHONENUMBER p JOIN ZABCDRECORD r ON r.Z_PK = p.ZOWNER ORDER BY p.Z_PK"
      )
      try read(
        database, book,
        "SELECT \(name), e.ZADDRESS FROM ZABCDEMAILADDRESS e JOIN ZABCDRECORD r ON r.Z_PK = e.ZOWNER ORDER BY e.Z_PK"
      )
    } else if try database.columns(of: "abperson").contains("first") {
      // Property 3 is a phone number, 4 an e-mail address.
      try read(
        database, book,
        """
        SELECT p.ROWID, p.First, p.Last, p.Organization, p.Nickname, v.value FROM ABMultiValue v
        JOIN ABPerson p ON p.ROWID = v.record_id WHERE v.property IN (3, 4) ORDER BY v.ROWID
        """)
    }
  }

  private mutating func read(
    _ database: SQLiteDatabase, _ book: String, _ query: String
  ) throws(SQLiteError) {
    let rows = try database.statement(query)
    while try rows.step() {
      guard let address = rows.text(5), !address.isEmpty else { continue }
      let parts = [rows.text(1), rows.text(2)].compactMap { $0 }.filter { !$0.isEmpty }
      let others = [rows.text(4), rows.text(3)].compactMap { $0 }.filter { !$0.isEmpty }
      let name = parts.isEmpty ? others.first : parts.joined(separator: " ")
      guard let name else { continue }
      add(AddressBookEntry(id: "\(book).\(rows.integer(0))", name: name), address)
    }
  }

  private mutating func add(_ contact: AddressBookEntry, _ address: String) {
    let key = Self.key(address)
    if byAddress[key] == nil { byAddress[key] = contact }
    guard let end = Self.end(key) else { return }
    if let known = byDigits[end], known != contact {
      byDigits[end] = .some(nil)
    } else {
      byDigits[end] = contact
    }
  }

  /// Returns the contact with this number or address, or nil.
  func contact(_ address: String) -> AddressBookEntry? {
    let key = Self.key(address)
    return byAddress[key] ?? Self.end(key).flatMap { byDigits[$0] ?? nil }
  }

  /// An address in lower case; of a phone number its digits, with the sign of an international one.
  private static func key(_ address: String) -> String {
    guard !address.contains("@") else { return address.lowercased() }
    let digits = address.filter { $0.isASCII && $0.isNumber }
    return address.contains("+") ? "+\(digits)" : digits.isEmpty ? address.lowercased() : digits
  }

  private static func end(_ key: String) -> Substring? {
    guard !key.contains("@"), key.utf8.count >= digitCount else { return nil }
    return key.suffix(digitCount)
  }
}
