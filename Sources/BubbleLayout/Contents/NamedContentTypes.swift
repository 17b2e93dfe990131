public import ChatModel

/// The kinds that sources can name, one line for each; the file of each is in `Contents/`.
///
/// A kind whose members a format reads itself is made by that format and needs no line here.
public enum NamedContentTypes {
  public static let all: [any NamedPart.Type] = [
    InvoiceContent.self
  ]
}
