/// The parts of SMS Backup & Restore’s files that are left out on purpose.
extension SMSFormat {
  static let omissions: [Omission] = [
    // The date in milliseconds is exact.
    Omission(
      .duplicate,
      "*@readable_date")
  ]
}
