import Glibc

/// How long a test waits for what has to come: the one such time of all tests.
///
/// A wait says that something comes, not how fast. Nothing is waited for that must not come: that is looked at after
/// something else which comes later.
package enum Patience {
    /// A minute: a machine that also compiles keeps a program waiting for many seconds.
    package static let seconds = 60
    package static let time = Duration.seconds(seconds)

    /// The pause between two looks.
    package static let pause = Duration.milliseconds(10)
    /// Looks for so long.
    package static let looks = seconds * 100

    /// Minutes after which a test counts as hung.
    ///
    /// Under a sanitizer, with all tests at once, one of them waits for others. With more effort than the gate's it has as
    /// much more time as its stage (`longer` in `.ci/stages.toml`).
    package static let hungMinutes = TestEffort.factor > 1 ? 40 : 10
}

/// Whether a condition comes to hold; what must hold is asserted, so the result is, too.
///
/// It blocks no thread of the cooperative pool, which has as many as the machine has cores. Looks are counted instead of
/// seconds: each takes its place in the line of that pool, as what is waited for does.
package func becomesTrue(_ condition: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<Patience.looks {
        if try await condition() { return true }
        // A test that is cancelled has hung: it looks once more, and no longer waits.
        guard (try? await Task.sleep(for: Patience.pause)) != nil else { break }
    }
    return try await condition()
}
