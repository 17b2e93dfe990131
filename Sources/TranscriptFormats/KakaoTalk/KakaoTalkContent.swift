import ChatModel
import ImportKit

/// KakaoTalk's placeholder words for content it does not export.
enum KakaoTalkContent {
  private static let files: [String: Attachment.Kind] = [
    "사진": .image, "photo": .image, "photos": .image, "동영상": .video, "video": .video,
    "videos": .video, "이모티콘": .sticker,
    "emoticon": .sticker,
    "emoticons": .sticker, "sticker": .sticker, "스티커": .sticker, "음성메시지": .voice, "음성 메시지": .voice,
    "voice note": .voice,
    "voice message": .voice, "写真": .image, "動画": .video, "スタンプ": .sticker,
  ]
  /// The word before the name of a file, contact or location and a colon.
  private static let fileWords: Set<String> = ["파일", "file", "ファイル"]
  private static let contactWords: Set<String> = ["연락처", "contact", "連絡先"]
  private static let locationWords: Set<String> = ["지도", "map", "위치", "location", "地図"]
  private static let deleted: Set<String> = [
    "삭제된 메시지입니다", "this message was deleted", "메시지가 삭제되었습니다", "the message was deleted", "削除されたメッセージです",
  ]
  private static let voiceCalls = ["보이스톡", "voice call", "그룹 보이스톡", "그룹콜", "group call"]
  private static let videoCalls = ["페이스톡", "video call", "face talk", "라이브톡", "live talk ended", "live talk"]
  private static let missed = ["부재중", "응답없음", "응답 없음", "missed", "no answer"]
  private static let begun: Set<String> = ["", "해요"]
  private static let otherOutcomes = ["취소", "거절", "canceled", "cancelled", "declined", "종료", "ended"]
  /// The ends of notices that CSV attributes to the person they are about.
  private static let noticeEnds = [
    "님이 들어왔습니다.", "님이 나갔습니다.", "님을 초대했습니다.", "님을 초대하였습니다.", "님을 내보냈습니다.", " joined this chatroom.",
    " left this chatroom.", "님이 방장이 되었습니다.", "님이 부방장이 되었습니다.",
  ]
  /// Other notices that Windows has as lines: hidden messages, and what open chats show newcomers, which may follow another
  /// notice in its line.
  private static let noticeLines: Set<String> = [
    "관리자가 메시지를 가렸습니다.", "채팅방 관리자가 메시지를 가렸습니다.", "메시지가 삭제되었습니다.", "불법촬영물 등 식별 및 게재제한 조치 안내",
    "관리자만 말하기 기능이 활성화되었습니다.", "관리자만 말하기 기능이 해제되었습니다.",
  ]
  private static let lineEnds =
    noticeEnds + [
      "운영정책을 위반한 메시지로 신고 접수 시 카카오톡 이용에 제한이 있을 수 있습니다.", "서비스 이용 시 유의하여 주시기 바랍니다.",
    ]

  /// The most bytes of a placeholder.
  private static let limit = 400

  /// Sets the content of a draft from a message's text.
  static func set(_ text: String, of draft: inout MessageDraft) {
    guard text.utf8.count <= limit, !text.utf8.contains(0x0A), let content = content(text) else {
      draft.text = MessageText(text, markup: .plain)
      return
    }
    switch content {
    case .files(let attachments): draft.attachments = attachments
    case .part(let part): draft.part = part
    }
  }

  /// True if CSV has a notice that begins with the name of the person it is about.
  static func isNotice(_ text: String, of name: String) -> Bool {
    text.utf8.count <= limit && text.hasPrefix(name) && noticeEnds.contains { text.hasSuffix($0) }
  }

