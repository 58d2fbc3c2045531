"""A stand-in for Apex Legends Status: the map rotations of a made-up game, with what the real API gets wrong."""
