package import CCurl
package import FoundationEssentials

/// How a transfer ended, with whatever came of it until then.
package struct TransferEnd: Sendable {
    /// Why nothing more comes.
    package enum Cause: Sendable, Equatable {
        /// The answer is whole.
        case complete
        /// No name, no connection, no time left, and all else that libcurl has a code for.
        case failed(CURLcode)
        /// The answer is longer than its bound; what is within stands in `body`.
        case bodyTooLong, headTooLong
        /// One interim answer (1xx) after the other came.
        case tooManyInterim
        /// It never began, and why.
        case unusable(String)
        /// Whoever asked for it gave up.
        case cancelled
        /// The loop was closed.
        case closed
    }

    package var cause: Cause
    /// 0 without an answer; 1xx when only an interim one came; of a letter: the newest reply of the server.
    package var status = 0
    /// The lines of the last answer's header fields, trailers among them: ``TransferPolicy/keepsHead``.
    package var head: [UInt8] = []
    package var body = Data()
    /// `Retry-After` in seconds, if the answer says so.
    package var retryAfter: Int64?
    package var isHTTP2 = false
    /// Whether a byte of the request left: libcurl's codes for one event differ from version to version, this does not.
    ///
    /// Of a transfer that was cancelled or closed, too.
    package var wasSent = false
    /// Of a letter: libcurl has the last byte of it, so that the server may have taken it, whatever it says or does not say.
    ///
    /// Without that the server has no whole letter.
    package var wasHandedOver = false
    /// It wanted a socket and was to open none, or none to this address: ``TransferRequest/sockets``.
    package var wasRefusedSocket = false
    package var wasRefusedAddress = false
    /// What libcurl says beyond the name of its error; may be empty.
    package var detail = ""

    package init(_ cause: Cause) {
        self.cause = cause
    }

    /// The cause for people.
    package var words: String {
        switch cause {
        case .complete: "complete"
        case .failed(let code): String(cString: curl_easy_strerror(code))
        case .bodyTooLong: "the answer is longer than its bound"
        case .headTooLong: "the answer's header fields are longer than their bound"
        case .tooManyInterim: "more than \(AnswerHead.mostInterim) interim answers came"
        case .unusable(let reason): reason
        case .cancelled: "cancelled"
        case .closed: "the program is ending"
        }
    }
}
