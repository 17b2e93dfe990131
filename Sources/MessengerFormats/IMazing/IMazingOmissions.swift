import ImportKit

/// The columns of iMazing's tables that are left out on purpose.
extension IMazingFormat {
  static let omissions: [Omission] = [
    Omission(.otherTime, "column Delivered Date", "column Read Date", "column Sent Date"),
    Omission(.carrier, "column Service"),
    Omission(.rareMark, "column Forwarded"),
    Omission(.surroundings, "column Attachment info"),
  ]
}
