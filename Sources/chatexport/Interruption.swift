import Dispatch
import Synchronization
import SystemCalls

/// Stops a run cleanly on SIGINT and SIGTERM: cancels the run, which removes its unfinished output, then lets the
/// signal end the program, so that the parent process sees the usual status. A second signal ends the program at once,
/// and so does any signal once the run is finished.
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
    // A serial queue has a thread of its own, so the run cannot keep all threads from a signal.
    let queue = DispatchQueue(label: "chatexport.interruption")
    sources = SystemCall.Signal.allCases.map { signal in
      let number = signal.number
      SystemCall.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // A second signal means: do not wait. The next run removes the leftovers of this one.
        if received.number.exchange(number, ordering: .relaxed) != 0 { Self.end(by: number) }
        stop()
      }
      source.resume()
      return source
    }
  }

  /// Restores the usual effect of signals. Called once there is no run left to clean up after.
  func finish() {
    for source in sources { source.cancel() }
    for signal in SystemCall.Signal.allCases { SystemCall.restore(signal) }
  }

  /// Ends the program by the signal that was received.
  func end() -> Never { Self.end(by: received.number.load(ordering: .relaxed)) }

  private static func end(by number: Int32) -> Never {
    SystemCall.endProcess(bySignal: number)
  }
}
