import CTOML
import WatchpostModel

/// Builds the Swift tree from the shim's walk: a stack of the containers that are open.
struct TOMLTreeBuilder {
    private(set) var root = TOMLTable()
    /// The first place that nests too deep; what is below it is left out.
    private(set) var tooDeep: TextPlace?

    private let maximumDepth: Int
    private var open: [Container] = []
    /// How many containers below the limit are open and ignored.
    private var ignored = 0

    init(maximumDepth: Int) {
        self.maximumDepth = maximumDepth
    }

    /// A table or an array whose children are still coming.
    private struct Container {
        var isTable: Bool
        var place: TextPlace
        var key: (name: String, place: TextPlace)?
        var entries: [TOMLEntry] = []
        var elements: [TOMLNode] = []
    }

    mutating func enter(_ value: ctoml_value) {
        guard ignored == 0, open.count <= maximumDepth else {
            ignored += 1
            tooDeep = tooDeep ?? value.place
            return
        }
        open.append(Container(isTable: value.kind == CTOML_TABLE, place: value.place, key: value.keyAndPlace))
    }

    mutating func leave() {
        guard ignored == 0 else {
            ignored -= 1
            return
        }
        guard let closed = open.popLast() else { return }
        // toml++ keeps tables sorted by key; people expect their own order.
        let table = TOMLTable(entries: closed.entries.sorted { $0.keyPlace < $1.keyPlace })
        guard !open.isEmpty else {
            root = table
            return
        }
        let value: TOMLValue = closed.isTable ? .table(table) : .array(closed.elements)
        add(TOMLNode(place: closed.place, value: value), key: closed.key)
    }

    mutating func add(_ value: ctoml_value) {
        guard ignored == 0 else { return }
        add(TOMLNode(place: value.place, value: value.scalar), key: value.keyAndPlace)
    }

    private mutating func add(_ node: TOMLNode, key: (name: String, place: TextPlace)?) {
        guard let last = open.indices.last else { return }
        if let key {
            open[last].entries.append(TOMLEntry(key: key.name, keyPlace: key.place, node: node))
        } else {
            open[last].elements.append(node)
        }
    }
}

/// The shim's callbacks for a builder that stays at `builder` while the walk lasts.
func visitor(for builder: UnsafeMutablePointer<TOMLTreeBuilder>) -> ctoml_visitor {
    ctoml_visitor(
        context: UnsafeMutableRawPointer(builder),
        enter: enterContainer,
        leave: leaveContainer,
        scalar: addScalar
    )
}

private func enterContainer(context: UnsafeMutableRawPointer?, value: UnsafePointer<ctoml_value>) {
    context?.assumingMemoryBound(to: TOMLTreeBuilder.self).pointee.enter(value.pointee)
}

private func leaveContainer(context: UnsafeMutableRawPointer?) {
    context?.assumingMemoryBound(to: TOMLTreeBuilder.self).pointee.leave()
}

private func addScalar(context: UnsafeMutableRawPointer?, value: UnsafePointer<ctoml_value>) {
    context?.assumingMemoryBound(to: TOMLTreeBuilder.self).pointee.add(value.pointee)
}

extension ctoml_value {
    fileprivate var place: TextPlace { TextPlace(line: Int(line), column: Int(column)) }

    fileprivate var keyAndPlace: (name: String, place: TextPlace)? {
        guard let key else { return nil }
        let name = String(decoding: UnsafeRawBufferPointer(start: key, count: key_length), as: UTF8.self)
        return (name, TextPlace(line: Int(key_line), column: Int(key_column)))
    }

    private var string: String {
        guard let text else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: text, count: text_length), as: UTF8.self)
    }

    fileprivate var scalar: TOMLValue {
        switch kind {
        case CTOML_INTEGER: .integer(integer)
        case CTOML_FLOAT: .float(number)
        case CTOML_BOOLEAN: .boolean(boolean != 0)
        case CTOML_TIME: .time(secondsOfDay: Int(integer))
        case CTOML_DATE: .date(string)
        case CTOML_DATE_TIME:
            .dateTime(string, instant: has_instant == 0 ? nil : UnixTime(seconds: instant))
        default: .string(string)
        }
    }
}
