import ChatModel
import ImportKit

/// The people of a database: their phone numbers and e-mail addresses, grouped by person.
struct IMessagePeople {
  /// A person, identified by one of their addresses.
  struct IMessagePerson: Equatable {
    /// The first of their addresses in the database.
    var key: String
    /// From an address book.
    var name: String?
  }
  private var people: [Int64: IMessagePerson] = [:]
  private var keys: [String: IMessagePerson] = [:]
  private let contacts: ContactNames

  init(_ database: SQLiteDatabase, _ contacts: ContactNames) throws(SQLiteError) {
    self.contacts = contacts
    let columns = try database.columns(of: "handle")
    guard columns.contains("id") else { return }
    // The system's own identifier of a person, since macOS 10.13.
    let person = columns.contains("person_centric_id") ? "person_centric_id" : "NULL"
    var scan = try SQLiteScan(
      database, "SELECT ROWID, id, \(person) FROM handle WHERE ROWID >= ?1 ORDER BY ROWID")
    var firsts: [String: IMessagePerson] = [:]
    while try scan.next() {
      guard let address = scan.row.text(1), !address.isEmpty else { continue }
      let contact = contacts.contact(address)
      let identity = scan.row.text(2).flatMap { $0.isEmpty ? nil : "p\($0)" } ?? contact.map { "c\($0.id)" }
      let own = keys[address] ?? IMessagePerson(key: address, name: contact?.name)
      let person = identity.flatMap { firsts[$0] } ?? own
      if let identity { firsts[identity] = person }
      people[scan.row.integer(0)] = person
      keys[address] = person
    }
  }

  /// The person with the ROWID of a handle, or nil.
  func person(_ handle: Int64) -> IMessagePerson? { people[handle] }

  /// True if somebody has this address or name.
  func knows(_ addressOrName: String) -> Bool {
    keys[addressOrName] != nil || keys.values.contains { $0.name == addressOrName }
  }

  /// The person with an address, which need not be in the database's list.
  func person(address: String) -> IMessagePerson {
    keys[address] ?? IMessagePerson(key: address, name: contacts.contact(address)?.name)
  }
}
