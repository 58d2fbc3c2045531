import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Appliance
@testable import SystemSupport

@Suite("Watchdog")
struct LivenessTests {
    @Test("a loop is stuck once its budget has passed, and no longer when it comes back")
    func budgets() {
        var liveness = Liveness()
        liveness.expect("poll us", within: .seconds(10), at: .seconds(100))
        liveness.expect("store", within: .seconds(5), at: .seconds(100))
        #expect(liveness.stuck(at: .seconds(105)).isEmpty)
        #expect(liveness.stuck(at: .seconds(106)) == ["store"])
        #expect(liveness.stuck(at: .seconds(111)) == ["poll us", "store"])
        liveness.expect("store", within: .seconds(5), at: .seconds(111))
        liveness.rest("poll us")
        #expect(liveness.stuck(at: .seconds(112)).isEmpty)
    }

    @Test(
        "the watchdog is only for the process that it names",
        arguments: [(nil, true), ("42", true), ("43", false)]
    )
    func watchdogPID(named: String?, watched: Bool) {
        var environment = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "30000000"]
        environment["WATCHDOG_PID"] = named
        let manager = ServiceManager(environment: environment, processIdentifier: 42)
        #expect(manager.watchdogInterval == (watched ? .seconds(30) : nil))
    }

    @Test(
        "messages reach a datagram socket, on a path and in the abstract name space",
        arguments: [false, true]
    )
    func messages(abstract: Bool) throws {
        let name = "watchpost-notify-\(getpid())-\(abstract)"
        let path = abstract ? "@\(name)" : "\(FileManager.default.temporaryDirectory.path)/\(name)"
        unlink(path)
        let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(receiver >= 0)
        defer {
            close(receiver)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: Array(path.utf8))
            if abstract { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(receiver, $0, length) }
        }
        try #require(bound == 0)
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": path], processIdentifier: 1)
        manager.ready(status: "two\nlines")
        var buffer = [UInt8](repeating: 0, count: 200)
        let count = recv(receiver, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        #expect(count > 0)
        guard count > 0 else { return }
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == "READY=1\nSTATUS=two lines")
    }

    @Test("without a socket nothing is sent and nothing watched", arguments: [nil, "", "relative"])
    func withoutSocket(path: String?) {
        var environment = ["WATCHDOG_USEC": "1000000"]
        environment["NOTIFY_SOCKET"] = path
        let manager = ServiceManager(environment: environment, processIdentifier: 1)
        manager.ready(status: "x")
        #expect(manager.watchdogInterval == nil)
    }
}
