import ImportKit

/// The members that are left out on purpose, in both spellings.
extension FossifyFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.backupType", "**.creator", "**.protocol", "[].contentType", "[].ct_t", "[].mms[].ct_t", "**.ctType",
      "**.ctStart", "**.ct_s", "**.messageType", "**.m_type", "**.status", "**.st", "**.subjectCharSet",
      "**.sub_cs",
      "**.textOnly", "**.text_only", "**.transactionId", "**.tr_id", "**.contentId", "**.cid",
      "**.contentDisposition", "**.cd", "**.charset", "**.chset", "**.sequenceOrder", "**.seq"),
    // Requested reports.
    Omission(.settings, "**.deliveryReport", "**.d_rpt", "**.readReport", "**.rr", "**.locked"),
    // The time at which the sender’s phone or the network had it; the phone’s own is shown.
    Omission(.otherTime, "**.dateSent", "**.date_sent"),
    Omission(.seen, "**.read", "**.seen"),
    // The number of the network’s centre, and the card in the phone.
    Omission(.carrier, "**.serviceCenter", "**.service_center", "**.subscriptionId", "**.sub_id"),
  ]
}
