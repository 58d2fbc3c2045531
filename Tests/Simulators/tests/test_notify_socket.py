"""The stand-in of systemd's notification socket."""

from __future__ import annotations

import socket
import time

import pytest

from notify_socket import NotifySocket


@pytest.fixture
def listener(tmp_path):
    listener = NotifySocket(tmp_path / "notify")
    yield listener
    listener.close()


def send(listener, text):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(text.encode(), str(listener.path))


def test_messages_are_kept_in_order_with_the_time_at_which_they_came(listener):
    start = time.monotonic()
    send(listener, "READY=1\nSTATUS=polling")
    send(listener, "WATCHDOG=1")
    assert listener.wait_for("WATCHDOG=1")
    assert [message.fields for message in listener.messages] == [
        {"READY": "1", "STATUS": "polling"},
        {"WATCHDOG": "1"},
    ]
    assert start <= listener.messages[0].at <= listener.messages[1].at <= time.monotonic()


def test_waiting_for_what_does_not_come_ends(listener):
    send(listener, "READY=1")
    start = time.monotonic()
    # allowed: the end of a wait is the subject
    assert listener.wait_for("STOPPING=1", timeout=0.3) is None
    assert time.monotonic() - start >= 0.3


def test_messages_can_be_asked_for_after_a_moment(listener):
    send(listener, "WATCHDOG=1")
    first = listener.wait_for("WATCHDOG=1")
    assert first
    assert listener.having("WATCHDOG=1", after=first.at) == []
    # allowed: it is nothing that comes; the list above has none
    assert listener.wait_for("WATCHDOG=1", timeout=0.2, after=first.at) is None
