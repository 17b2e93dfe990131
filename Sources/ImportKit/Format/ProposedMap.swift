/// A map that the columns of a table suggest by their names and values.
public struct ProposedMap: Sendable, Equatable {
  /// A column of the map.
  public struct Column: Sendable, Equatable {
    /// The field of `--map`.
    public var field: String
    /// The column, or several with `+` between them.
    public var column: String
    /// The values that speak for it, in words.
    public var evidence: String

    /// Creates a column.
    package init(field: String, column: String, evidence: String) {
      (self.field, self.column, self.evidence) = (field, column, evidence)
    }
  }

  /// The map.
  public let map: TableMap
  /// The columns of the map, in the order in which they are looked for.
  public let columns: [Column]
  /// The columns that are not proposed for anything.
  public let others: [String]

  /// Creates a proposal.
  package init(map: TableMap, columns: [Column], others: [String]) {
    (self.map, self.columns, self.others) = (map, columns, others)
  }

  /// The option for a shell: `--map 'at=created_at,from=sender,text=body'`.
  public var option: String { "--map \(map.list.quotedForShell)" }

  /// The columns with the reasons, one a line, and the columns that are left over.
  public var lines: [String] {
    let width = columns.map { $0.field.utf8.count + $0.column.count }.max() ?? 0
    let lines = columns.map { column in
      let pair = "\(column.field)=\(column.column)"
      return pair + String(repeating: " ", count: max(0, width + 1 - pair.count)) + "   \(column.evidence)"
    }
    return others.isEmpty ? lines : lines + ["not used: \(others.prefix(30).joined(separator: ", "))"]
  }

  func message(path: String) -> String {
    "\(path) is a table in no known format; its columns suggest this map:\n\n"
      + lines.map { "  \($0)\n" }.joined()
      + "\nCheck it with 'chatexport check', or read the table with it:\n\n"
      + "  chatexport \(path.quotedForShell) \(option) --out site\n"
  }
}

extension String {
  /// The text as one word of a shell command.
  fileprivate var quotedForShell: String {
    let isPlain =
      !isEmpty && !hasPrefix("-")
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || 0x30...0x39 ~= $0.value || "._-/=,+:@%".unicodeScalars.contains($0)
      }
    return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
