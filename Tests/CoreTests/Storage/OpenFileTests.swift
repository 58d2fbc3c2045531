import Core
import Glibc
import Testing

@Suite("Writing to an open file")
struct OpenFileTests {
    /// What write(2) does at one call: takes so many bytes, or fails with an errno.
    enum Step: Sendable {
        case takes(Int)
        case fails(Int32)
    }

    /// What the calls do by turns, what comes of that, and what was written.
    struct Case: Sendable {
        let steps: [Step]
        let refusal: Int32?
        let written: String
    }

    static let cases = [
        Case(steps: [.takes(7)], refusal: nil, written: "a whole"),
        Case(steps: [.takes(3), .takes(1), .takes(3)], refusal: nil, written: "a whole"),
        Case(steps: [.fails(EINTR), .takes(5), .fails(EINTR), .takes(2)], refusal: nil, written: "a whole"),
        Case(steps: [.takes(2), .fails(ENOSPC)], refusal: ENOSPC, written: "a "),
        Case(steps: [.fails(EIO)], refusal: EIO, written: ""),
        Case(steps: [.takes(4), .takes(0)], refusal: ENOSPC, written: "a wh"),
    ]

    @Test("short and interrupted writes go on where they ended, others end it", arguments: cases)
    func steps(sample: Case) {
        var steps = sample.steps[...]
        var written: [UInt8] = []
        let refusal = Array("a whole".utf8).withUnsafeBytes { bytes in
            OpenFile.write(bytes, to: -1) { _, start, count in
                switch steps.popFirst() {
                case .takes(let most):
                    let part = UnsafeRawBufferPointer(start: start, count: min(most, count))
                    written.append(contentsOf: part)
                    return part.count
                case .fails(let code):
                    errno = code
                    return -1
                case nil:
                    errno = EBADF
                    return -1
                }
            }
        }
        #expect(refusal == sample.refusal)
        #expect(String(decoding: written, as: UTF8.self) == sample.written)
        #expect(steps.isEmpty)
    }

    @Test("nothing takes no call, and a descriptor that is none is told")
    func edges() {
        #expect(OpenFile.write(UnsafeRawBufferPointer(start: nil, count: 0), to: -1) == nil)
        #expect([UInt8](repeating: 0, count: 1).withUnsafeBytes { OpenFile.write($0, to: -1) } == EBADF)
    }
}
