import Core
import Synchronization

/// A number that only grows, or that goes up and down; any thread may change it.
package final class Metric: Sendable {
    private let number = Atomic<Int>(0)

    package init() {}

    package var value: Int { number.load(ordering: .relaxed) }

    package func add(_ amount: Int = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}

/// One line of `/metrics`: a number with its labels.
package struct MetricSeries: Sendable {
    package let name: String
    package let kind: Metrics.Kind
    /// The same for all lines of a name.
    package let help: String
    /// As it is written between braces.
    package let labels: String
    package let read: @Sendable () -> Int

    /// A number that is asked for when `/metrics` is read; `read` must be quick.
    ///
    /// `name` follows Prometheus' rules, labels are few and bounded.
    package init(
        _ name: String,
        _ kind: Metrics.Kind,
        help: String,
        labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Int
    ) {
        (self.name, self.kind, self.help, self.read) = (name, kind, help, read)
        self.labels = labels.map { "\($0.key)=\"\(Metrics.escaped($0.value))\"" }.joined(separator: ",")
    }
}

/// The appliance's numbers, rendered in the Prometheus text format 0.0.4.
///
/// Features and the server bring theirs along at the start; reading is only done by `/metrics`.
package final class Metrics: Sendable {
    /// How Prometheus may use a number.
    package enum Kind: String, Sendable {
        /// It only grows (until a restart).
        case counter
        /// It goes up and down.
        case gauge
    }

    private let series = Locked<[MetricSeries]>([])

    package init() {}

    package func add(_ lines: [MetricSeries]) {
        series.withLock { $0 += lines }
    }

    /// The whole page, families by name.
    package func rendered() -> String {
        let series = series.withLock { $0 }.sorted { ($0.name, $0.labels) < ($1.name, $1.labels) }
        var (text, family) = ("", "")
        for line in series {
            if line.name != family {
                text += "# HELP \(line.name) \(line.help)\n# TYPE \(line.name) \(line.kind.rawValue)\n"
                family = line.name
            }
            let labels = line.labels.isEmpty ? "" : "{\(line.labels)}"
            text += "\(line.name)\(labels) \(line.read())\n"
        }
        return text
    }

    /// Backslash, quote and line feed are escaped in label values (Prometheus, exposition formats).
    fileprivate static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.append(character)
            }
        }
        return result
    }
}
