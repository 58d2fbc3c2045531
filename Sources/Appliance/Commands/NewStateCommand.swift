import Core
import Glibc
import SystemSupport

/// `watchpost new-state`: begins with an empty state where the one that was there is lost or damaged.
struct NewStateCommand: Sendable {
    let folder: StateFolder
    /// As in ``StateOpening/file``.
    let file: StateFile

    /// Says what was done; 1 when nothing was.
    func run() async -> Int32 {
        do {
            if mkdir(folder.path, 0o700) != 0, errno != EEXIST {
                throw SystemRefusal("mkdir", folder.path)
            }
            let lock = try StateLock(directory: folder.path)
            let now = SystemClock.system.now().wall
            let opening = StateOpening(
                directory: folder.path,
                file: file,
                beginsAnew: true,
                now: now
            )
            let state = try await opening.run { Console.print($0) }
            await state.close()
            for name in [file.name] + file.companions where folder.exists(name) {
                try folder.adopt(name)
            }
            withExtendedLifetime(lock) {}
            Console.print("start it again: sudo systemctl start watchpost")
            return 0
        } catch {
            Console.error(
                "no new state began: \(error) (sudo systemctl stop watchpost, and run this as root)"
            )
            return 1
        }
    }
}
