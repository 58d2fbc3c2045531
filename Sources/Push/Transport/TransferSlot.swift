package import CCurl
import Glibc
import SystemSupport

/// One of libcurl's easy handles with all its buffers, set up once and used for one request after the other.
///
/// For the transport's thread alone.
package final class TransferSlot {
    package let easy: UnsafeMutableRawPointer
    /// ``SocketGuard`` refused an address of its request.
    private var wasRefused = false
    private let fields = FieldList()
    private let body = UnsafeMutableRawPointer.allocate(byteCount: TransferSlot.largestBody, alignment: 1)
    private let destinations: UnsafeMutablePointer<curl_slist>?
    private let settings: TransferSettings
    private var mayBePrivate = false
    /// Whether its request may open a socket: the one that warms the connection up does.
    package var mayConnect = false
    /// Its request wanted a socket and was not the one to open it.
    private var wasDenied = false
    private var reply: [UInt8] = []
    private var isCut = false
    /// What libcurl says beyond the name of its error.
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private static let largestBody = 8_192
    private static let largestReply = 4_096

    /// Nil when libcurl has no handle to give.
    package init?(_ settings: TransferSettings) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.settings = settings
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        destinations = settings.connectTo.reduce(nil) { curl_slist_append($0, $1) }
        setUpConnection()
        setUpCallbacks()
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(destinations)
        body.deallocate()
        words.deallocate()
    }

    private func setUpConnection() {
        _ = ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        _ = ccurl_set_long(easy, CURLOPT_PIPEWAIT, 1)
        _ = ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        _ = ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "https")
        _ = ccurl_set_string(easy, CURLOPT_PROXY, "")
        _ = ccurl_set_string(easy, CURLOPT_CAINFO, settings.certificates)
        // Kept in memory they cost megabytes, and a connection lasts for hours.
        _ = ccurl_set_long(easy, CURLOPT_CA_CACHE_TIMEOUT, 0)
        _ = ccurl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0)
        // By default a connection is dropped after two idle minutes; Apple wants it kept.
        _ = ccurl_set_long(easy, CURLOPT_MAXAGE_CONN, 86_400)
        _ = ccurl_set_long(easy, CURLOPT_MAXLIFETIME_CONN, 43_200)
        _ = ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        _ = ccurl_set_long(easy, CURLOPT_TCP_KEEPIDLE, 60)
        _ = ccurl_set_long(easy, CURLOPT_TCP_KEEPINTVL, 30)
        _ = ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
        _ = ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(settings.timeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(settings.connectTimeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_BUFFERSIZE, 2_048)
        _ = ccurl_set_string(easy, CURLOPT_USERAGENT, "watchpost/\(Version.text)")
        if let destinations { _ = ccurl_set_list(easy, CURLOPT_CONNECT_TO, destinations) }
    }

    private func setUpCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_set_write(easy, CURLOPT_WRITEFUNCTION, receivePushReply)
        _ = ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = ccurl_set_open_socket(easy, openPushSocket)
        _ = ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        _ = ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    }

    /// Takes a request; false when it cannot be one.
    package func take(_ request: OutgoingRequest, onNewConnection: Bool) -> Bool {
        guard request.body.count <= TransferSlot.largestBody, !request.url.utf8.contains(0),
            let list = fields.fill(request.fields + ["Accept:", "Expect:"])
        else { return false }
        request.body.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { body.copyMemory(from: start, byteCount: bytes.count) }
        }
        mayBePrivate = request.mayBePrivate
        reply.removeAll(keepingCapacity: true)
        isCut = false
        (wasRefused, wasDenied, mayConnect) = (false, false, false)
        words[0] = 0
        _ = ccurl_set_list(easy, CURLOPT_HTTPHEADER, list)
        _ = ccurl_set_long(easy, CURLOPT_POSTFIELDSIZE, request.body.count)
        _ = ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, body)
        _ = ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, onNewConnection ? 1 : 0)
        return ccurl_set_string(easy, CURLOPT_URL, request.url) == CURLE_OK
    }

    /// How the request ended, and whether the connection is still good.
    package func ending(_ code: CURLcode) -> (ending: TransferEnding, isConnectionGood: Bool) {
        var (status, version, sent) = (0, 0, 0)
        _ = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        _ = ccurl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
        _ = ccurl_get_long(easy, CURLINFO_REQUEST_SIZE, &sent)
        // An interim answer (1xx) is none.
        guard status >= 200 else {
            // Codes for one event differ from version to version; whether a byte left does not.
            return (sent == 0 ? .notSent(explanation(code)) : .lost(explanation(code)), false)
        }
        var retryAfter: curl_off_t = 0
        _ = ccurl_get_offset(easy, CURLINFO_RETRY_AFTER, &retryAfter)
        let reply = PushReply(
            status: status,
            body: reply,
            retryAfter: retryAfter > 0 ? Int64(retryAfter) : nil,
            isHTTP2: version == Int(CURL_HTTP_VERSION_2_0)
        )
        return (.answered(reply), code == CURLE_OK || isCut)
    }

    private func explanation(_ code: CURLcode) -> String {
        if wasRefused { return "the host is inside a private network" }
        let detail = String(cString: words)
        return String((detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail).prefix(200))
    }

    /// False cuts the answer off: nobody needs more of it.
    fileprivate func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        reply.append(contentsOf: bytes.prefix(TransferSlot.largestReply - reply.count))
        isCut = reply.count >= TransferSlot.largestReply
        return !isCut
    }

    /// Whether it ended for no other reason than that it was not to open a socket, and nothing of it left.
    package func wasReturned(_ ending: TransferEnding) -> Bool {
        guard case .notSent = ending else { return false }
        return wasDenied
    }

    private func isAllowed(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        guard !mayBePrivate else { return true }
        let bytes = UnsafeRawPointer(address) + addressOffset
        return SocketGuard.isPublic(bytes) || settings.isConnectTo(SocketGuard.address(bytes))
    }

    fileprivate func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        guard mayConnect else {
            wasDenied = true
            return -1
        }
        guard isAllowed(address) else {
            wasRefused = true
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
private func receivePushReply(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return slot(context)?.append(buffer) == true ? size * count : 0
}

/// libcurl's socket callback; -1 (CURL_SOCKET_BAD) makes it try the next address, or fail.
private func openPushSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> Int32 {
    guard let address, let slot = slot(context) else { return -1 }
    return slot.openSocket(address)
}
