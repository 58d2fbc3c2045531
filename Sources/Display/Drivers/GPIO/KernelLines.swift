import CGpiod
import Glibc

/// Outputs that the kernel granted.
///
/// What they drive after the object is gone, or the process, is not ours to say: pins may keep their level or fall back.
final class KernelLines: OutputLines {
    private let request: OpaquePointer
    private let names: String

    /// Takes the request over.
    init(_ request: OpaquePointer, names: String) {
        self.request = request
        self.names = names
    }

    deinit { cgpiod_release(request) }

    func set(_ levels: UInt32, mask: UInt32) throws(HardwareError) {
        guard cgpiod_set(request, mask, levels) == 0 else {
            let reason = String(cString: strerror(errno))
            throw HardwareError("cannot drive \(names): \(reason)", short: "GPIO: \(reason)")
        }
    }
}
