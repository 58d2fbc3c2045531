import Glibc
package import WatchpostModel

/// The schedule file: which maps are on when, written by people in TOML.
///
/// It is valid as a whole or refused as a whole, with every problem named: a schedule of which a part was
/// left out silently would say "unknown" where somebody believes to have said something. The shipped file
/// documents the format.
package enum ScheduleFile {
    /// The last schedule that was published when this version was made; it is part of the executable.
    package static func shipped() throws(ScheduleRefusal) -> RotationSchedules {
        try read(String(decoding: PackageResources.schedule_toml, as: UTF8.self), file: "schedule.toml")
    }

    /// Reads the text of a file; `file` is what messages call it.
    package static func read(_ text: String, file: String) throws(ScheduleRefusal) -> RotationSchedules {
        let problems = ProblemList()
        var schedules: RotationSchedules?
        do throws(TOMLSyntaxError) {
            schedules = ScheduleReader.read(try TOMLDocument(parsing: text), problems: problems)
        } catch {
            problems.add(ConfigurationProblem(error))
        }
        guard let schedules, problems.isEmpty else {
            throw ScheduleRefusal(problems: problems.sorted.map { $0.line(file: file) })
        }
        return schedules
    }

    /// Reads the file at `path`; blocks, so not on the cooperative pool.
    package static func load(_ path: String) throws(ScheduleRefusal) -> RotationSchedules {
        try read(try text(of: path), file: path)
    }

    /// Opened without waiting and checked to be a plain file, because a pipe would block for ever.
    private static func text(of path: String) throws(ScheduleRefusal) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw unreadable(path, "it is not a plain file")
        }
        guard let text = String(validating: try bytes(of: descriptor, path: path), as: UTF8.self) else {
            throw unreadable(path, "it is not UTF-8 text; save it in that encoding")
        }
        return text
    }

    private static func bytes(of descriptor: Int32, path: String) throws(ScheduleRefusal) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let limit = TOMLDocument.maximumSize + 1 - bytes.count
            var failure: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: min(limit, 65_536)) { buffer, count in
                let received = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failure = received < 0 ? errno : 0
                count = max(received, 0)
            }
            if failure == EINTR { continue }
            guard failure == 0 else { throw unreadable(path, String(cString: strerror(failure))) }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
            guard bytes.count <= TOMLDocument.maximumSize else {
                throw unreadable(
                    path,
                    "it is larger than \(TOMLDocument.maximumSize / 1_024) KiB; shorten it"
                )
            }
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> ScheduleRefusal {
        ScheduleRefusal(problems: ["\(path): the schedule file cannot be read: \(reason)"])
    }
}
