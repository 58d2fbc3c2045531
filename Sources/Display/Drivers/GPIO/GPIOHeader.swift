import CGpiod
import Glibc

/// The pin header of the Pi: finds its chip each time it is asked, so that one that appears later is found.
///
/// The chip is told by its label, because its number moved between kernels (the Pi 5's from gpiochip4 to gpiochip0).
package struct GPIOHeader: LineSource, Sendable {
    /// The chips whose lines are on the header: Pi 5, Pi 4 and 400, all earlier ones and the Zero 2 W.
    package static let labels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// The lines that are on the header.
    static let numbers: ClosedRange<UInt32> = 0...27

    private let chosen: String?

    /// `chip` is a label, a name (`gpiochip0`) or a path; nil: the header's chip of this Pi.
    package init(chip: String? = nil) {
        chosen = chip
    }

    package func find(_ lines: [GPIOLine]) throws(HardwareError) -> [Result<FoundLine, HardwareError>] {
        let chip = try open()
        return lines.map { chip.find($0) }
    }

    package func claim(
        _ lines: [ClaimedLine],
        levels: UInt32,
        as consumer: String
    ) throws(HardwareError) -> any OutputLines {
        let chip = try open()
        let activeLow = lines.enumerated().reduce(UInt32(0)) {
            $1.element.isActiveLow ? $0 | 1 << $1.offset : $0
        }
        let offsets = lines.map(\.found.offset)
        guard
            let request = cgpiod_request_outputs(
                chip.path,
                consumer,
                offsets,
                UInt32(offsets.count),
                activeLow,
                levels
            )
        else {
            let reason = errno
            throw GPIOHeader.refused(lines.map(\.found), chip, reason)
        }
        return KernelLines(request, names: lines.map { "\($0.found.line)" }.joined(separator: ", "))
    }

    /// Requests a button's line; its edges can be read from then on.
    package func claimButton(
        _ line: GPIOLine,
        isActiveLow: Bool,
        as consumer: String
    ) throws(HardwareError) -> ButtonLine {
        let chip = try open()
        let found = try chip.find(line).get()
        if let error = found.taken { throw error }
        let bounce = UInt32(ButtonLine.bounceMicroseconds)
        guard let request = cgpiod_request_button(chip.path, consumer, found.offset, isActiveLow, bounce)
        else {
            throw GPIOHeader.refused([found], chip, errno)
        }
        return ButtonLine(request, name: "\(line)")
    }

    /// What `check` says of it: `gpiochip0 (pinctrl-bcm2835)`.
    package func describe() throws(HardwareError) -> String { try open().name }

    private func open() throws(HardwareError) -> GPIOChip {
        let paths = GPIOHeader.paths()
        if let chosen {
            let path = chosen.hasPrefix("/") ? chosen : "/dev/\(chosen)"
            if chosen.hasPrefix("/") || paths.contains(path) { return try GPIOChip(path: path) }
        }
        var seen: [String] = []
        var refusal: HardwareError?
        let labels = chosen.map { [$0] } ?? GPIOHeader.labels
        for path in paths {
            do throws(HardwareError) {
                let chip = try GPIOChip(path: path)
                if labels.contains(chip.label) { return chip }
                seen.append(chip.name)
            } catch {
                refusal = error
            }
        }
        throw GPIOHeader.noChip(chosen, seen: seen, refusal: refusal)
    }

    /// The devices, by number; a link to another one (the Pi 5's gpiochip4) leads to the same chip.
    private static func paths() -> [String] {
        guard let folder = opendir("/dev") else { return [] }
        defer { closedir(folder) }
        var numbers: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("gpiochip"), let number = Int(name.dropFirst(8)) { numbers.append(number) }
        }
        return numbers.sorted().map { "/dev/gpiochip\($0)" }
    }

    private static func noChip(_ chosen: String?, seen: [String], refusal: HardwareError?) -> HardwareError {
        if let refusal, seen.isEmpty { return refusal }
        let there = seen.isEmpty ? "this machine has none" : "there is \(seen.joined(separator: ", "))"
        let words =
            chosen.map { "no GPIO chip is called “\($0)”: \(there)" }
            ?? "no GPIO chip of a Raspberry Pi's header: \(there)"
        return HardwareError("\(words); see gpio.chip in the settings", short: "no GPIO chip")
    }

    private static func refused(_ lines: [FoundLine], _ chip: GPIOChip, _ code: Int32) -> HardwareError {
        for line in lines {
            if case .success(let now) = chip.find(line.line), let error = now.taken { return error }
        }
        let names = lines.map { "\($0.line)" }.joined(separator: ", ")
        let reason = String(cString: strerror(code))
        return HardwareError("\(chip.name) does not give \(names): \(reason)", short: "\(names): \(reason)")
    }
}

extension FoundLine {
    /// The error to report when the line is held, by another program or by another part of this appliance.
    package var taken: HardwareError? {
        guard let holder else { return nil }
        let remedy =
            holder.hasPrefix("watchpost")
            ? "stop the service first (systemctl stop watchpost), or give each part a line of its own"
            : "end it, or choose another line"
        return HardwareError(
            "\(line) is in use by “\(holder)”: \(remedy)",
            short: "\(line) is used by \(holder)"
        )
    }
}
