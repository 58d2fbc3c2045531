import WatchpostModel

/// What routes ask the notices for; every function may be called from any thread and answers within its time.
protocol NoticesPort: Sendable {
    /// Sends a test notice to a device now and waits, at most 20 s, for what its push service says.
    func test(device: Int64) async -> TestNoticeBody

    /// The newest notices to a device, at most `most`, newest first.
    func notices(device: Int64, most: Int) async throws(NoticesError) -> [DeviceNoticeBody]

    /// Everything that a device was told is read.
    func read(device: Int64) async throws(NoticesError)

    /// How many things a device was told of since then.
    func unread(device: Int64) async throws(NoticesError) -> Int

    /// The newest notices that could not be delivered, newest first.
    func deadNotices(most: Int) async throws(NoticesError) -> [DeadNoticeBody]

    /// Puts a dead notice back into the queue; false: there is none of that number.
    func replay(dead id: Int64) async throws(NoticesError) -> Bool

    /// Forgets a dead notice; false: there is none of that number.
    func forget(dead id: Int64) async throws(NoticesError) -> Bool
}

/// Why the notices could not answer, in words for the client.
struct NoticesError: Error, Hashable {
    var words: String
}
