import ChatModel
import Frames

/// A message's share of an album: pictures and films that one person sent at once, as messages of their own.
///
/// Each message keeps its id, time and index; only their rows are drawn as one. Every message lays the whole album out, like one message
/// with several pictures, and keeps its own items: the first keeps the name, the last the bubble and its decorations, and one of them the
/// caption. Only the last row has a height. The other rows begin where it begins, so that their pictures are in its bubble and links to
/// them work.
public struct AlbumShare: Sendable, Equatable {
  /// The inputs of all messages, in order.
  public var inputs: [RowInput]
  /// The number of the message among them.
  public var number: Int

  /// A share; the inputs have one attachment each and at most one caption.
  public init(inputs: [RowInput], number: Int) { (self.inputs, self.number) = (inputs, number) }

  var isLast: Bool { number == inputs.count - 1 }

  /// The number of the message with the caption.
  fileprivate var captioned: Int {
    inputs.firstIndex { $0.message.caption.map { !$0.string.isEmpty } ?? false } ?? inputs.count - 1
  }

  /// The input of one message with everything in it.
  fileprivate var whole: RowInput? {
    guard let first = inputs.first, var whole = inputs.last else { return nil }
    let captioned = inputs[captioned]
    let last = whole.message
    whole.message = Message(
      id: last.id, sender: last.sender, instant: last.instant,
      content: .media(
        inputs.flatMap { $0.message.attachments }, caption: captioned.message.caption ?? .empty))
    whole.nearbyLanguage = captioned.nearbyLanguage
    whole.decoration.startsGroup = first.decoration.startsGroup
    whole.decoration.joinsAbove = first.decoration.joinsAbove
    whole.decoration.newDay = first.decoration.newDay
    whole.decoration.isFirst = first.decoration.isFirst
    whole.extras.emoji = captioned.emoji
    whole.extras.media = inputs.flatMap(\.media)
    whole.extras.album = nil
    return whole
  }
}

extension RowLayouter {
  /// Lays out the row of a message in an album.
  func albumFrames(_ share: AlbumShare, of input: RowInput) -> RowFrames? {
    guard let whole = share.whole else { return nil }
    var frames = bothFrames(for: whole)
    var own: [FrameItem] = []
    if !share.isLast { _ = addTime(of: input, maxWidth: mediaWidth, to: &own) }
    let time = own.first
    frames.frame = share.part(of: frames.frame, time: time)
    frames.wide = frames.wide.map { share.part(of: $0, time: time) }
    return frames
  }
}

extension AlbumShare {
  /// Returns the items of an album's frame that belong to the message. `time` is the message's own, which is invisible but spoken
  /// and copied.
  fileprivate func part(of frame: Frame, time: FrameItem?) -> Frame {
    let captioned = captioned
    var part = frame
    part.items = frame.items.filter { owner(of: $0, captioned: captioned) == number }
    if var time, let seen = frame.items.first(where: { $0.id.role == .time }) {
      time.rect.origin = seen.rect.origin
      part.items.append(time)
    }
    if !isLast { part.size.height = .zero }
    return part
  }

  /// Returns the number of the message that an item belongs to.
  private func owner(of item: FrameItem, captioned: Int) -> Int {
    switch item.id.role {
    case .image, .player, .badge, .fact, .icon, .label: max(0, Int(item.id.number))
    case .name: 0
    case .bubble, .time, .pill, .avatar, .status: inputs.count - 1
    default: captioned
    }
  }
}

extension Message {
  fileprivate var attachments: [Attachment] {
    if case .media(let attachments, _) = content { attachments } else { [] }
  }

  fileprivate var caption: MessageText? {
    if case .media(_, let caption) = content { caption } else { nil }
  }
}
