import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stops a run cleanly at SIGINT and SIGTERM: the run is cancelled and removes what it wrote, then the program
/// ends by the signal, as whoever sent it expects.
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
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        received.number.store(number, ordering: .relaxed)
        stop()
      }
      source.resume()
      return source
    }
  }

  /// Ends the program by the signal that came.
  func end() -> Never {
    let number = received.number.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
    Console.exit(128 + number)
  }
}
