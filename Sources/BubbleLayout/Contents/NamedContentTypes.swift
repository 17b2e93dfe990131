public import ChatModel

/// The registry of content kinds that sources can name, one line each.
///
/// Kinds that a format's reader creates itself are not listed.
public enum NamedContentTypes {
  /// All kinds that sources can name.
  public static let all: [any NamedPart.Type] = [
    InvoiceContent.self
  ]
}
