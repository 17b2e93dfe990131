/// The parts of Codex’s sessions that are left out on purpose.
extension CodexFormat {
  static let omissions: [Omission] = [
    // Events repeat what response items have.
    Omission(
      .duplicate,
      "<event_msg>.payload.aggregated_output", "<event_msg>.payload.command[]",
      "<event_msg>.payload.formatted_output", "<event_msg>.payload.stdout", "<event_msg>.payload.stderr",
      "<event_msg>.payload.parsed_cmd[].*", "<event_msg>.payload.cwd"),
    Omission(
      .machineText,
      "<session_meta>.payload.*instructions**", "<session_meta>.payload.git.*", "<turn_context>.**"),
  ]
}
