import Push

/// Every way to reach phones that this appliance knows, in the order of the settings.
enum PushChannels {
    static let all: [any PushChannel.Type] = [APNsSection.self, WebPushSection.self]
}

extension PushAdvice {
    /// A sentence without a full stop; nil when there is nothing to do but wait.
    static func words(for reason: String, by channels: [any PushChannel.Type] = PushChannels.all) -> String? {
        common(reason) ?? channels.lazy.compactMap { $0.advice(for: reason) }.first
    }
}
