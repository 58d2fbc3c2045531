-- What players ask, for wrk: `wrk -s players.lua URL -- FILE me|results`. The file has a line for each player: its game and
-- its credential. They take turns; a result has a key of version 7 of its own.
local ffi = require("ffi")
ffi.cdef("typedef struct { long seconds, nanoseconds; } instant; int clock_gettime(int clock, instant *time);")
local instant = ffi.new("instant")

local players, turn, asks = {}, 0, ""

function init(arguments)
    asks = arguments[2]
    for line in io.lines(arguments[1]) do
        local game, bearer = line:match("^(%S+) (%S+)$")
        players[#players + 1] = { path = "/v1/games/" .. game .. "/boards/b/" .. asks, bearer = bearer }
    end
    ffi.C.clock_gettime(0, instant)
    math.randomseed(tonumber(instant.nanoseconds))
    -- Each run begins with somebody else.
    turn = math.random(#players)
end

local function key()
    ffi.C.clock_gettime(0, instant)
    local milliseconds = tonumber(instant.seconds) * 1000 + math.floor(tonumber(instant.nanoseconds) / 1000000)
    local high, low = math.floor(milliseconds / 65536), milliseconds % 65536
    local random = math.random
    return string.format("%08x-%04x-7%03x-%04x-%06x%06x", high, low, random(0, 4095), random(32768, 49151),
        random(0, 16777215), random(0, 16777215))
end

function request()
    turn = turn % #players + 1
    local player = players[turn]
    local head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " .. player.bearer .. "\r\n"
    if asks == "me" then return "GET " .. player.path .. head .. "\r\n" end
    local body = string.format('{"score":%d}', math.random(0, 999999))
    return "POST " .. player.path .. head .. "Idempotency-Key: " .. key() .. "\r\nContent-Type: application/json\r\nContent-Length: "
        .. #body .. "\r\n\r\n" .. body
end
