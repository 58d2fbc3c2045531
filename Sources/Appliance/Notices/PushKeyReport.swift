import Push

/// What `watchpost check` says of the keys that notices are signed with; it makes and changes nothing, and blocks.
struct PushKeyReport {
    let configuration: Configuration

    /// A line for each key that cannot be used; a pair for Web Push that is missing is made at the first start.
    var lines: [String] {
        var lines: [String] = []
        do throws(PushKeyError) {
            _ = try VAPIDKeyFile.read(StateFolder(configuration).file(VAPIDKeyFile.name))
        } catch {
            lines.append("\(PushAdapters.webPushFault): \(error)")
        }
        do throws(PushKeyError) {
            if let account = configuration.push.apns { _ = try APNsKeyFile.read(account.keyFile) }
        } catch {
            lines.append("\(PushAdapters.apnsFault): \(error)")
        }
        return lines
    }
}
