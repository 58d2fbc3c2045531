import Push

/// What `watchpost check` says of the keys that notices are signed with; it makes and changes nothing, and blocks.
struct PushKeyReport {
    let configuration: Configuration

    /// A line for each key that cannot be used.
    var lines: [String] {
        let directory = StateFolder(configuration).path
        return configuration.push.channels.compactMap { channel in
            do throws(PushKeyError) {
                try channel.checkKey(in: directory)
                return nil
            } catch {
                return "\(type(of: channel).faultCode): \(error)"
            }
        }
    }
}
