import WatchpostClient

let arena = try WatchpostGame("snake", at: CommandLine.arguments[1], name: "Ola")
try await arena.submit(9250, to: "level-1")
for row in try await arena.board("level-1", .aroundMe, window: .week).rows {
    print(row.position, row.name, row.scoreText)
}
