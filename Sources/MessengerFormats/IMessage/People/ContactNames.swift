import ChatModel
import ImportKit

/// An address book's names for phone numbers and e-mail addresses.
struct ContactNames {
  /// A person in an address book.
  struct AddressBookEntry: Hashable, Sendable {
    /// Unique among all address books of the export.
    var id: String
    var name: String
  }
  private var contacts = PhoneBook<AddressBookEntry>()

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
      contacts.add(
        Self.plain(address), AddressBookEntry(id: "\(book).\(rows.integer(0))", name: name))
    }
  }

  /// Returns the contact with this number or address, or nil.
  func contact(_ address: String) -> AddressBookEntry? { contacts.person(Self.plain(address)) }

  /// Returns the digits of a phone number next to words, such as an extension, with its plus sign; anything else unchanged.
  private static func plain(_ address: String) -> String {
    guard !address.contains("@"), PhoneNumber(address) == nil else { return address }
    let digits = address.filter { $0.isASCII && $0.isNumber }
    // A sender's name may have some, too.
    guard digits.utf8.count >= 8 else { return address }
    return address.contains("+") ? "+\(digits)" : digits
  }
}
