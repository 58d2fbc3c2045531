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
}
