package import CCurl

/// One transfer: what is asked for, and its bounds.
package struct TransferRequest: Sendable {
    /// Which sockets a transfer may open.
    package enum Sockets: Sendable {
        case any
        /// Those to addresses that pass: each is asked about as a `sockaddr`, after the name was resolved.
        case passing(@Sendable (UnsafeRawPointer) -> Bool)
        /// None: it finds a connection that stands, or ends.
        case existing
    }

    /// From whom a letter is, and to whom (RFC 5321): addresses alone, without angle brackets.
    package struct Envelope: Hashable, Sendable {
        package var sender: String
        package var recipient: String

        package init(from sender: String, to recipient: String) {
            (self.sender, self.recipient) = (sender, recipient)
        }
    }

    package var url: String
    /// Whole field lines; `Name:` leaves out what libcurl adds by itself.
    package var fields: [String] = []
    /// Sent by POST, or by `method`; without one it is a GET.
    package var body: [UInt8]?
    package var method: String?
    /// `user:password` for HTTP Basic; never logged.
    package var credentials: String?
    /// For all of it: name, connection, the wait for one, and the body.
    package var timeout: Duration
    /// For name, connection and TLS.
    package var connectTimeout: Duration
    /// A longer body, in bytes after decompression, ends the transfer.
    package var bodyLimit: Int
    /// Takes what comes of an answer 200, of any length, instead of ``TransferEnd/body``; false: it wants no more.
    ///
    /// On the loop's thread, which all its transfers wait for meanwhile.
    package var sink: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    package var sockets = Sockets.any
    /// It opens a connection, whatever stands.
    package var wantsNewConnection = false
    /// `body` is a letter, handed over by SMTP; nil: a request.
    package var envelope: Envelope?

    package init(url: String, timeout: Duration, bodyLimit: Int) {
        self.url = url
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        connectTimeout = timeout
    }
}

/// What all transfers of a loop have in common, in libcurl's own options.
package struct TransferPolicy: Sendable {
    /// `curl_easy_setopt(3)`.
    package var numbers: [(CURLoption, Int)]
    package var texts: [(CURLoption, String)]
    /// `curl_multi_setopt(3)`: connections and streams.
    package var shared: [(CURLMoption, Int)] = []
    /// Tests only: `host:port:address:port`, as libcurl's CONNECT_TO has it.
    package var connectTo: [String] = []
    /// More bytes of header fields, those of interim answers among them, end the transfer.
    ///
    /// By default what libcurl itself bounds them by since 8.3.
    package var headLimit = 300 << 10
    /// Whether anybody reads the header fields: ``TransferEnd/head``.
    package var keepsHead = false

    package init(numbers: [(CURLoption, Int)], texts: [(CURLoption, String)]) {
        self.numbers = numbers
        self.texts = texts
    }
}

/// Why a transfer cannot even begin.
package struct TransferRefusal: Error, Hashable {
    package static let outOfMemory = TransferRefusal(
        words: "libcurl has no handle to give",
        isOfRequest: false
    )

    package let words: String
    /// Whether it will be the same the next time: nothing but another request helps.
    package let isOfRequest: Bool

    init(words: String, isOfRequest: Bool = true) {
        self.words = words
        self.isOfRequest = isOfRequest
    }
}
