public import OutputFormats
import SystemCalls

/// The options of a conversion: the ones of an export, and the form of the output.
public struct ConvertOptions: Sendable {
  /// The options that decide what is read. `output` is the path of the file or folder.
  public var reading: ExportOptions
  /// The form of the output.
  public var form: any OutputForm.Type
  /// True if the output is a folder with a file for each conversation.
  public var isFolder: Bool
  /// True if the conversation is written to standard output, without its attachments.
  public var isStandardOutput: Bool { reading.output == "-" }
  /// True if each day of a conversation is a file of its own.
  public var splitsByDay: Bool

  /// Creates the options for the output that `reading` names. `form` is the key of a form; nil chooses it by the ending of the output's
  /// name.
  ///
  /// A path that ends with a slash, has no ending or is a folder means a folder of files, `-` standard output, any other a file.
  ///
  /// - Throws: ``ExportError/usage(_:)``.
  public init(_ reading: ExportOptions, form key: String?, splitsByDay: Bool = false) throws(ExportError) {
    (self.reading, self.splitsByDay) = (reading, splitsByDay)
    let path = reading.output
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let ending = name.dropFirst().lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    let isStandardOutput = path == "-"
    isFolder = !isStandardOutput && (path.hasSuffix("/") || ending == nil || Self.isFolder(path))
    if let key {
      guard let form = OutputForms.form(key) else {
        throw .usage("--as is '\(key)'; give \(Self.formList)")
      }
      self.form = form
    } else if isFolder || isStandardOutput {
      form = OutputForms.all[0]
    } else {
      guard let form = ending.flatMap(OutputForms.form(ofEnding:)) else {
        throw .usage("the name '\(name)' names no known form; give --as \(Self.formList)")
      }
      self.form = form
    }
    guard !(isStandardOutput && form.embedsFiles) else {
      throw .usage("the form '\(form.key)' has attachments in it, which need files; give --out a name")
    }
    guard splitsByDay else { return }
    guard form.canSplit else {
      throw .usage("the form '\(form.key)' has one file for each conversation; leave out --split")
    }
    guard isFolder else { throw .usage("--split makes several files; give the name of a folder") }
  }

  /// The keys of all forms.
  public static let forms = OutputForms.all.map { $0.key }

  /// The keys of the forms that can have a file for each day, in words.
  public static var splittingForms: String {
    OutputForms.all.filter { $0.canSplit }.map { $0.key }.joined(separator: ", ")
  }

  /// The keys of all forms in words.
  public static var formList: String {
    guard let last = forms.last, forms.count > 1 else { return forms.joined() }
    return "\(forms.dropLast().joined(separator: ", ")) or \(last)"
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? SystemCall.status(at: path))?.kind == .folder
  }
}
