import Display
import FoundationEssentials
import Glibc
import Testing

@Suite("The header's chip")
struct GPIOHeaderTests {
    private func refusal(_ chip: String) -> HardwareError? {
        do throws(HardwareError) {
            _ = try GPIOHeader(chip: chip).find([.name("GPIO17")])
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "what is no GPIO chip is refused at once, and the setting is named",
        arguments: ["/dev", "/dev/null", "/etc/passwd", "/nonexistent", "/dev/gpiochip999"]
    )
    func foreign(path: String) {
        let error = refusal(path)
        #expect(error?.short == "no GPIO chip")
        #expect(error?.words.hasPrefix("cannot open \(path) as a GPIO chip: ") == true)
        #expect(error?.words.hasSuffix("; see gpio.chip in the settings") == true)
    }

    @Test("a pipe that nobody writes to keeps nobody waiting")
    func pipe() {
        let path = "\(FileManager.default.temporaryDirectory.path)/watchpost-pipe-\(getpid())"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(refusal(path)?.short == "no GPIO chip")
        unlink(path)
    }
}
