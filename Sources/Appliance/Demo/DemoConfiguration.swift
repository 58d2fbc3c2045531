import Core
import FoundationEssentials
import Glibc
import SystemSupport

/// How `run --demo` differs from the settings: no account, no wires, a folder of its own.
extension Configuration {
    /// The five regions of the demonstration, polled every two seconds: its outages are no planned maintenance, whatever the hour.
    private static let story = """
        [realms]
        regions = ["us", "eu", "kr", "tw", "cn"]

        [battlenet]
        interval = "2s"
        recheck = "1s"
        requests_per_hour = 36000

        [notices]
        group_wait = "3s"

        [region]
        us = { maintenance = [] }
        eu = { maintenance = [] }
        kr = { maintenance = [] }
        tw = { maintenance = [] }
        cn = { maintenance = [] }
        """

    /// These settings with the demonstration's realms, and a new folder in `TMPDIR`; throws when it cannot be made.
    func demonstrating() throws -> Configuration {
        let story = try Configuration.parse(
            text: Configuration.story,
            file: "demonstration",
            environment: .ofProcess(),
            secretReader: SecretFile.unread
        )
        var demo = self
        demo.isDemonstration = true
        demo.realms = story.realms
        demo.regions = story.regions
        demo.battleNet = story.battleNet
        demo.notices = story.notices
        demo.gpio = story.gpio
        demo.rotations.upstream = nil
        demo.mail = nil
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/watchpost-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartFailure(
                "cannot make a folder for the demonstration: \(String(cString: strerror(errno)))"
            )
        }
        demo.state.directory = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return demo
    }
}
