package import CCurl

/// The header fields of one request as libcurl reads them (`curl_slist`), in memory that is used again and again.
///
/// A list made by libcurl costs two allocations for each line. For one thread; the list must not change while a
/// transfer uses it.
package final class FieldList {
    private static let most = 20
    private let nodes = UnsafeMutablePointer<curl_slist>.allocate(capacity: FieldList.most)
    private var text: UnsafeMutablePointer<CChar>
    private var capacity = 1_024

    package init() {
        text = .allocate(capacity: capacity)
    }

    deinit {
        nodes.deallocate()
        text.deallocate()
    }

    /// The lines as a list; nil when there are too many, or one has a control character in it.
    package func fill(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        guard !lines.isEmpty, lines.count <= FieldList.most else { return nil }
        reserve(lines.reduce(0) { $0 + $1.utf8.count + 1 })
        var end = 0
        for (index, line) in lines.enumerated() {
            let start = end
            for byte in line.utf8 {
                guard byte >= 0x20, byte != 0x7F else { return nil }
                text[end] = CChar(bitPattern: byte)
                end += 1
            }
            text[end] = 0
            end += 1
            let next = index + 1 < lines.count ? nodes + index + 1 : nil
            (nodes + index).initialize(to: curl_slist(data: text + start, next: next))
        }
        return nodes
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        text.deallocate()
        capacity = count * 2
        text = .allocate(capacity: capacity)
    }
}
