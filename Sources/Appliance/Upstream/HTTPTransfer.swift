import CCurl
import Core
import FoundationEssentials
import SystemSupport

/// One exchange on libcurl: an easy handle with its buffers.
///
/// It belongs to the client's thread from `begin` to `end`.
///
/// `@unchecked Sendable`: made on the caller's side, handed over once through the client's locked inbox, and from then
/// on touched by the client's thread alone.
final class HTTPTransfer: @unchecked Sendable {
    let identifier: UInt64
    private let request: HTTPRequest
    private let complete: @Sendable (Result<HTTPReply, HTTPFault>) -> Void
    private(set) var easy: UnsafeMutableRawPointer?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var headers: [String: String] = [:]
    private var body = Data()
    private var overflowed = false

    init(
        identifier: UInt64,
        request: HTTPRequest,
        complete: @escaping @Sendable (Result<HTTPReply, HTTPFault>) -> Void
    ) {
        self.identifier = identifier
        self.request = request
        self.complete = complete
    }

    /// Prepares the easy handle.
    func begin() throws(HTTPFault) {
        guard let easy = curl_easy_init() else { throw .unusable("libcurl has no handle to give") }
        self.easy = easy
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_USERAGENT, "watchpost/\(Version.text)")
        try set(CURLOPT_ACCEPT_ENCODING, "gzip")
        _ = ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        _ = ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(request.timeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(request.timeout.wholeMilliseconds))
        _ = ccurl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
        if let credentials = request.basicCredentials { try set(CURLOPT_USERPWD, credentials) }
        if request.method != .get { try set(CURLOPT_COPYPOSTFIELDS, request.body ?? "") }
        if request.method == .put { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
        try addHeaders()
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = ccurl_set_write(easy, CURLOPT_WRITEFUNCTION, receiveBody)
        _ = ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        _ = ccurl_set_write(easy, CURLOPT_HEADERFUNCTION, receiveHeader)
        _ = ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    }

    /// Tells the outcome and lets go of everything of libcurl's.
    func end(_ code: CURLcode) {
        guard let easy else { return finish(.failure(.cancelled)) }
        var status = 0
        _ = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        finish(outcome(code, status: status))
    }

    /// Tells a failure and lets go of everything of libcurl's.
    func finish(_ result: Result<HTTPReply, HTTPFault>) {
        if let easy { curl_easy_cleanup(easy) }
        easy = nil
        curl_slist_free_all(headerList)
        headerList = nil
        complete(result)
    }

    private func outcome(_ code: CURLcode, status: Int) -> Result<HTTPReply, HTTPFault> {
        if overflowed { return .failure(.tooLarge(request.maximumBody)) }
        switch code {
        case CURLE_OK: return .success(HTTPReply(status: status, headers: headers, body: body))
        case CURLE_OPERATION_TIMEDOUT: return .failure(.timeout(request.timeout))
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return .failure(.unusable(String(cString: curl_easy_strerror(code))))
        default: return .failure(.connection(String(cString: curl_easy_strerror(code))))
        }
    }

    private func set(_ option: CURLoption, _ value: String) throws(HTTPFault) {
        guard let easy, !value.utf8.contains(0) else { throw .unusable("a value contains NUL") }
        guard ccurl_set_string(easy, option, value) == CURLE_OK else {
            throw .unusable("libcurl refuses a value")
        }
    }

    private func addHeaders() throws(HTTPFault) {
        for (name, value) in request.headers {
            let line = "\(name): \(value)"
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .unusable("header \(name) contains a control character")
            }
            headerList = curl_slist_append(headerList, line)
        }
        if let easy { _ = ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerList) }
    }

    /// False stops the transfer.
    fileprivate func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= request.maximumBody else {
            overflowed = true
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }

    fileprivate func addHeaderLine(_ bytes: UnsafeRawBufferPointer) {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") { headers.removeAll() }
        guard let colon = line.firstIndex(of: ":"), headers.count < 100 else { return }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
    }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
    context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
}

/// libcurl's write callback: returning another number than was given stops the transfer.
private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.append(buffer) == true ? size * count : 0
}

/// libcurl's header callback, one complete line a call.
private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    transfer(context)?.addHeaderLine(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return size * count
}
