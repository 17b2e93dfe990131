import Dispatch
import Synchronization
import SystemCalls

/// Stops a run cleanly at SIGINT and SIGTERM: the run is cancelled and removes what it wrote, then the program
/// ends by the signal, as whoever sent it expects. A second signal ends it at once.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private let received: Received

  private final class Received: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// From now on the signals call `stop` instead of ending the program.
  init(stop: @escaping @Sendable () -> Void) {
    let received = Received()
    self.received = received
    sources = SystemCall.Signal.allCases.map { signal in
      let number = signal.number
      SystemCall.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Who signals again no longer wants to wait: what is left behind the next run removes.
        if received.number.exchange(number, ordering: .relaxed) != 0 { Self.end(by: number) }
        stop()
      }
      source.resume()
      return source
    }
  }

  /// Ends the program by the signal that came.
  func end() -> Never { Self.end(by: received.number.load(ordering: .relaxed)) }

  private static func end(by number: Int32) -> Never {
    SystemCall.endProcess(bySignal: number)
  }
}
