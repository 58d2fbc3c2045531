import CCurl

/// The header fields of one request as libcurl reads them (`curl_slist`), in memory that is used again and again.
///
/// A list made by libcurl costs two allocations for each line. For one thread; the list must not change while a
/// transfer uses it.
final class FieldList {
    private static let most = 20
    private let nodes = UnsafeMutablePointer<curl_slist>.allocate(capacity: FieldList.most)
    private var text = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1_024)

    deinit {
        nodes.deallocate()
        text.deallocate()
    }

    /// The lines as a list, nil for none; refuses too many, and one with a control character in it.
    func fill(_ lines: [String]) throws(TransferRefusal) -> UnsafeMutablePointer<curl_slist>? {
        guard lines.count <= FieldList.most else {
            throw TransferRefusal(words: "more than \(FieldList.most) header fields")
        }
        let size = lines.reduce(0) { $0 + $1.utf8.count + 1 }
        if size > text.count {
            text.deallocate()
            text = .allocate(capacity: size * 2)
        }
        var end = 0
        for (index, line) in lines.enumerated() {
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                let name = line.prefix { $0 != ":" }
                throw TransferRefusal(words: "header \(name) contains a control character")
            }
            let next = index + 1 < lines.count ? nodes + index + 1 : nil
            (nodes + index).initialize(to: curl_slist(data: text.baseAddress.map { $0 + end }, next: next))
            for byte in line.utf8 {
                text[end] = CChar(bitPattern: byte)
                end += 1
            }
            text[end] = 0
            end += 1
        }
        return lines.isEmpty ? nil : nodes
    }
}
