import Display
import Glibc
import Testing

@Suite("The kernel's I2C bus")
struct LinuxI2CBusTests {
    private func words(_ path: String) -> String {
        do {
            _ = try LinuxI2CBus(path: path, clockPath: "/nonexistent")
            return "opened"
        } catch {
            return error.words
        }
    }

    @Test("a bus that does not exist is explained by what switches it on")
    func missing() {
        let words = words("/dev/i2c-199")
        #expect(words.hasPrefix("/dev/i2c-199 does not exist: I2C is not switched on."))
        #expect(words.contains("dtparam=i2c_arm=on"))
        #expect(words.contains("i2c-dev"))
    }

    @Test("a device that is not an I2C bus is refused", arguments: ["/dev/null", "/dev/zero"])
    func foreign(path: String) {
        #expect(words(path).hasPrefix("\(path) is not an I2C bus"))
    }

    @Test("a delay is never shorter than asked for", arguments: [0, 500, 5_000, 5_001, 300_000])
    func delay(nanoseconds: Int) {
        let start = ContinuousClock.now
        MonotonicDelay().wait(.nanoseconds(nanoseconds))
        #expect(ContinuousClock.now - start >= .nanoseconds(nanoseconds))
    }
}
