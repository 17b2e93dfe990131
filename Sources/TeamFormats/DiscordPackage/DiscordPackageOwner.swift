import ImportKit

/// The owner of a data package and the owner's friends, from `user.json`.
struct DiscordPackageOwner {
  let id: String
  let name: String
  /// Friends in the file's order.
  private(set) var friends: [(id: String, name: String)] = []

  /// Reads `user.json`; null if the package has none.
  init(_ value: JSONValue) {
    let name = ["global_name", "username"].lazy.compactMap { value[$0]?.text }.first { !$0.isEmpty }
    self.name = name ?? "Owner"
    id = value["id"]?.identifier ?? value["username"]?.text ?? "owner"
    for friend in value["relationships"]?.elements ?? [] {
      let user = friend["user"] ?? friend
      let names = [friend["nickname"], friend["display_name"], user["global_name"], user["username"]]
      guard let id = user["id"]?.identifier,
        let name = names.lazy.compactMap({ $0?.text }).first(where: { !$0.isEmpty })
      else { continue }
      friends.append((id, name))
    }
  }

  /// Returns the name of the friend with this id, or nil.
  func name(of id: String) -> String? { friends.first { $0.id == id }?.name }
}
