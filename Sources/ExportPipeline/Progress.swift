/// How far an export is. The program prints it; libraries only report it.
public struct Progress: Sendable {
  public enum Stage: Sendable { case reading, fonts, pages }
  public var stage: Stage
  public var messages: Int
  /// Messages in all; 0 while they are being counted.
  public var total: Int
  public var pages: Int

  init(_ stage: Stage, messages: Int = 0, total: Int = 0, pages: Int = 0) {
    (self.stage, self.messages, self.total, self.pages) = (stage, messages, total, pages)
  }
}
