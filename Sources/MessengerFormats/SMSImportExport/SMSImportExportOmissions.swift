import ImportKit

/// The columns of Android’s tables that are left out on purpose.
extension SMSImportExportFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.creator", "**.error_code", "**.protocol", "**.reply_path_present", "**.ct_t", "**.ct_l", "**.m_cls",
      "**.m_id", "**.m_size", "**.m_type", "**.priority", "**.resp_st", "**.resp_txt", "**.retr_st",
      "**.retr_txt",
      "**.retr_txt_cs", "**.st", "**.sub_cs", "**.text_only", "**.tr_id", "**.cid", "**.cd", "**.chset",
      "**.mid",
      "**.seq", "**.charset", "**.contact_id", "**.group_id", "**.ctt_s", "**.ctt_t", "**.ct_cls"),
    // Requested reports, and how long a message was kept.
    Omission(
      .settings, "**.d_rpt", "**.exp", "**.d_tm", "**.locked", "**.pri", "**.rr", "**.rpt_a", "**.read_status"
    ),
    // The time at which the sender’s phone or the network had it; the phone’s own is shown.
    Omission(.otherTime, "**.date_sent"),
    Omission(.seen, "**.read", "**.seen"),
    // The number of the network’s centre, and the card in the phone.
    Omission(.carrier, "**.service_center", "**.sub_id", "**.phone_id", "**.sim_id"),
  ]
}
