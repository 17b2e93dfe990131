/// A large value that is the same for many: a copy of what holds it has one reference to count.
@propertyWrapper
public struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
  private var box: Box

  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  public static func == (one: Shared, other: Shared) -> Bool {
    one.box === other.box || one.box.value == other.box.value
  }
}
