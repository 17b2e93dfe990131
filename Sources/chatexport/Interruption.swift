import Dispatch
import Synchronization
import SystemCalls

/// Stops a run cleanly on SIGINT and SIGTERM: cancels the run, which removes its unfinished output, then lets the
/// signal end the program, so that the parent process sees the usual status. A second signal ends the program at once.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private let received: Received

  private final class Received: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// Makes the first signal call `stop` instead of ending the program.
  init(stop: @escaping @Sendable () -> Void) {
    let received = Received()
    self.received = received
    sources = SystemCall.Signal.allCases.map { signal in
      let number = signal.number
      SystemCall.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // A second signal means: do not wait. The next run removes what this one leaves behind.
        if received.number.exchange(number, ordering: .relaxed) != 0 { Self.end(by: number) }
        stop()
      }
      source.resume()
      return source
    }
  }

  /// Ends the program by the signal that was received.
  func end() -> Never { Self.end(by: received.number.load(ordering: .relaxed)) }

  private static func end(by number: Int32) -> Never {
    SystemCall.endProcess(bySignal: number)
  }
}
