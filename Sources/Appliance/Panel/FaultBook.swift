import Display

/// The faults that parts of the box told of: one of each code is shown as long as any part has it.
struct FaultBook: Hashable, Sendable {
    private struct Told: Hashable {
        /// Who has it; empty where only one part can.
        let part: String
        let fault: PanelFault
    }

    /// By code; who told of it first stands first.
    private var told: [String: [Told]]

    /// `faults`: those that are known from the start, by code.
    init(_ faults: [String: PanelFault] = [:]) {
        told = faults.mapValues { [Told(part: "", fault: $0)] }
    }

    /// What a part has; nil: nothing, or nothing any more.
    subscript(code: String, part: String = "") -> PanelFault? {
        get { told[code]?.first { $0.part == part }?.fault }
        set {
            var known = told[code] ?? []
            let place = known.firstIndex { $0.part == part }
            switch (place, newValue) {
            case (let place?, let fault?): known[place] = Told(part: part, fault: fault)
            case (let place?, nil): known.remove(at: place)
            case (nil, let fault?): known.append(Told(part: part, fault: fault))
            case (nil, nil): break
            }
            told[code] = known.isEmpty ? nil : known
        }
    }

    /// One of each code: that which makes every lamp doubtful, if there is one, else the oldest.
    var shown: [PanelFault] {
        told.values.compactMap { known in
            let faults = known.map(\.fault)
            return faults.first(where: \.isOfTheBox) ?? faults.first
        }
    }
}
