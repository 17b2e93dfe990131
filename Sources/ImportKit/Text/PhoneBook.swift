/// The people of an address book by their phone numbers, addresses and ids.
///
/// Numbers are compared as in ``PhoneNumberKeys``; anything else by its letters, ignoring case.
package struct PhoneBook<Person: Hashable & Sendable>: Sendable {
  /// By ``PhoneNumber/written``, or by the text in lower case.
  private var people: [String: Person] = [:]
  /// The numbers with their countries' codes.
  private var numbers = PhoneNumberKeys()
  /// The people with numbers without a code, by the numbers' keys; nil if two people share one.
  private var dialled: [String: Person?] = [:]

  package init() {}

  /// True if it has no people.
  package var isEmpty: Bool { people.isEmpty }

  /// Adds a number, an address or an id. If two people share one, the first counts.
  package mutating func add(_ address: String, _ person: Person) {
    let exact = Self.exact(address)
    guard !exact.isEmpty, people[exact] == nil else { return }
    people[exact] = person
    guard let number = PhoneNumber(address) else { return }
    guard !number.hasCountryCode else { return numbers.note(address) }
    if let known = dialled[number.key] {
      if known != person { dialled[number.key] = .some(nil) }
    } else {
      dialled[number.key] = person
    }
  }

  /// Returns the person with a number, an address or an id; nil if there is none, or several people may be meant.
  package func person(_ address: String) -> Person? {
    if let person = people[Self.exact(address)] { return person }
    guard let number = PhoneNumber(address) else { return nil }
    if !number.hasCountryCode {
      return people[numbers.key(of: address)] ?? dialled[number.key] ?? nil
    }
    // The book may have it without the code.
    let found = Set(number.dialled.compactMap { dialled[$0] ?? nil })
    return found.count == 1 ? found.first : nil
  }

  private static func exact(_ address: String) -> String {
    PhoneNumber(address)?.written ?? address.trimmingSpaces.lowercased()
  }
}
