import Frames
import SiteFiles
import SiteWriter
import TestSupport
import Testing

/// A text diff of two sites stays small: what one message changes in the files.
@Suite struct DiffSizeTests {
  /// A page of 500 messages, with `change` made to message 250 or `other`.
  private func page(changing: Int? = nil, to text: String = "") throws -> String {
    var chat = SampleChat()
    for number in 0..<500 {
      if number % 60 == 0 { chat.day("Day \(number / 60)", "2026-05-0\(number / 60 + 1)") }
      let isMine = number / 3 % 2 == 0
      chat.message(
        number == changing ? text : "Message \(number) of many", isMine ? .outgoing : .incoming,
        sender: isMine ? "Ana" : "Bo", anchor: "\(number)")
    }
    let pages = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
    return String(
      decoding: pages.page(
        PageModel(title: "Chat", number: 1, hasNext: true, language: SampleChat.language), rows: chat.rows),
      as: UTF8.self
    )
  }

  @Test(
    "A message changed at the same height changes at most 6 lines", arguments: [0, 1, 13, 249, 250, 498, 499])
  func sameHeight(number: Int) throws {
    let difference = lineDifference(from: try page(), to: try page(changing: number, to: "short"))
    #expect((1...6).contains(difference.count), "\(difference)")
  }

  @Test("A message changed in height changes at most 10 lines", arguments: [0, 1, 13, 249, 250, 498, 499])
  func otherHeight(number: Int) throws {
    let long = String(repeating: "and then it went on and on ", count: 9)
    let difference = lineDifference(from: try page(), to: try page(changing: number, to: long))
    #expect((4...10).contains(difference.count), "\(difference)")
  }
}
