import ImportKit

/// The parts of SMS Backup & Restore’s files that are left out on purpose.
extension SMSFormat {
  static let omissions: [Omission] = [
    // The date in milliseconds is exact.
    Omission(
      .duplicate,
      "*@readable_date"),
    Omission(
      .bookkeeping,
      "addr@charset", "mms@creator", "mms@ct_l", "mms@ct_t", "mms@m_cls", "mms@m_id", "mms@m_type",
      "mms@resp_st", "mms@sub_cs", "mms@text_only", "mms@tr_id", "part@chset", "part@cid", "part@cl",
      "part@seq", "sms@protocol", "smses@backup_date", "smses@backup_set"),
    // Requested reports, and how long a message was kept.
    Omission(
      .settings,
      "mms@d_rpt", "mms@exp", "mms@locked", "mms@pri", "mms@rr", "sms@locked"),
    // The time at which the sender’s phone or the network had it; the phone’s own is shown.
    Omission(
      .otherTime,
      "mms@date_sent", "sms@date_sent"),
    Omission(
      .seen,
      "mms@read", "mms@seen", "sms@read"),
    // The number of the network’s centre, and the card in the phone.
    Omission(
      .carrier,
      "sms@service_center", "sms@sub_id", "mms@sub_id"),
    Omission(
      .bookkeeping,
      "calls@backup_date", "calls@backup_set"),
  ]
}
