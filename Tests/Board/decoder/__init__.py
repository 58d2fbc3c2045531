"""Turns traced register writes and bus bytes into what a person would see; knows datasheets, and nothing of ours."""
