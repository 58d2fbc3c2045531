import WatchpostModel

/// Map alerts and quiet hours: each phone has its own, and one that joins begins with those of the other.
struct AlertsParticipant: PersonParticipant {
    let name = "alerts"

    func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try AlertTable.begin(device, like: other, db)
    }

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable {
        var export: [Export] = []
        for device in try DeviceTable.records(of: person, db) {
            guard let list = try AlertTable.list(device.id, db) else { continue }
            export.append(Export(phone: device.install, alerts: AlertListBody(list)))
        }
        return export
    }

    private struct Export: Encodable {
        let phone: String
        let alerts: AlertListBody
    }
}
