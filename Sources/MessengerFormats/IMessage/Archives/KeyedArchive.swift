import ImportKit

/// An archive of Cocoa's `NSKeyedArchiver` in a binary property list, which apps send with a message.
struct KeyedArchive {
  private let list: BinaryPropertyList
  private let objects: [Int]
  private let rootNumber: Int

  /// Returns nil if the bytes are not such an archive.
  init?(_ bytes: [UInt8]) {
    guard let list = BinaryPropertyList(bytes), let top = list.member("$top", of: list.root),
      let root = list.member("root", of: top), let objects = list.member("$objects", of: list.root),
      case .array(let numbers) = list.value(objects)
    else { return nil }
    (self.list, self.objects, rootNumber) = (list, numbers, root)
  }

  /// The outermost object.
  var root: ArchiveNode { ArchiveNode(archive: self, number: rootNumber) }

  /// Returns the property list's number for the value that `number` refers to.
  private func resolved(_ number: Int) -> Int? {
    guard case .archived(let index) = list.value(number) else { return number }
    // The first object means none.
    return index > 0 && objects.indices.contains(index) ? objects[index] : nil
  }

  private func node(_ number: Int) -> ArchiveNode? {
    resolved(number).map { ArchiveNode(archive: self, number: $0) }
  }

  /// An object of the archive. Its references are resolved on demand, so that cycles do no harm.
  struct ArchiveNode {
    fileprivate let archive: KeyedArchive
    fileprivate let number: Int

    fileprivate init(archive: KeyedArchive, number: Int) {
      self.archive = archive
      self.number = archive.resolved(number) ?? number
    }

    /// The member of this name, of an object or an archived dictionary.
    subscript(name: String) -> ArchiveNode? {
      let list = archive.list
      guard let keys = list.member("NS.keys", of: number), let values = list.member("NS.objects", of: number),
        case .array(let keys) = list.value(keys), case .array(let values) = list.value(values)
      else { return list.member(name, of: number).flatMap(archive.node) }
      for (key, value) in zip(keys, values) {
        // Parts of a message are counted, by numbers or by texts.
        if let key = archive.node(key), key.text ?? key.integer.map(String.init) == name {
          return archive.node(value)
        }
      }
      return nil
    }

    /// The elements of an archived list; empty for anything else.
    var elements: [ArchiveNode] {
      let list = archive.list
      let number = list.member("NS.objects", of: number) ?? number
      guard case .array(let elements) = list.value(number) else { return [] }
      return elements.compactMap(archive.node)
    }

    /// The text, also of an address or a mutable string; nil if there is none, or it is empty.
    var text: String? {
      let list = archive.list
      if case .text(let text) = list.value(number) { return text.isEmpty ? nil : text }
      for key in ["NS.relative", "NS.string"] {
        guard let member = list.member(key, of: number), let number = archive.resolved(member) else {
          continue
        }
        if case .text(let text) = list.value(number), !text.isEmpty { return text }
      }
      return nil
    }

    var integer: Int? {
      switch archive.list.value(number) {
      case .integer(let value): Int(exactly: value)
      case .real(let value): Int(exactly: value.rounded())
      default: nil
      }
    }
  }
}
