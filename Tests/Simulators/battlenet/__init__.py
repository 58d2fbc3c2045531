"""A stand-in for Battle.net: OAuth tokens and the connected realms of the Game Data API, for five regions.

Standard library only. It is written from the published documentation and from what clients of the real
service report, not from Watchpost's own code: the far side of a protocol has to be independent of ours.
"""
