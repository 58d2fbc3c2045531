@testable import Appliance
@testable import SystemSupport

/// A connection whose waits hold up no thread of the cooperative pool, on which the handlers of calls run.
///
/// They may be long: other tests keep that pool busy for a minute, under a sanitizer.
///
/// `@unchecked Sendable`: a test awaits one call before it makes the next.
final class PatientClient: @unchecked Sendable {
    private let client: RawClient

    init(port: UInt16) {
        client = RawClient(port: port, seconds: 180)
    }

    func send(_ text: String) {
        client.send(text)
    }

    func answer() async -> RawClient.Answer? {
        await BlockingCall.run { self.client.answer() }
    }

    func get(_ target: String, method: String = "GET") async -> RawClient.Answer? {
        await BlockingCall.run { self.client.get(target, method: method) }
    }

    /// A body of chunks to its end; nil when the connection ends before it.
    func chunks() async -> [UInt8]? {
        await BlockingCall.run { self.client.chunks() }
    }

    /// Whether the server closes the connection, after whatever it still sends.
    func isClosed() async -> Bool {
        await BlockingCall.run { self.client.isClosed() }
    }

    func request(
        _ method: String,
        _ target: String,
        body: String?,
        headers: [String] = []
    ) async -> RawClient.Answer? {
        await BlockingCall.run { self.client.request(method, target, body: body, headers: headers) }
    }
}

extension APIFixture {
    /// A fresh connection for calls.
    func patientClient() -> PatientClient {
        PatientClient(port: port)
    }
}
