import Testing

@testable import Appliance

@Suite("Pulling the plug in tests")
struct CrashPointTests {
    private static func point(_ text: String?, test: String?) throws(StartFailure) -> CrashPoint? {
        var environment: [String: String] = [:]
        environment[CrashPoint.variable] = text
        environment["WATCHPOST_TEST"] = test
        return try CrashPoint(environment)
    }

    @Test("outside of tests there is none, whatever the variable says")
    func production() throws {
        #expect(try CrashPointTests.point("lease-committed", test: nil) == nil)
        #expect(try CrashPointTests.point("nonsense", test: nil) == nil)
        #expect(try CrashPointTests.point("lease-committed", test: "") == nil)
        #expect(try CrashPointTests.point(nil, test: "1") == nil)
        #expect(try CrashPointTests.point("lease-committed", test: "1") != nil)
    }

    @Test(
        "a step that does not exist is a mistake, and all that do are listed",
        arguments: ["", "nonsense", "lease-committed:", "lease-committed:0", "lease-committed:1:2", ":2"]
    )
    func mistakes(text: String) {
        do throws(StartFailure) {
            _ = try CrashPointTests.point(text, test: "1")
            Issue.record("“\(text)” was accepted")
        } catch {
            #expect(CrashStep.allCases.allSatisfy { error.description.contains($0.rawValue) })
        }
    }

    @Test("another step, and the n-th passing before the n-th, are passed alive")
    func alive() throws {
        let point = try #require(try CrashPointTests.point("lease-committed:3", test: "1"))
        for step in CrashStep.allCases where step != .leaseCommitted { point.pass(step) }
        point.pass(.leaseCommitted)
        point.pass(.leaseCommitted)
    }
}
