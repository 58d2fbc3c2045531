import CGpiod
package import Dispatch
import Glibc

/// A button's line: says when its level changes.
///
/// Edges wake a dispatch source, so that waiting for a finger costs nothing.
package final class ButtonLine {
    /// A contact bounces for a few milliseconds; a finger is never this fast.
    static let bounceMicroseconds = 10_000

    private let request: OpaquePointer
    private let name: String
    private var source: (any DispatchSourceRead)?

    /// Takes the request over.
    init(_ request: OpaquePointer, name: String) {
        self.request = request
        self.name = name
    }

    deinit {
        if let source { source.cancel() } else { cgpiod_release(request) }
    }

    /// Calls `changed` on `queue` with true for "pressed" at each edge; with an error once, when the line is gone.
    ///
    /// To be called once. The request is given back when the object is gone and the last handler has run.
    package func watch(
        on queue: DispatchQueue,
        changed: @escaping @Sendable (Result<Bool, HardwareError>) -> Void
    ) {
        let line = RequestHandle(request, name: name)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: cgpiod_button_descriptor(request),
            queue: queue
        )
        source.setEventHandler { if let change = line.read() { changed(change) } }
        source.setCancelHandler { line.release() }
        self.source = source
        source.resume()
    }
}

/// Carries the request into the source's handlers.
///
/// `@unchecked Sendable`: after `watch` only the handlers touch it, and those run one after another on one queue, the
/// one for the cancellation last.
private final class RequestHandle: @unchecked Sendable {
    private let request: OpaquePointer
    private let name: String
    private var isGone = false

    init(_ request: OpaquePointer, name: String) {
        self.request = request
        self.name = name
    }

    /// The level after the edge that waits; nil after the error was told.
    func read() -> Result<Bool, HardwareError>? {
        guard !isGone else { return nil }
        let level = cgpiod_button_read(request)
        guard level < 0 else { return .success(level == 1) }
        isGone = true
        let reason = String(cString: strerror(errno))
        return .failure(HardwareError("cannot read \(name): \(reason)", short: "\(name): \(reason)"))
    }

    func release() { cgpiod_release(request) }
}
