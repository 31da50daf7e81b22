import Platform

/// How long something takes, by a monotonic clock.
///
///     let watch = Stopwatch()
///     watch.elapsed                    // 0.25 seconds
///
/// `ContinuousClock` says the same, but it links the runtime of Swift's concurrency and its pool of threads into the
/// program, whose parts set themselves up before `main` at every start.
package struct Stopwatch: Sendable {
  private let start = Self.now

  package init() {}

  package var elapsed: Duration { Self.now - start }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
