/// What the appliance can say to a phone: the keys of the rows in a words file.
///
/// What may stand in the braces of a row is what the row of English has there.
package enum NoticePhrase: String, CaseIterable, Sendable {
    case down = "notice.down"
    case downSince = "notice.down.since"
    case up = "notice.up"
    case upSince = "notice.up.since"
    case upOutage = "notice.up.outage"
    case upSinceOutage = "notice.up.sinceOutage"
    case maintenanceOver = "notice.maintenanceOver"
    case maintenanceOverSince = "notice.maintenanceOver.since"
    case maintenanceOverOutage = "notice.maintenanceOver.outage"
    case maintenanceOverSinceOutage = "notice.maintenanceOver.sinceOutage"
    case queueStarted = "notice.queueStarted"
    case queueEnded = "notice.queueEnded"
    case locked = "notice.locked"
    case unlocked = "notice.unlocked"

    /// Upstream's words, and `other` for one that it has not said so far.
    case populationLow = "notice.population.low"
    case populationMedium = "notice.population.medium"
    case populationHigh = "notice.population.high"
    case populationFull = "notice.population.full"
    case populationRecommended = "notice.population.recommended"
    case populationOther = "notice.population.other"

    case allDown = "notice.all.down"
    case someDown = "notice.some.down"
    case allUp = "notice.all.up"
    case someUp = "notice.some.up"
    /// `count`: how many are not back.
    case stillDown = "notice.some.stillDown"
    case manyMaintenanceOver = "notice.many.maintenanceOver"
    case manyQueueStarted = "notice.many.queueStarted"
    case manyQueueEnded = "notice.many.queueEnded"
    case manyLocked = "notice.many.locked"
    case manyUnlocked = "notice.many.unlocked"
    case manyPopulation = "notice.many.population"
    case several = "notice.several"

    case alsoQueue = "notice.others.queueStarted"
    case stillQueue = "notice.others.queue"
    case alsoLocked = "notice.others.locked"
    case stillLocked = "notice.others.stillLocked"
    case alsoDown = "notice.others.down"
    case othersStillDown = "notice.others.stillDown"

    case mapOn = "notice.map.on"
    /// `count`: minutes.
    case mapIn = "notice.map.in"
    case mapTimes = "notice.map.times"
    /// No schedule is in force: `source` says so.
    case mapTimesBy = "notice.map.timesBy"

    /// `count`: days, or hours, until nothing is known of a mode.
    case endDays = "notice.end.days"
    case endHours = "notice.end.hours"
    case endAfter = "notice.end.after"

    case list = "notice.list"
    case listUnknown = "notice.list.unknown"
    case listRenamed = "notice.list.renamed"

    /// Friends and duels; `name`: of the other player.
    case playInvited = "notice.play.invited"
    case playInvitedBody = "notice.play.invited.body"
    case playAccepted = "notice.play.accepted"
    case playAcceptedBody = "notice.play.accepted.body"
    case playChallenged = "notice.play.challenged"
    case playGoal = "notice.play.goal"
    case playAnswerIt = "notice.play.answerIt"
    case playBegun = "notice.play.begun"
    case playBegunBody = "notice.play.begun.body"
    case playDeclined = "notice.play.declined"
    case playWon = "notice.play.won"
    case playLost = "notice.play.lost"
    case playDraw = "notice.play.draw"
    case playVoid = "notice.play.void"
    case playWhere = "notice.play.where"
    case playScores = "notice.play.scores"
    case playMine = "notice.play.scores.mine"
    case playTheirs = "notice.play.scores.theirs"
    case playWhyGoal = "notice.play.why.goal"
    case playWhyTheirGoal = "notice.play.why.theirGoal"
    case playWhyGaveUp = "notice.play.why.gaveUp"
    case playWhyHidden = "notice.play.why.hidden"
    case playWhyAlone = "notice.play.why.alone"
    case playWhyNobody = "notice.play.why.nobody"
    case playWhyExpired = "notice.play.why.expired"
    case playWhyCancelled = "notice.play.why.cancelled"
    case playWhyCalledOff = "notice.play.why.calledOff"
    case playWhyRemoved = "notice.play.why.removed"
    case playWhyClosed = "notice.play.why.closed"
    case playWhyMerged = "notice.play.why.merged"
    case playLeads = "notice.play.leads"
    /// A duel ends; `count`: hours or minutes, `gap`: by how much one is behind.
    case playBehindDay = "notice.play.behind.day"
    case playBehindHours = "notice.play.behind.hours"
    case playBehindMinutes = "notice.play.behind.minutes"
    case playDayLeft = "notice.play.left.day"
    case playHoursLeft = "notice.play.left.hours"
    case playMinutesLeft = "notice.play.left.minutes"
    case playPassed = "notice.play.passed"
    /// `count`: the place.
    case playPassedPlace = "notice.play.passed.place"
    case playNobody = "notice.play.nobody"

    case test = "notice.test"
    case testFrom = "notice.test.from"

    /// A further name, and how many are left out.
    case nextName = "notice.names.next"
    case moreNames = "notice.names.more"

    case minutes = "notice.length.minutes"
    case hours = "notice.length.hours"
    case hoursMinutes = "notice.length.hoursMinutes"
    case days = "notice.length.days"

    case hour24 = "notice.time.24"
    case hourAM = "notice.time.am"
    case hourPM = "notice.time.pm"
    case timeOfDay = "notice.time.onDay"
    /// `day` of the month, `month` by its short name.
    case timeOfDate = "notice.time.onDate"
    case timeUTC = "notice.time.utc"

    /// Short names, as they stand before a time.
    case monday = "notice.day.1"
    case tuesday = "notice.day.2"
    case wednesday = "notice.day.3"
    case thursday = "notice.day.4"
    case friday = "notice.day.5"
    case saturday = "notice.day.6"
    case sunday = "notice.day.7"

    /// Short names, as they stand in dates.
    case january = "notice.month.1"
    case february = "notice.month.2"
    case march = "notice.month.3"
    case april = "notice.month.4"
    case may = "notice.month.5"
    case june = "notice.month.6"
    case july = "notice.month.7"
    case august = "notice.month.8"
    case september = "notice.month.9"
    case october = "notice.month.10"
    case november = "notice.month.11"
    case december = "notice.month.12"

    /// January first.
    static let months: [NoticePhrase] = [
        .january, .february, .march, .april, .may, .june, .july, .august, .september, .october, .november,
        .december,
    ]

    static let weekdays: [NoticePhrase] = [
        .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]

    static func population(_ word: String) -> NoticePhrase {
        NoticePhrase(rawValue: "notice.population.\(word)") ?? .populationOther
    }
}
