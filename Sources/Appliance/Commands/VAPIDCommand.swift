import Push
import SystemSupport

/// `watchpost vapid`: the public half of the key pair by which browsers know this appliance.
enum VAPIDCommand {
    /// Prints it, and makes the pair when there is none yet.
    ///
    /// 1 when it cannot be had.
    static func run(_ configuration: Configuration) -> Int32 {
        do throws(PushKeyError) {
            let key = try VAPIDKeyFile.open(in: configuration.state.directory)
            Console.print(Base64URL.encode(key.point))
            return 0
        } catch {
            Console.error("watchpost: \(error)")
            return 1
        }
    }
}
