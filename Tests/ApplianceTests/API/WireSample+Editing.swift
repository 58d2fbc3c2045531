import WatchpostModel

extension WireSample {
    /// What editing the schedule asks and answers.
    static var editing: [WireSample] {
        let time = UnixTime(seconds: 1_764_504_000)
        let map = ShownMapBody(code: "", map: "", gameMode: "", takeover: "", source: "")
        let stretch = StretchBody(start: time, end: time, before: map, after: map)
        let mode = ModeDifferenceBody(mode: "", name: "", change: .changed, stretches: [stretch], cut: false)
        let edit = ScheduleEditBody(version: 1, at: time, by: .phone, phone: "", text: "", state: .inForce)
        return [
            WireSample(
                ScheduleRequestBody(text: "", basis: "", at: time),
                sparse: ScheduleRequestBody(text: "")
            ),
            WireSample(
                SeenMapBody(mode: "", map: "", until: time, then: ""),
                sparse: SeenMapBody(mode: "", map: "")
            ),
            WireSample(StartedMapBody(mode: "", map: "")),
            WireSample(MapNameBody(code: "", map: "")),
            WireSample(map, sparse: ShownMapBody(code: "", map: "")),
            WireSample(
                edit,
                sparse: ScheduleEditBody(version: 1, at: time, by: .owner, phone: nil, text: "", state: .undo)
            ),
            WireSample(
                ScheduleEditListBody(basis: "", modes: [""], maps: [], edits: [edit], more: 1),
                sparse: ScheduleEditListBody(basis: "", modes: [""], maps: [], edits: [edit])
            ),
            WireSample(stretch, sparse: StretchBody(start: time, end: time, before: nil, after: nil)),
            WireSample(mode),
            WireSample(
                SchedulePreviewBody(basis: "", at: time, text: "", from: time, until: time, modes: [mode])
            ),
        ]
    }
}
