import ImportKit

/// The parts of Codex’s sessions that are left out on purpose.
extension CodexFormat {
  static let omissions: [Omission] = [
    // Events repeat the words of response items.
    Omission(
      .duplicate,
      "<event_msg>.payload.aggregated_output", "<event_msg>.payload.command[]",
      "<event_msg>.payload.formatted_output", "<event_msg>.payload.stdout", "<event_msg>.payload.stderr",
      "<event_msg>.payload.parsed_cmd[].cmd", "<event_msg>.payload.parsed_cmd[].name",
      "<event_msg>.payload.parsed_cmd[].path", "<event_msg>.payload.parsed_cmd[].query",
      "<event_msg>.payload.parsed_cmd[].type", "<event_msg>.payload.cwd"),
    Omission(
      .machineText,
      "<session_meta>.payload.instructions", "<session_meta>.payload.user_instructions",
      "<session_meta>.payload.developer_instructions", "<session_meta>.payload.base_instructions",
      "<session_meta>.payload.base_instructions.text",
      "<session_meta>.payload.git.branch", "<session_meta>.payload.git.commit_hash",
      "<session_meta>.payload.git.repository_url",
      "<turn_context>.payload.user_instructions", "<turn_context>.payload.developer_instructions",
      "<turn_context>.payload.collaboration_mode.settings.developer_instructions",
      // A schema of the user's program, which may have any members.
      "<turn_context>.payload.final_output_json_schema.**"),
    // The settings of a turn.
    Omission(
      .bookkeeping,
      "<turn_context>.timestamp", "<turn_context>.payload.turn_id", "<turn_context>.payload.trace_id",
      "<turn_context>.payload.cwd", "<turn_context>.payload.workspace_roots[]",
      "<turn_context>.payload.current_date", "<turn_context>.payload.timezone",
      "<turn_context>.payload.approval_policy", "<turn_context>.payload.sandbox_policy.mode",
      "<turn_context>.payload.sandbox_policy.type", "<turn_context>.payload.sandbox_policy.network_access",
      "<turn_context>.payload.sandbox_policy.writable_roots[]",
      "<turn_context>.payload.sandbox_policy.exclude_tmpdir_env_var",
      "<turn_context>.payload.sandbox_policy.exclude_slash_tmp",
      "<turn_context>.payload.network.allowed_domains[]", "<turn_context>.payload.network.denied_domains[]",
      "<turn_context>.payload.personality", "<turn_context>.payload.realtime_active",
      "<turn_context>.payload.collaboration_mode.mode",
      "<turn_context>.payload.collaboration_mode.settings.model",
      "<turn_context>.payload.collaboration_mode.settings.reasoning_effort",
      "<turn_context>.payload.effort", "<turn_context>.payload.summary",
      "<turn_context>.payload.truncation_policy.mode", "<turn_context>.payload.truncation_policy.limit"),
    Omission(
      .bookkeeping,
      "<session_meta>.payload.cli_version", "<session_meta>.payload.originator",
      "<session_meta>.payload.source", "<session_meta>.payload.history_mode",
      "<session_meta>.payload.forked_from_id", "<session_meta>.payload.parent_thread_id",
      "<session_meta>.payload.session_id", "<session_meta>.payload.source.subagent.thread_spawn.depth",
      "<session_meta>.payload.source.subagent.thread_spawn.parent_thread_id",
      "<event_msg>.payload.thread_id", "<event_msg>.payload.turn_id", "<event_msg>.payload.item.phase",
      "<realtime_item>.payload.realtime_session_id"),
    Omission(
      .settings,
      "<session_meta>.payload.cwd", "<session_meta>.payload.model_provider", "<event_msg>.payload.item.cwd"),
    // The output of a command says how it ended.
    Omission(
      .duplicate,
      "<event_msg>.payload.exit_code"),
    Omission(
      .usage,
      "<event_msg>.payload.duration.secs", "<event_msg>.payload.duration.nanos"),
    Omission(
      .otherTime,
      "<event_msg>.payload.completed_at_ms"),
    // Thoughts that only the service can read.
    Omission(
      .machineText,
      "<response_item>.payload.encrypted_content"),
  ]
}
