import Testing

@testable import ExportPipeline

/// Private steps of the survey; their rules are easier to read here than through whole exports.
@Suite struct RelationTests {
  /// An index of messages named by their index, with the given parents; `asides` are turns of agents.
  private func branches(_ parents: [String?], asides: Set<Int> = []) throws -> BranchIndex {
    var ids = IDSurvey()
    var branches = BranchIndex()
    for (index, parent) in parents.enumerated() {
      ids.append("\(index)")
      if let parent { branches.append(parent: parent, of: index, isAside: asides.contains(index)) }
    }
    _ = try ids.finish { branches.findParents($0) }
    branches.finish()
    return branches
  }

  private func elsewhere(_ branches: BranchIndex, _ count: Int) -> [Int] {
    (0..<count).filter { branches.isOffBranch($0) }
  }

  @Test("A line of turns has no branches")
  func line() throws {
    let index = try branches([nil, "0", "1", "2"])
    #expect(elsewhere(index, 4) == [])
    #expect((0..<4).allSatisfy { index.alternatives(to: $0) == nil })
  }

  @Test("Of two answers the one that leads to the latest message is current, whichever came first")
  func latest() throws {
    // 0 → 1 → 4 and 0 → 2 → 3
    let index = try branches([nil, "0", "0", "2", "1"])
    #expect(elsewhere(index, 5) == [2, 3])
    #expect(index.alternatives(to: 1) == .init(indexes: [1, 2], number: 0))
    #expect(index.alternatives(to: 2) == .init(indexes: [1, 2], number: 1))
    #expect(index.alternatives(to: 4) == nil)
  }

  @Test("A branching on another branch is elsewhere as a whole")
  func nested() throws {
    // 0 → (1 → (2, 3), 4)
    let index = try branches([nil, "0", "1", "1", "0"])
    #expect(elsewhere(index, 5) == [1, 2, 3])
    #expect(index.alternatives(to: 3) == .init(indexes: [2, 3], number: 1))
  }

  @Test("Turns of agents are elsewhere, and no alternatives")
  func asides() throws {
    // 0 → (1 → 3, 2 → 4, 5 → (6, 7)), where 1 to 4 are turns of two agents
    let index = try branches([nil, "0", "0", "1", "2", "0", "5", "5"], asides: [1, 2, 3, 4])
    #expect(elsewhere(index, 8) == [1, 2, 3, 4, 6])
    #expect((0..<6).allSatisfy { index.alternatives(to: $0) == nil })
    #expect(index.alternatives(to: 7) == .init(indexes: [6, 7], number: 1))
  }

  @Test(
    "Parents that come later, are unknown, or are the message itself are none",
    arguments: [[nil, "2", "1", "2"], ["0", "0", "9", ""], ["1", "0", "1", "1"], ["3", "3", "3", "3"]])
  func odd(parents: [String?]) throws {
    let index = try branches(parents)
    for message in 0..<4 { _ = (index.isOffBranch(message), index.alternatives(to: message)) }
    #expect(!index.isOffBranch(3) || !index.isOffBranch(2))
    #expect(!index.isOffBranch(-1) && index.alternatives(to: .max) == nil)
  }

  @Test("A long line and a wide fork take no more than a moment")
  func large() throws {
    let count = 20_000
    let line = try branches([nil] + (1..<count).map { "\($0 - 1)" })
    #expect(elsewhere(line, count) == [])
    let fork = try branches([nil] + (1..<count).map { _ in "0" })
    #expect(elsewhere(fork, count).count == count - 2)
  }

  @Test("Threads are counted by their root, and lead to the first answer")
  func threads() {
    var threads = ThreadIndex()
    threads.append(root: "a", of: 3)
    threads.append(root: "b", of: 4)
    threads.append(root: "a", of: 9)
    #expect(threads.answers(to: "a") == .init(count: 2, first: 3))
    #expect(threads.answers(to: "b") == .init(count: 1, first: 4))
    #expect(threads.answers(to: "c") == nil && threads.answers(to: "") == nil)
  }
}

/// Threads by answers: which messages are joined, and who is first.
@Suite struct ReplyThreadTests {
  private func threads(_ answers: (Int, Int)...) -> ReplyThreads {
    ReplyThreads(answers.map { (message: UInt32($0.0), answered: UInt32($0.1)) })
  }

  @Test("Answers to answers, and to one message, are one thread, whatever their order")
  func joined() {
    for threads in [threads((5, 2), (7, 5), (9, 2)), threads((9, 2), (7, 5), (5, 2))] {
      #expect(threads.messages == [2, 5, 7, 9])
      #expect(threads.firsts == [0, 0, 0, 0])
    }
  }

  @Test("An answer to an earlier and one to a later message join two threads")
  func merged() {
    let threads = threads((3, 1), (4, 2), (4, 3), (8, 8))
    #expect(threads.messages == [1, 2, 3, 4])
    #expect(threads.firsts == [0, 0, 0, 0])
  }

  @Test("Threads apart keep apart")
  func apart() {
    let threads = threads((3, 1), (4, 2))
    #expect(threads.firsts == [0, 1, 0, 1])
  }

  @Test("A chain of a hundred thousand answers takes a moment, in either order")
  func chain() {
    let count = 100_000
    for order in [Array(1..<count), (1..<count).reversed()] {
      let threads = ReplyThreads(order.map { (UInt32($0), UInt32($0 - 1)) })
      #expect(threads.messages.count == count && threads.firsts.allSatisfy { $0 == 0 })
    }
  }
}
