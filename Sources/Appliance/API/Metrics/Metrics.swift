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

    package func set(_ value: Int) {
        number.store(value, ordering: .relaxed)
    }
}

/// The appliance's numbers, rendered in the Prometheus text format 0.0.4.
///
/// Features register their numbers once at the start and keep the `Metric`; reading is only done by `/metrics`.
package final class Metrics: Sendable {
    /// How Prometheus may use a number.
    package enum Kind: String, Sendable {
        /// It only grows (until a restart).
        case counter
        /// It goes up and down.
        case gauge
    }

    private struct Family: Sendable {
        let help: String
        let kind: Kind
        var series: [(labels: String, read: @Sendable () -> Int)] = []
    }

    private let families = Locked<[String: Family]>([:])

    package init() {}

    /// Adds a number that the caller changes.
    ///
    /// `name` follows Prometheus' rules, labels are few and bounded.
    package func register(
        _ name: String,
        _ kind: Kind,
        help: String,
        labels: KeyValuePairs<String, String> = [:]
    ) -> Metric {
        let metric = Metric()
        register(name, kind, help: help, labels: labels) { metric.value }
        return metric
    }

    /// Adds a number that is asked for when `/metrics` is read; `read` must be quick.
    package func register(
        _ name: String,
        _ kind: Kind,
        help: String,
        labels: KeyValuePairs<String, String> = [:],
        read: @escaping @Sendable () -> Int
    ) {
        let text = labels.map { "\($0.key)=\"\(Metrics.escaped($0.value))\"" }.joined(separator: ",")
        families.withLock { families in
            families[name, default: Family(help: help, kind: kind)].series.append((text, read))
        }
    }

    /// The whole page, families by name.
    package func rendered() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, read) in family.series.sorted(by: { $0.labels < $1.labels }) {
                text += labels.isEmpty ? "\(name) \(read())\n" : "\(name){\(labels)} \(read())\n"
            }
        }
        return text
    }

    /// Backslash, quote and line feed are escaped in label values (Prometheus, exposition formats).
    private static func escaped(_ text: String) -> String {
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
