import CCurl

/// A letter while libcurl takes it, byte by byte, and the list of its recipients.
///
/// For the loop's thread alone.
final class LetterUpload {
    private let bytes: [UInt8]
    private var position = 0
    /// For `CURLOPT_MAIL_RCPT`, which keeps no copy.
    let recipients: UnsafeMutablePointer<curl_slist>?

    /// None.
    init() {
        bytes = []
        recipients = nil
    }

    init(_ bytes: [UInt8], to recipient: String) throws(TransferRefusal) {
        guard !bytes.isEmpty else { throw TransferRefusal(words: "the letter is empty") }
        guard let list = curl_slist_append(nil, try LetterUpload.path(recipient)) else {
            throw .outOfMemory
        }
        self.bytes = bytes
        recipients = list
    }

    deinit { curl_slist_free_all(recipients) }

    /// libcurl has all of it.
    var isHandedOver: Bool { !bytes.isEmpty && position == bytes.count }

    /// How many bytes more stand in the buffer now.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes[position...].prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        position += part.count
        return part.count
    }

    /// An address as SMTP's commands have it; refuses what could end one, or begin another.
    static func path(_ address: String) throws(TransferRefusal) -> String {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
        guard isPlain, !address.isEmpty else {
            throw TransferRefusal(words: "an address of the letter has a sign that none has")
        }
        return "<\(address)>"
    }
}
