"""The lists of realms: what is down first, searchable, in the viewer's language."""

import pytest

import worlds
from app_hands import until
from measures import wait_until


def opened(page, code: str):
    block = page.locator(f".region[data-region={code.lower()}] .flavour").first
    block.locator("summary").click()
    block.locator(".realm").first.wait_for()
    return block


def test_a_list_is_fetched_only_when_opened(serve, visit):
    """One with few realms down is fetched for their names; it is long, so no other is."""
    appliance = serve(worlds.some_down())
    page = visit(appliance.url)
    page.locator("#verdict-notes", has_text="Kazzak").wait_for()
    # Their days are asked for once, too, so that the latest can name them.
    until(lambda: {one.split("?")[0] for one in appliance.requests if "/realms" in one} == {
        "/v1/regions/eu/realms", "/v1/regions/eu/realms/history"})
    opened(page, "US")
    # How often is not said: what is open is asked for again whenever the page looks again.
    lists = [one for one in appliance.requests if "/realms?" in one]
    assert {one.split("&")[0] for one in lists} == {f"/v1/regions/{region}/realms?flavour=retail" for region in ("eu", "us")}


def test_what_is_down_comes_first_then_queues_and_locks(serve, visit):
    block = opened(visit(serve(worlds.some_down()).url), "EU")
    rows = block.locator(".realm").all_inner_texts()
    assert all("down since" in row for row in rows[:3])
    assert "being checked" in rows[3]
    assert "Twisting Nether" in rows[4] and "Queue" in rows[4]
    assert "Burning Legion" in rows[5] and "Locked" in rows[5]
    assert "New Players" in block.locator(".realms").inner_text()


def test_a_long_list_shows_its_head_first_and_all_on_demand(serve, visit):
    block = opened(visit(serve(worlds.some_down()).url), "EU")
    assert block.locator(".realm").count() == 24
    block.get_by_role("button", name="Show all 340 realms").click()
    assert block.locator(".realm").count() == 340


@pytest.mark.parametrize("words, name", [
    ("РЕВУЩИЙ", "Ревущий фьорд"), ("kazz", "Kazzak"), ("realm 339", "Realm 339"),
])
def test_the_search_finds(serve, visit, words, name):
    block = opened(visit(serve(worlds.some_down()).url), "EU")
    block.get_by_label("Find a realm").fill(words)
    assert block.locator(".realm-name").all_inner_texts() == [name]
    block.get_by_label("Find a realm").fill("no such realm")
    assert "No matching realm." in block.locator(".list-note").inner_text()


@pytest.mark.parametrize("words", ["aggra portugues", "portugues aggra", "Aggra (Português)", "카자크", "Ka za"])
def test_the_search_finds_names_of_any_language(serve, visit, words):
    world = worlds.all_up()
    world.realms["eu", "retail"][7].update(name="Aggra (Português)", slug="aggra-português", otherNames=["카자크", "Ka-Zak"])
    block = opened(visit(serve(world).url), "EU")
    block.get_by_label("Find a realm").fill(words)
    assert block.locator(".realm-name").all_inner_texts() == ["Aggra (Português)", "Kazzak"][:1 + (words == "Ka za")]


def test_names_say_which_language_they_are_in(serve, visit):
    block = opened(visit(serve(worlds.all_up()).url, locale="ko-KR"), "KR")
    assert set(block.locator(".realm-name bdi").evaluate_all("nodes => nodes.map(n => n.lang)")) == {"ko-KR"}


def test_a_realm_that_left_the_list_says_so(serve, visit):
    world = worlds.all_up()
    world.realms["us", "retail"][0].update(state="unknown", gone=True)
    block = opened(visit(serve(world).url), "US")
    assert block.locator(".realm.unknown .realm-state").all_inner_texts() == ["not listed any more"]


def test_the_search_ignores_apostrophes(serve, visit):
    block = opened(visit(serve(worlds.all_up()).url), "US")
    block.get_by_label("Find a realm").fill("quelthalas")
    assert block.locator(".realm-name").all_inner_texts() == ["Quel'Thalas"]


@pytest.mark.parametrize("language, locale", [
    ("ko-KR", "ko_KR"), ("zh-HK", "zh_TW"), ("zh-CN", "zh_CN"), ("de-AT", "de_DE"), ("es-AR", "es_MX"),
    ("en-GB", "en_GB"), ("pl-PL", "en_US"), ("pt-PT", "pt_BR"),
])
def test_the_list_comes_in_the_language_of_the_viewer(serve, visit, language, locale):
    appliance = serve(worlds.all_up())
    opened(visit(appliance.url, locale=language), "EU")
    assert any(one.endswith(f"locale={locale}") for one in appliance.requests)


def test_hangul_and_han_names_are_shown(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    assert "아즈샤라" in opened(page, "KR").inner_text()
    assert "暗影之月" in opened(page, "TW").inner_text()


def test_an_open_list_and_its_search_survive_an_update(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url)
    block = opened(page, "EU")
    block.get_by_label("Find a realm").fill("kazzak")
    until(lambda: appliance.streams)
    appliance.world.realms["eu", "retail"][0].update(state="down")
    appliance.emit("realm", {"region": "eu", "id": "retail/eu-realm-0", "name": "Kazzak", "change": "down"})
    block.locator(".realm.down").wait_for()
    assert block.locator(".realm-name").all_inner_texts() == ["Kazzak"]
    assert block.get_by_label("Find a realm").input_value() == "kazzak"


def test_a_refused_list_says_why(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url, noisy=True)
    appliance.statuses["/v1/regions/eu/realms"] = 500
    block = page.locator(".region[data-region=eu] .flavour").first
    block.locator("summary").click()
    wait_until(page, "() => [...document.querySelectorAll('.list-note')].some(n => n.textContent.includes('refused with 500'))")
