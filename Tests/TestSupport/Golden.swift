public import Testing

#if canImport(Glibc)
  private import Glibc
#else
  private import Darwin
#endif

/// Compares `text` with the file `Goldens/<name>` beside the calling test, line by line.
///
/// `GOLDEN=accept` writes the file instead; review it with `git diff`. A missing file fails.
public func expectGolden(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder =
    filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/") + "/Goldens"
  expectText(text, atPath: folder + "/" + name, sourceLocation: sourceLocation)
}

/// Compares `text` with the file at `path`, line by line.
///
/// `GOLDEN=accept` writes the file instead; review it with `git diff`. A missing file fails.
public func expectText(
  _ text: String, atPath path: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  let name = parts.suffix(2).joined(separator: "/")
  if environment("GOLDEN") == "accept" {
    if !write(text, to: path, in: parts.dropLast().joined(separator: "/")) {
      Issue.record("cannot write \(path)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let expected = contents(of: path) else {
    Issue.record(
      "no file \(name); look at the output, then accept it with GOLDEN=accept:\n\(text)",
      sourceLocation: sourceLocation)
    return
  }
  guard expected != text else { return }
  Issue.record(
    """
    \(name) differs (− expected, + now); accept with GOLDEN=accept
    \(lineDifference(from: expected, to: text).joined(separator: "\n"))
    """, sourceLocation: sourceLocation)
}

/// The lines that differ, `-` for those only in `old` and `+` for those only in `new`, as a shortest edit.
public func lineDifference(from old: String, to new: String) -> [String] {
  let old = old.split(separator: "\n", omittingEmptySubsequences: false)
  let new = new.split(separator: "\n", omittingEmptySubsequences: false)
  return new.difference(from: old).map { change in
    switch change {
    case .remove(let line, let text, _): "-\(line + 1): \(text)"
    case .insert(let line, let text, _): "+\(line + 1): \(text)"
    }
  }
}

/// The value of an environment variable, or nil.
public func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// A file's text, or nil when it cannot be read or is not UTF-8.
private func contents(of path: String) -> String? {
  guard let file = unsafe fopen(path, "rb") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    if count == 0 { return String(validating: bytes, as: UTF8.self) }
    bytes.append(contentsOf: buffer[..<count])
  }
}

private func write(_ text: String, to path: String, in folder: String) -> Bool {
  unsafe mkdir(folder, 0o755)
  guard let file = unsafe fopen(path, "wb") else { return false }
  defer { unsafe fclose(file) }
  let bytes = Array(text.utf8)
  return unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
}
