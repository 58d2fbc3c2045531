import Display
import Testing

@testable import Appliance

@Suite("Telling that a file refuses")
struct FileWatchTests {
    private static func fault(_ words: String) -> PanelFault { PanelFault(code: "E99", words: words) }

    /// What a look has found, how many commits had proved the file (nil: closed), and what is told.
    private static let looks: [(words: String?, commits: Int?, effect: FileWatch.Effect)] = [
        (nil, 0, .nothing),
        ("full", 3, .began(fault("full"))),
        ("full", 3, .nothing),
        ("broken", 3, .changed(fault("broken"))),
        // Nothing was due: that proves nothing.
        (nil, 3, .nothing),
        (nil, 4, .ended),
        (nil, 4, .nothing),
        // One that could not even be opened is well as soon as it is.
        ("no file", nil, .began(fault("no file"))),
        (nil, 0, .ended),
    ]

    @Test("begins once, goes on without words, says another reason, and ends with proof")
    func told() {
        var watch = FileWatch()
        for (number, look) in FileWatchTests.looks.enumerated() {
            let effect = watch.look(look.words.map(FileWatchTests.fault), provedCommits: look.commits)
            #expect(effect == look.effect, "look \(number)")
        }
    }
}
