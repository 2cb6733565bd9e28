"""The page in a real browser: opened, sorted, searched, zoomed, printed, without JavaScript, and by axe-core."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.command import run

sync_api = pytest.importorskip("playwright.sync_api", reason="the browser is driven by playwright")
BROWSER = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
if BROWSER is None:
    pytest.skip("there is no Chromium: apt-get install chromium-headless-shell", allow_module_level=True)

FILES = ("captures/loss_write_3pct.pcap.gz", "captures/ib_small.pcap", "captures/nvmeof.pcap")


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    target = tmp_path_factory.mktemp("page") / "page.html"
    assert run("report", *FILES, "-o", target).code == 0
    return target


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def opened(browser, page_file):
    """Opens the page; at the end nothing may have been loaded, refused or gone wrong."""
    contexts, said, loaded = [], [], []

    def open_page(width=1000, hash="", **options):
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: loaded.append(request.url))
        page.goto(page_file.as_uri() + hash)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []
    assert [url for url in loaded if not url.startswith(("file://", "data:image/svg"))] == []


@pytest.mark.parametrize("width", [400, 1000, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_sticks_out(opened, width, scheme):
    page = opened(width, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(16, 20, 24)")
    wide = page.evaluate(
        "[...document.querySelectorAll('h1,h2,.answers,.lanes,.inc,.scroll,.cmd')].filter(e=>e.offsetParent"
        "&&e.getBoundingClientRect().right>innerWidth+.5).map(e=>e.className||e.tagName)"
    )
    assert wide == []


def test_the_pictures_have_ink(opened):
    """Every lane with data draws something, within its lane."""
    page = opened()
    empty = page.evaluate(
        "[...document.querySelectorAll('#f1 .data')].filter(d=>![...d.querySelectorAll('path')].some(p=>p.getBBox()"
        ".width+p.getBBox().height>0)).length"
    )
    assert empty == 0


def test_files_are_tabs(opened):
    page = opened()
    assert page.locator("article:visible").count() == 1
    page.click("nav a[href='#f3']")
    page.locator("#f3").wait_for(state="visible")
    assert not page.locator("#f1").is_visible()
    assert page.locator("nav a[aria-current=true]").get_attribute("href") == "#f3"
    opened(hash="#f2").locator("#f2").wait_for(state="visible")


def test_the_table_sorts_and_searches(opened):
    page = opened(hash="#f2")
    column = "#f2 table.sort tbody tr:not([hidden]) td:nth-child(6)"
    page.click("#f2 table.sort th:nth-child(6) button")
    down = [int(text.replace(",", "")) for text in page.locator(column).all_inner_texts()]
    assert down == sorted(down, reverse=True)
    assert page.locator("#f2 th[aria-sort=descending]").count() == 1
    page.click("#f2 table.sort th:nth-child(6) button")
    up = [int(text.replace(",", "")) for text in page.locator(column).all_inner_texts()]
    assert up == sorted(up)
    page.fill("#f2-q", "ud 65535")
    assert page.locator("#f2-found").inner_text() == "1 of 13"
    assert page.locator(column).all_inner_texts() == ["548"]
    page.fill("#f2-q", "")
    assert page.locator(column).count() == 13


def view_box(page, figure="f1-time"):
    return [float(part) for part in page.locator(f"#{figure} .data").first.get_attribute("viewBox").split()]


def test_zoom_by_keys_buttons_and_dragging(opened):
    page = opened()
    assert view_box(page) == [0, 0, 10000, 1000]
    page.focus("#f1-time")
    page.keyboard.press("w")
    page.wait_for_timeout(60)
    x, _, width, _ = view_box(page)
    assert 6900 < width < 7100
    assert 1400 < x < 1600
    assert re.fullmatch(r"\d\.\d+ s to \d\.\d+ s", page.locator("#f1-time-say").inner_text())
    page.keyboard.press("d")
    page.wait_for_timeout(60)
    assert view_box(page)[0] > x
    page.keyboard.press("0")
    page.wait_for_timeout(60)
    assert view_box(page) == [0, 0, 10000, 1000]
    page.click("button[data-zoom='f1-time']:has-text('Incident 2')")
    page.wait_for_timeout(60)
    assert view_box(page)[2] < 6000
    page.dblclick("#f1-time", position={"x": 300, "y": 60})
    page.wait_for_timeout(60)
    assert view_box(page)[2] == 10000
    box = page.locator("#f1-time").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] + 60, steps=4)
    page.mouse.up()
    page.wait_for_timeout(60)
    assert 1500 < view_box(page)[2] < 2700
    assert page.locator("#f1-time .axis text").count() >= 2


def test_crosses_move_with_the_zoom(opened):
    page = opened()
    places = (
        "[...document.querySelectorAll('#f1-seq .cross')].map(e=>[e.getAttribute('x'),e.getAttribute('visibility')])"
    )
    before = page.evaluate(places)
    assert len(before) == 22
    page.click("button[data-zoom='f1-seq'][data-v='in']")
    page.wait_for_timeout(60)
    after = page.evaluate(places)
    assert before != after
    assert "hidden" in {visibility for _, visibility in after}


def test_light_and_dark_by_the_button(opened):
    page = opened(color_scheme="light")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 20, 24)"
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_all_can_be_reached_by_keys(opened):
    page = opened()
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("(e=>e.id||e.className||e.tagName)(document.activeElement)"))
    assert {"skip", "theme", "f1-time", "btn", "btn copy js-only"} <= seen


def test_without_javascript_all_is_there(opened):
    page = opened(java_script_enabled=False)
    assert page.locator("article").count() == 3
    for name in ("f1", "f2", "f3"):
        assert page.locator(f"#{name}").is_visible()
    assert page.locator("details.inc:not([open])").count() == 0
    assert page.locator(".js-only:visible").count() == 0
    assert page.locator("#f1-seq .again.square").first.bounding_box()["height"] > 20


def test_on_paper(opened):
    page = opened()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')") == "#ffffff"
    assert page.locator(".js-only:visible").count() == 0
    data = page.pdf(format="A4")
    assert data[:5] == b"%PDF-"
    assert 2 <= len(re.findall(rb"/Type\s*/Page\b", data)) <= 14


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["f1", "f2", "f3"])
def test_axe_finds_nothing(opened, scheme, name):
    axe = pytest.importorskip("axe_playwright_python", reason="axe-core comes with axe-playwright-python")
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    page = opened(1000, f"#{name}", color_scheme=scheme, bypass_csp=True)
    page.evaluate(source)
    found = page.evaluate("axe.run()")
    assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found["violations"]] == []
    assert len(found["passes"]) > 20
