extension KeptSchedule {
    /// In the state folder of this box.
    init(_ configuration: Configuration) {
        self.init(in: StateFolder(configuration).path)
    }
}
