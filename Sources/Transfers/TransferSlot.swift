import CCurl
import FoundationEssentials
import Glibc
import SystemSupport

/// One of libcurl's easy handles with all its buffers, set up once and used for one transfer after the other.
///
/// For the loop's thread alone.
final class TransferSlot {
    let easy: UnsafeMutableRawPointer
    private let policy: TransferPolicy
    private let fields = FieldList()
    private let destinations: UnsafeMutablePointer<curl_slist>?
    private let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    /// The letter that is handed over, and to whom.
    private var letter = LetterUpload()
    private var sockets = TransferRequest.Sockets.any
    private var bodyLimit = 0
    private var sink: (@Sendable (UnsafeRawBufferPointer) -> Bool)?
    private var head: AnswerHead
    /// What has come so far.
    private var answer = TransferEnd(.complete)

    /// Nil when libcurl has no handle to give.
    init?(_ policy: TransferPolicy) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.policy = policy
        head = AnswerHead(limit: policy.headLimit, isKept: policy.keepsHead)
        detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        destinations = policy.connectTo.reduce(nil) { curl_slist_append($0, $1) }
        _ = ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A transfer that ends while its name is looked up is not to wait for the resolver, nor let all others wait.
        _ = ccurl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        _ = ccurl_set_string(easy, CURLOPT_USERAGENT, "watchpost/\(Version.text)")
        for (option, value) in policy.numbers { _ = ccurl_set_long(easy, option, value) }
        for (option, value) in policy.texts { _ = ccurl_set_string(easy, option, value) }
        if let destinations { _ = ccurl_set_list(easy, CURLOPT_CONNECT_TO, destinations) }
        setUpCallbacks()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(destinations)
        detail.deallocate()
    }

    private func setUpCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_set_write(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        _ = ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = ccurl_set_write(easy, CURLOPT_HEADERFUNCTION, receiveHeadLine)
        _ = ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        _ = ccurl_set_open_socket(easy, openSocket)
        _ = ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        _ = ccurl_set_write(easy, CURLOPT_READFUNCTION, giveLetter)
        _ = ccurl_set_pointer(easy, CURLOPT_READDATA, context)
        _ = ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, detail)
    }

    /// Takes a request; sets everything that the one before may have set.
    func take(_ request: TransferRequest) throws(TransferRefusal) {
        _ = ccurl_set_list(easy, CURLOPT_HTTPHEADER, try fields.fill(request.fields))
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_USERPWD, request.credentials)
        try set(CURLOPT_CUSTOMREQUEST, request.method)
        _ = ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(request.timeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(request.connectTimeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, request.wantsNewConnection ? 1 : 0)
        _ = ccurl_set_list(easy, CURLOPT_MAIL_RCPT, nil)
        letter = LetterUpload()
        if let envelope = request.envelope {
            try setLetter(request.body ?? [], envelope)
        } else if let body = request.body {
            setBody(body)
        } else {
            _ = ccurl_set_long(easy, CURLOPT_HTTPGET, 1)
        }
        (sockets, bodyLimit, answer) = (request.sockets, request.bodyLimit, TransferEnd(.complete))
        sink = request.sink
        head = AnswerHead(limit: policy.headLimit, isKept: policy.keepsHead)
        detail[0] = 0
    }

    private func set(_ option: CURLoption, _ value: String?) throws(TransferRefusal) {
        guard let value else {
            _ = ccurl_set_pointer(easy, option, nil)
            return
        }
        guard !value.utf8.contains(0) else { throw TransferRefusal(words: "a value contains NUL") }
        guard ccurl_set_string(easy, option, value) == CURLE_OK else {
            throw TransferRefusal(words: "libcurl refuses a value")
        }
    }

    /// A later request of the same handle says by its method that it is none.
    private func setLetter(_ bytes: [UInt8], _ envelope: TransferRequest.Envelope) throws(TransferRefusal) {
        letter = try LetterUpload(bytes, to: envelope.recipient)
        try set(CURLOPT_MAIL_FROM, try LetterUpload.path(envelope.sender))
        _ = ccurl_set_list(easy, CURLOPT_MAIL_RCPT, letter.recipients)
        _ = ccurl_set_long(easy, CURLOPT_UPLOAD, 1)
        _ = ccurl_set_long(easy, CURLOPT_INFILESIZE, bytes.count)
    }

    /// libcurl keeps a copy; without an address, as an empty array has it, it would read standard input.
    private func setBody(_ body: [UInt8]) {
        _ = ccurl_set_long(easy, CURLOPT_POSTFIELDSIZE, body.count)
        (body.isEmpty ? [0] : body).withUnsafeBytes { bytes in
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            _ = ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start)
        }
    }

    /// How the transfer ended; its buffers are empty then.
    func end(_ code: CURLcode) -> TransferEnd {
        end(code == CURLE_OK ? .complete : .failed(code))
    }

    /// The same for one that ends for another reason than libcurl's; a bound that was met before is the cause then.
    func end(_ cause: TransferEnd.Cause) -> TransferEnd {
        if answer.cause == .complete { answer.cause = cause }
        answer.head = head.lines
        defer {
            (answer, sink) = (TransferEnd(.complete), nil)
            head = AnswerHead(limit: policy.headLimit, isKept: policy.keepsHead)
        }
        var (version, sent) = (0, 0)
        var retryAfter: curl_off_t = 0
        _ = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &answer.status)
        _ = ccurl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
        _ = ccurl_get_long(easy, CURLINFO_REQUEST_SIZE, &sent)
        _ = ccurl_get_offset(easy, CURLINFO_RETRY_AFTER, &retryAfter)
        answer.isHTTP2 = version == Int(CURL_HTTP_VERSION_2_0)
        answer.wasSent = sent > 0
        answer.wasHandedOver = letter.isHandedOver
        answer.retryAfter = retryAfter > 0 ? Int64(retryAfter) : nil
        if detail[0] != 0 { answer.detail = String(cString: detail) }
        return answer
    }

    /// False ends the transfer: nobody needs more of it.
    fileprivate func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if let sink, status == 200 { return sink(bytes) }
        let room = bodyLimit - answer.body.count
        answer.body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
        if bytes.count > room { answer.cause = .bodyTooLong }
        return bytes.count <= room
    }

    /// Of the answer that comes.
    private var status: Int {
        var status = 0
        _ = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// The same for a line of the header.
    fileprivate func appendHead(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let refusal = head.take(line) else { return true }
        answer.cause = refusal
        return false
    }

    fileprivate func readLetter(_ buffer: UnsafeMutableRawBufferPointer) -> Int { letter.read(into: buffer) }

    fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        switch sockets {
        case .any: break
        case .existing:
            answer.wasRefusedSocket = true
            return -1
        case .passing(let passes):
            guard !passes(UnsafeRawPointer(address) + addressOffset) else { break }
            answer.wasRefusedAddress = true
            return -1
        }
        let (family, kind) = (address.pointee.family, address.pointee.socktype)
        // SOCK_CLOEXEC has this value by definition (socket(2)); the static library does not name it.
        return socket(family, kind | O_CLOEXEC, address.pointee.`protocol`)
    }
}

/// Of the address inside libcurl's structure.
///
/// By its offset: the field is declared shorter than the IPv6 address that libcurl keeps there, and a copy of the
/// field would be cut off.
private let addressOffset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0

private func slot(_ context: UnsafeMutableRawPointer?) -> TransferSlot? {
    context.map { Unmanaged<TransferSlot>.fromOpaque($0).takeUnretainedValue() }
}

/// libcurl's write callback: returning another number than was given ends the transfer.
private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return slot(context)?.append(buffer) == true ? size * count : 0
}

/// The same for header fields, one complete line a call.
private func receiveHeadLine(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return slot(context)?.appendHead(line) == true ? size * count : 0
}

/// libcurl's read callback: how many bytes of the letter stand in its buffer now; 0 ends it.
private func giveLetter(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return slot(context)?.readLetter(buffer) ?? 0
}

/// libcurl's socket callback; -1 (CURL_SOCKET_BAD) makes it try the next address, or fail.
private func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> Int32 {
    guard let address, let slot = slot(context) else { return -1 }
    return slot.open(address)
}
