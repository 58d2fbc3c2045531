"""What a person does on the page that edits maps; the same in every browser."""

from datetime import timedelta

import bodies as b
from app_hands import MAPS, go, open_app, settled, until

PAGE = "#detail .map-edit"


def paired(visit, site, **options):
    """The app of a phone that is an administrator."""
    page = open_app(visit, site, **options)
    until(lambda: site.people.devices)
    settled(site)
    site.device["administrator"] = True
    page.reload()
    go(page, MAPS)
    page.locator("#panel-maps .maps-edit a").wait_for()
    settled(site)
    return page


def editing(visit, site, **options):
    """The page itself, after everything has come."""
    page = paired(visit, site, **options)
    page.locator("#panel-maps .maps-edit a").click()
    page.locator(f"{PAGE} .edit-mode").first.wait_for()
    settled(site)
    return page


def mode(page, key: str):
    return page.locator(f"{PAGE} [data-mode={key}]")


def part(page, key: str, name: str):
    """A folded part of a mode, opened."""
    found = mode(page, key).locator("details.edit-part", has_text=name)
    found.locator("summary").first.click()
    return found


def preview(page):
    """The look at a change."""
    dialog = page.locator("dialog.preview")
    dialog.wait_for()
    return dialog


def agree(page, label: str = "Apply changes"):
    preview(page).get_by_role("button", name=label, exact=True).click()
    page.locator("dialog.preview").wait_for(state="detached")


def put(control, value: str):
    """A choice, a date or a time, as the browser's own control would put it there."""
    control.evaluate("""(node, value) => { node.value = value;
        for (const kind of ['input', 'change']) node.dispatchEvent(new Event(kind, { bubbles: true })); }""", value)


def moment(page, minutes: int) -> str:
    """So many minutes from now, as a control of date and time has it on that phone."""
    return page.evaluate("""minutes => { const at = new Date(Date.now() + minutes * 60000);
        return new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16); }""", minutes)


def near(text: str, minutes: int, since=None) -> bool:
    """Whether a line's instant is about so many minutes from now, or from a moment between `since` and now."""
    from app_schedule import read_stamp

    late = read_stamp(text) - timedelta(minutes=minutes)
    return (since or b.now()) - timedelta(minutes=2) < late < b.now() + timedelta(minutes=2)
