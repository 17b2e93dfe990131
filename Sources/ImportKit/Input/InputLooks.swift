import Synchronization

/// The views of a file's head by which formats are recognised. Each is made on first use, because twenty formats look at every
/// file: for 1,000 chats of Copilot, recognising them took half of the time of reading them.
package final class InputLooks: Sendable {
  private struct Looks {
    var shape: JSONShape?
    var probe: JSONProbe??
    var lines: [JSONLinesProbe.Line]?
  }
  private let looks = Mutex(Looks())

  func shape(of input: ImportInput) -> JSONShape {
    looks.withLock { looks in
      let shape = looks.shape ?? JSONShape(input)
      looks.shape = shape
      return shape
    }
  }

  func probe(of input: ImportInput) -> JSONProbe? {
    looks.withLock { looks in
      let probe = looks.probe ?? JSONProbe(input)
      looks.probe = probe
      return probe
    }
  }

  func lines(of input: ImportInput) -> [JSONLinesProbe.Line] {
    looks.withLock { looks in
      let lines = looks.lines ?? input.bytes.map { JSONLinesProbe($0).lines } ?? []
      looks.lines = lines
      return lines
    }
  }

  /// Forgets all views, which for thousands of files would take as much memory as the files' heads.
  package func clear() { looks.withLock { $0 = Looks() } }
}
