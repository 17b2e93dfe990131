import ImportKit

/// The parts of OpenCode's records that are left out on purpose.
extension OpenCodeFormat {
  static let omissions: [Omission] = [
    Omission(
      .bookkeeping,
      "**.sessionID", "**.messageID", "**.parentID", "**.projectID", "**.slug", "**.callID", "**.finish",
      "**.share**", "**.revert**", "**.synthetic", "**.ignored", "**.metadata.**", "**.hash", "**.snapshot",
      "session.project_id", "session.slug", "session.share_url", "session.workspace_id", "session.revert",
      "message.session_id", "part.session_id", "project.**", "**.permission**", "**.variant", "**.auto",
      "**.overflow"),
    Omission(
      .settings,
      "**.directory", "**.agent", "**.mode", "**.path.cwd", "**.path.root", "**.model.**", "**.providerID",
      "**.modelID",
      "**.tools.**", "**.system", "**.format**", "session.permission", "workspace.**"),
    Omission(
      .usage, "**.cost", "**.tokens.**", "**.summary.additions", "**.summary.deletions", "**.summary.files",
      "session.summary_additions", "session.summary_deletions", "session.summary_files"),
    Omission(.otherTime, "**.time.**", "session.time_*", "message.time_*", "part.time_*", "project.time_*"),
    // A title and a summary of a prompt, made by the program; the state of files.
    Omission(
      .machineText,
      "**.summary.title", "**.summary.body", "**.summary.diffs[]**", "session.summary_diffs",
      "**.summary.diffs**"),
    // Lists of tasks of a session.
    Omission(.surroundings, "todo.**"),
    Omission(.duplicate, "**.state.title", "**.state.raw", "**.source.**", "**.mime", "**.filename"),
    // Tables beside the sessions.
    Omission(
      .accountData, "account.**", "account_state.**", "control_account.**", "permission.**",
      "session_share.**",
      "__drizzle_migrations.**", "event.**", "event_sequence.**"),
  ]
}
