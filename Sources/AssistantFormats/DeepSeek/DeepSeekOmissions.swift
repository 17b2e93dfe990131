import ImportKit

/// The parts of DeepSeek's download that are left out on purpose.
extension DeepSeekFormat {
  static let omissions: [Omission] = [
    Omission(.bookkeeping, "**.children[]", "**.fragments[].id", "**.files[].id", "**.files[].status"),
    Omission(.otherTime, "**.inserted_at", "**.updated_at", "**.elapsed_secs", "**.thinking_elapsed_secs"),
    Omission(.usage, "**.accumulated_token_usage", "**.token_usage", "**.files[].token_usage"),
    Omission(
      .duplicate,
      "**.results[].snippet", "**.results[].site_icon", "**.results[].site_name", "**.results[].cite_index",
      "**.results[].published_at", "**.results[].query_indexes[]"),
  ]
}
