import Dispatch
import FoundationEssentials
import Glibc
import SystemSupport
import TestSupport

/// A stand-in for the far side of a protocol: a program in Python that says `ready {JSON}` once it listens.
///
/// A process for each test; it ends with this one.
final class PythonProgram: Sendable {
    struct Trouble: Error { var words: String }

    /// The interpreter with the stand-ins' packages, which `make unit` names.
    private static let python = getenv("WATCHPOST_PYTHON").map { String(cString: $0) }

    /// Without an interpreter, as where Swift tests are run by hand, the tests that need one do not run.
    static let isInstalled = python != nil

    /// What it said of itself, JSON.
    let ready: Data
    private let processID: pid_t

    /// `path`: from the repository's folder.
    ///
    /// Python takes its time; no thread of the cooperative pool waits for it.
    init(_ path: String, _ arguments: [String] = []) async throws {
        let start = { @Sendable in Result { try PythonProgram.start(path, arguments) } }
        (processID, ready) = try await BlockingCall.run(start).get()
    }

    deinit {
        kill(processID, SIGTERM)
        DispatchQueue(label: "end of a program").async { [processID] in waitpid(processID, nil, 0) }
    }

    /// Its number, and what it said.
    private static func start(_ path: String, _ arguments: [String]) throws -> (pid_t, Data) {
        let python = PythonProgram.python ?? ""
        let program = ConfigurationFixture.repositoryFile(path, from: #filePath, above: 3)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Trouble(words: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        // A worker thread's mask would keep SIGTERM from the child for good.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words = ([python, program] + arguments).map { strdup($0) } + [nil]
        var process = pid_t()
        let failure = posix_spawn(&process, python, &actions, &attributes, &words, environ)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        words.forEach { free($0) }
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { throw Trouble(words: "cannot start \(python)") }
        let line = PythonProgram.line(ends[0])
        guard line.starts(with: Data("ready ".utf8)) else {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw Trouble(words: "\(program) did not start")
        }
        return (process, line.dropFirst(6))
    }

    /// Its first line, or what there is of it when patience ends.
    private static func line(_ descriptor: Int32) -> Data {
        var line = Data()
        var byte: UInt8 = 0
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while line.count < 65_536, poll(&waiting, 1, Int32(Patience.seconds * 1_000)) == 1,
            read(descriptor, &byte, 1) == 1, byte != 0x0A
        {
            line.append(byte)
        }
        return line
    }
}
