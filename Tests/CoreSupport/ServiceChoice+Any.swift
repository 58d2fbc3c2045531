package import Core

extension ServiceChoice {
    /// As the dispatcher asks once the service has taken a notice: fixtures register phones of one service without a name.
    package static func any(_ count: Int) -> ServiceChoice {
        ServiceChoice(open: [""], room: count, closed: [], tries: 0)
    }
}
