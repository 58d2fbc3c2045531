/// What pages of other origins see of an answer, which every answer says.
enum OtherOrigins {
    /// Any page may read the body.
    ///
    /// Of the head browsers show it a few fields and these (Fetch Standard §3.3.4): a game compares tags, waits as long
    /// as it is asked to, and signs by our clock.
    static let mayRead: [PreparedResponse.Header] = [
        ("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", "Date, ETag, Retry-After"),
    ]
}
