import ArgumentParser
import ExportPipeline
import LockedSite
import SystemCalls

/// The option that locks a site.
struct PasswordOption: ParsableArguments {
  @Flag(
    help:
      "Encrypt the site: it opens with a password, asked for on the terminal, or taken from the environment's CHATEXPORT_PASSWORD."
  )
  var password = false

  private static let variable = "CHATEXPORT_PASSWORD"

  /// Returns the password; nil if the site is not to be locked.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if there is none, or two typed ones differ.
  func read() throws(ExportError) -> String? {
    guard password else { return nil }
    if let given = SystemCall.environment(Self.variable), !given.isEmpty { return given }
    guard let typed = SystemCall.askSecretly("Password (empty: invent one): ") else {
      throw .usage(
        "--password asks on a terminal, and there is none; put the password into the environment as \(Self.variable)"
      )
    }
    if typed.isEmpty {
      let invented = InventedPassword().text
      Console.error("the password is: \(invented)")
      return invented
    }
    guard SystemCall.askSecretly("Again: ") == typed else {
      throw .usage("the two passwords differ; run the command again")
    }
    return typed
  }
}
