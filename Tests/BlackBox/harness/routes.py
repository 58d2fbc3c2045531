"""Every route of the read side, with values that exist in the simulated world."""

JSON_ROUTES = (
    "/v1/regions",
    "/v1/regions/us/realms",
    "/v1/regions/us/history",
    "/v1/history",
    "/v1/realms/us/retail/tichondrius",
    "/v1/realms/us/retail/tichondrius/history",
    "/v1/rotations",
    "/v1/timeline",
    "/v1/maps/OL/next",
    "/v1/schedules",
    "/v1/hash",
    "/v1/panel",
    "/healthz",
    "/readyz",
    "/openapi.json",
)

LEGACY_ROUTES = (
    "/hash",
    "/pubs/schedule",
    "/ranked/schedule",
    "/ltm/schedule",
    "/pubs/current",
    "/ranked/current",
    "/ltm/current",
)

OTHER_ROUTES = ("/metrics", "/", "/widget", "/widget.js", "/widget.svg", "/v1/calendar/pubs.ics", "/v1/calendar/pubs/OL.ics")

ROUTES = (*JSON_ROUTES, *LEGACY_ROUTES, *OTHER_ROUTES, "/v1/events")