  /// Splits notices from the end of a message of Windows, where they are lines without a head. In English they begin with one of
  /// `names`, because people write such words as well.
  static func withoutNotices(
    _ text: String, names: Set<String>
  ) -> (text: String, notices: [String]) {
    guard text.utf8.contains(0x0A) else { return (text, []) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var notices: [String] = []
    func isNotice(_ text: Substring) -> Bool {
      let line = String(text).trimmingSpaces
      if noticeLines.contains(line) || lineEnds.contains(where: { line.hasSuffix($0) }) {
        return true
      }
      guard line.hasSuffix("."), line.utf8.count <= limit else { return false }
      let verb = line.hasSuffix(" left.") ? line.range(of: " left.") : line.range(of: " invited ")
      return verb.map { names.contains(String(line[..<$0.lowerBound])) } ?? false
    }
    while lines.count > 1, let last = lines.last, isNotice(last) {
      notices.insert(String(last), at: 0)
      lines.removeLast()
    }
    return (notices.isEmpty ? text : lines.joined(separator: "\n"), notices)
  }

  private enum FilesOrPart {
    case files([Attachment])
    case part(any MessagePart)
  }

  private static func content(_ text: String) -> FilesOrPart? {
    let key = text.phraseKey
    if let kind = files[key] ?? file(inSigns: key) { return .files([missing(kind)]) }
    if deleted.contains(key) { return .part(Deletion()) }
    if let count = photoCount(key) { return .files(Array(repeating: missing(.image), count: count)) }
    if let call = call(key) { return .part(call) }
    guard let colon = text.range(of: ": ") else { return nil }
    let (word, name) = (
      text[..<colon.lowerBound].lowercased(), String(text[colon.upperBound...]).trimmingSpaces
    )
    guard !name.isEmpty else { return nil }
    if fileWords.contains(word) {
      var attachment = missing(Attachment.Kind(ofFileNamed: name))
      attachment.kind = .file
      attachment.name = name
      return .files([attachment])
    }
    if contactWords.contains(word) { return .part(Contact(name: name)) }
    if locationWords.contains(word) { return .part(Unsupported(kind: "location", text: name)) }
    return nil
  }

  /// The kind in `(이모티콘)`, `(이모티콘_Muzi)` and `‹사진 읽지 않음>`, a photo that was not opened; nil for other texts.
  private static func file(inSigns key: String) -> Attachment.Kind? {
    let words = key.dropFirst().dropLast()
    switch key.first {
    case "(" where key.last == ")":
      let kind = files[String(words.prefix { $0 != "_" })]
      return kind == .sticker ? kind : nil
    case "<", "‹":
      let unread = " 읽지 않음"
      return words.hasSuffix(unread) ? files[String(words.dropLast(unread.count))] : nil
    default: return nil
    }
  }

  private static func missing(_ kind: Attachment.Kind) -> Attachment {
    var attachment = Attachment(kind: kind)
    attachment.absence = .unavailable
    return attachment
  }

  /// The number in `사진 3장` and `3 photos`, at most 30, as many as the app sends at once.
  private static func photoCount(_ key: String) -> Int? {
    var digits = key[...]
    if key.hasPrefix("사진 "), key.hasSuffix("장") {
      digits = key.dropFirst(3).dropLast()
    } else if key.hasSuffix(" photos") {
      digits = key.dropLast(7)
    } else {
      return nil
    }
    guard let count = Int(digits), 1...30 ~= count else { return nil }
    return count
  }

  /// `보이스톡 해요`, `보이스톡 1:23`, `페이스톡 부재중`, `Voice Call`.
  private static func call(_ key: String) -> Call? {
    for (words, medium) in [(voiceCalls, "audio"), (videoCalls, "video")] {
      guard let word = words.first(where: { key.hasPrefix($0) }) else { continue }
      let rest = String(key.dropFirst(word.count)).trimmingSpaces
      if begun.contains(rest) { return Call(medium: medium) }
      if missed.contains(rest) { return Call(medium: medium, outcome: "missed") }
      if otherOutcomes.contains(rest) { return Call(medium: medium, outcome: rest) }
      let parts = rest.split(separator: ":", omittingEmptySubsequences: false).map {
        $0.count <= 3 ? Int($0) : nil
      }
      guard 2...3 ~= parts.count, !parts.contains(nil) else { return nil }
      return Call(medium: medium, duration: Double(parts.reduce(0) { $0 * 60 + ($1 ?? 0) }))
    }
    return nil
  }
}
