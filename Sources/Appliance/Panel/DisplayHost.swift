import Core
import Display
import SystemSupport

/// Holds the character display's driver on a thread of its own: a bus takes its time, and lamps must not wait for it.
actor DisplayHost {
    private let executor = SerialQueueExecutor(named: "watchpost.display")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// A batch is some ten milliseconds on a slow bus; the kernel gives up a stuck one after a second or so.
    private static let budget = Duration.seconds(20)

    private let liveness: LivenessRegistry
    private let make: @Sendable () -> any CharacterDisplayDriver
    private var driver: (any CharacterDisplayDriver)?

    /// `make` is called once, on the display's thread, before the first batch.
    init(liveness: LivenessRegistry, make: @escaping @Sendable () -> any CharacterDisplayDriver) {
        self.liveness = liveness
        self.make = make
    }

    /// Performs a batch; why it failed, nil when it did not.
    func perform(_ operations: [DisplayOperation]) -> HardwareError? {
        liveness.expect("display", within: DisplayHost.budget)
        defer { liveness.rest("display") }
        let driver = driver ?? make()
        self.driver = driver
        do throws(HardwareError) {
            try driver.perform(operations)
            return nil
        } catch {
            return error
        }
    }
}
