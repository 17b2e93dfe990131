import ImportKit

/// The words that programs use for columns and their values.
enum TableWords {
  /// Returns whether a value says yes; nil for other words than yes and no.
  static func isYes(_ word: String) -> Bool? {
    switch word {
    case "1", "true", "t", "yes", "y", "x", "on": true
    case "", "0", "false", "f", "no", "n", "off", "null", "none", "nil": false
    default: nil
    }
  }

  /// Returns whether a value says that a message is the owner's; nil for other words.
  static func isOwn(_ word: String) -> Bool? {
    switch word {
    case "out", "outgoing", "outbound", "sent", "send", "me", "self", "own", "from me", "from_me", "to": true
    case "in", "incoming", "inbound", "received", "receive", "other", "from": false
    default: isYes(word)
    }
  }

  // MARK: Members of objects in a column

  static let filePaths = [
    "path", "url", "uri", "href", "src", "file", "local_path", "localPath", "file_path",
  ]
  static let fileNames = ["name", "filename", "file_name", "fileName", "title"]
  static let emoji = ["emoji", "reaction", "key", "type", "name", "value"]
  static let people = ["users", "by", "user", "from", "sender", "people", "actors", "senders", "author"]
  static let counts = ["count", "total"]
  static let personNames = ["name", "displayName", "display_name", "username", "user", "nick", "id"]

  /// The text of the first of these members that has one.
  static func member(of value: JSONValue, _ names: [String]) -> String? {
    names.lazy.compactMap { value[$0]?.text }.first
  }

  // MARK: Names of columns

  /// The names by which columns speak for themselves, the surest first: in small letters, without signs, and for members of objects with
  /// the names on the way.
  static let columns: [(field: TableMap.Field, names: [String])] = [
    (
      .at,
      [
        "timestamp", "createdat", "sentat", "datetime", "sentdate", "datesent", "messagedate", "messagetime",
        "createddatetime", "createtime", "createdtime", "creationtime", "createddate", "creationdate",
        "datecreated",
        "sendtime", "senttime", "sendat", "sentdatetime", "messagetimestamp", "timestampms", "timestamputc",
        "timestampiso",
        "createdon", "created", "dateutc", "datetimeutc", "utctime", "eventtime", "postedat", "msgtime",
        "msgdate", "ts",
        "at", "date", "time", "when", "sent", "posted", "receivedat", "receiveddate", "datum", "zeit",
        "zeitstempel",
        "fecha", "fechahora", "hora", "data", "dataora", "horodatage", "heure", "tidpunkt", "tijd", "日期",
        "时间", "時間",
        "日時", "날짜", "시간", "дата", "время",
      ]
    ),
    (
      .text,
      [
        "text", "body", "content", "messagetext", "messagebody", "messagecontent", "message", "msg",
        "msgtext", "textbody",
        "bodytext", "contenttext", "plaintext", "contents", "textcontent", "comment", "nachricht", "inhalt",
        "texto",
        "mensaje", "mensagem", "contenu", "texte", "testo", "messaggio", "bericht", "wiadomosc", "内容", "消息",
        "메시지",
        "내용", "本文", "текст", "сообщение",
      ]
    ),
    (
      .from,
      [
        "sendername", "fromname", "authorname", "sendername", "senderdisplayname", "authordisplayname",
        "userdisplayname",
        "username", "usernickname", "displayname", "sender", "from", "author", "fromuser", "nickname", "nick",
        "user",
        "speaker", "participant", "sentby", "name", "member", "contact", "contactname", "who", "handle",
        "authorusername",
        "senderusername", "absender", "von", "autor", "remitente", "expediteur", "expéditeur", "auteur",
        "mittente",
        "afzender", "nadawca", "发送者", "发送人", "昵称", "送信者", "보낸사람", "отправитель", "автор",
      ]
    ),
    (
      .fromID,
      [
        "senderid", "fromid", "authorid", "userid", "fromuserid", "senderuserid", "sendernumber",
        "senderphone",
        "senderemail", "useremail", "fromemail", "authoremail", "fromaddress", "senderaddress", "phonenumber",
        "email",
        "phone", "number", "address", "senderuin", "uid",
      ]
    ),
    (.id, ["messageid", "msgid", "id", "uuid", "guid", "messageuuid", "messageguid", "eventid", "mid"]),
    (
      .chat,
      [
        "conversationname", "conversationtitle", "chatname", "chattitle", "channelname", "roomname",
        "groupname",
        "threadname", "threadtitle", "conversation", "chat", "channel", "room", "group", "topic",
        "chatsession",
        "konversation", "gruppe", "grupo", "groupe", "canal", "kanal", "채널", "群",
      ]
    ),
    (
      .chatID,
      [
        "conversationid", "chatid", "channelid", "roomid", "groupid", "threadid", "dialogid", "peerid",
        "sessionid",
      ]
    ),
    (
      .me,
      [
        "isfromme", "fromme", "isme", "outgoing", "isoutgoing", "isown", "ismine", "mine", "own", "issender",
        "sentbyme",
        "fromself", "direction", "isself",
      ]
    ),
    (
      .replyTo,
      [
        "replyto", "replytoid", "replytomessageid", "inreplyto", "inreplytoid", "replyid", "quotedmessageid",
        "quotedid",
        "quoteid", "parentid", "parentmessageid", "replytomsgid",
      ]
    ),
    (
      .file,
      [
        "attachment", "attachments", "attachmentpath", "attachmenturl", "file", "files", "filepath",
        "filename", "fileurl",
        "media", "mediapath", "mediaurl", "mediafile", "image", "imageurl", "photo", "anhang", "adjunto",
        "archivo",
      ]
    ),
    (.kind, ["messagetype", "msgtype", "kind", "eventtype", "type", "contenttype"]),
    (.edited, ["editedat", "isedited", "edited", "lasteditedat", "edittime", "editdate", "editedtimestamp"]),
    (
      .deleted,
      ["deletedat", "isdeleted", "deleted", "deletedtime", "deletiondate", "isunsent", "unsent", "revoked"]
    ),
    (.reactions, ["reactions", "reaction"]),
  ]

  /// The name of a column as it is looked up: in small letters, without signs.
  static func key(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { scalar in
          scalar.isASCII
            ? (scalar.value &- 0x61 < 26 || scalar.value &- 0x30 < 10) : scalar.properties.isAlphabetic
        }))
  }
}
