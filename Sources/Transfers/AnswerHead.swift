/// The header fields of a transfer's answers, line by line as libcurl gives them, within their bounds.
///
/// A server may send any number of interim answers (1xx) before the one that counts, each with fields of its own
/// (RFC 9110 §15.2), and libcurl 7.88 bounds neither. Here one bound holds for all of them together.
struct AnswerHead {
    /// Interim answers before the one that counts: servers send one or two (100, 103).
    static let mostInterim = 16

    /// The lines of the last answer, trailers among them; empty unless they are kept.
    private(set) var lines: [UInt8] = []
    private let limit: Int
    private let isKept: Bool
    /// Bytes of all answers.
    private var size = 0
    private var answers = 0
    /// Whether the next line is the first of an answer: a field may begin like a status line, too.
    private var isBetween = true

    /// `limit`: bytes of all answers together; `isKept`: whether anybody reads the lines.
    init(limit: Int, isKept: Bool) {
        self.limit = limit
        self.isKept = isKept
    }

    /// Takes a whole line with its end; gives why the transfer has to end, if it has to.
    mutating func take(_ line: UnsafeRawBufferPointer) -> TransferEnd.Cause? {
        size += line.count
        guard size <= limit else { return .headTooLong }
        if isBetween, line.starts(with: "HTTP/".utf8) {
            answers += 1
            lines = []
        }
        guard answers <= AnswerHead.mostInterim + 1 else { return .tooManyInterim }
        isBetween = line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8)
        if isKept { lines.append(contentsOf: line) }
        return nil
    }
}
