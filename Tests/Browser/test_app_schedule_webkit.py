"""Editing maps in WebKit, sentence for sentence: half of the phones are iPhones."""

from test_app_schedule import *  # noqa: F403: the same tests, collected here with WebKit's browser
from test_app_webkit import visit, webkit  # noqa: F401: its fixtures
