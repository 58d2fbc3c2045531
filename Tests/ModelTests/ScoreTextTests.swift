import Testing
import WatchpostModel

@Suite("Results in words")
struct ScoreTextTests {
    @Test(
        "points, times and decimals, over all of Int64",
        arguments: [
            (GameBoardBody.Format.points, nil as Int?, nil as String?, Int64(0), "0"),
            (.points, nil, "pts", -12, "-12 pts"),
            (.points, nil, nil, .min, "-9223372036854775808"),
            (.time, nil, nil, 9_250, "9.250"),
            (.time, nil, nil, 62_345, "1:02.345"),
            (.time, nil, nil, 3_602_345, "1:00:02.345"),
            (.time, nil, nil, -5, "-0.005"),
            (.decimals, 2, "m", 1_250, "12.50 m"),
            (.decimals, 9, nil, -1, "-0.000000001"),
            (.decimals, 1, nil, .max, "922337203685477580.7"),
            (.decimals, nil, nil, 12, "1.2"),
            (.decimals, 18, nil, .min, "-9.223372036854775808"),
            (.decimals, 18, nil, 1, "0.000000000000000001"),
        ]
    )
    func texts(
        format: GameBoardBody.Format,
        decimals: Int?,
        unit: String?,
        score: Int64,
        text: String
    ) {
        #expect(ScoreText(format, decimals: decimals, unit: unit).text(score) == text)
    }

    @Test(
        "places that no appliance should say are held within bounds, and end no app",
        arguments: [
            (Int.min, "-12"), (-1, "-12"), (0, "-12"), (19, "-0.000000000000000012"),
            (255, "-0.000000000000000012"), (1 << 31, "-0.000000000000000012"),
            (1 << 32, "-0.000000000000000012"), (1 << 53, "-0.000000000000000012"),
            (Int.max, "-0.000000000000000012"),
        ]
    )
    func oddPlaces(decimals: Int, text: String) {
        #expect(ScoreText(.decimals, decimals: decimals).text(-12) == text)
        // Whatever the score: the places of another format say nothing.
        for score in [Int64.min, -1, 0, .max] {
            #expect(ScoreText(.decimals, decimals: decimals).text(score).utf8.count <= 21)
            let points = ScoreText(.points, decimals: decimals).text(score)
            #expect(points == String(score))
        }
    }
}
