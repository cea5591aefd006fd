"""Hostile names and texts in every field: no script runs, no request leaves, nothing breaks."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phone, Phones
from tests.server import RunningServer, join, open_table

pytestmark = pytest.mark.slow

SCRIPTS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    '"><iframe src=//x.example>',
    "javascript:alert(1)",
    "'-alert(1)-'",
    "{{7*7}}{% raw %}",
    "${alert(1)}",
    "</title><script>alert(1)",
    "<a href=javascript:alert(1)>x",
    "<style>*{display:none}</style>",
    "<base href=//x.example/>",
    "<link rel=stylesheet href=//x.example>",
    "<meta http-equiv=refresh content=0>",
    "<form action=//x.example><button>",
    "<object data=//x.example>",
    "<math><mi xlink:href=javascript:1>",
    "&lt;b&gt;&#60;i&#62;",
    "%3Cscript%3E",
    "\\u003cscript\\u003e",
)
TEXTS = (
    *(
        "=1+1",
        "+cmd|' /C calc'!A0",
        "@SUM(A1)",
        "-2+3",
        "a,b;c",
        "`backtick`",
        "'; DROP TABLE x; --",
        "null",
        "undefined",
    ),
    *(
        "NaN",
        "true",
        "0",
        "[]",
        "{}",
        "__proto__",
        "constructor",
        "toString",
        "ÅÄÖ",
        "日本語",
        "العربية",
        "עברית",
        "👩‍👩‍👧‍👦",
    ),
    *("Z̷a̸l̴g̶o̷", "ﷺ", "I\u0307", "ß", "ﬁ", "a" * 40, "W" * 40, "· · ·", "*bold*", "[x](//x.example)", "#1", "~~no~~"),
    *("<!-- -->", "]]>", "${{}}", "\\", "/../../etc", "%00", "..%2f"),
)
NAMES = (*SCRIPTS, *TEXTS)


def test_sixty_hostile_names_and_texts(phones: Phones, server: RunningServer) -> None:
    assert len(NAMES) >= 60
    table = open_table(server, "in-the-dark", name=SCRIPTS[1][:40], nickname=NAMES[31])
    table.gm.do("set_up", player_seats=38)
    players = [join(server, table.id, table.links["player"], name[:40]) for name in NAMES[:30]]
    for place, name in enumerate(NAMES):
        seat = players[place % len(players)]
        seat.do("note", text=name)
        if place < 40:
            seat.do("make", name=name[:40])
            table.gm.do("make_clock", name=name[:40], size=4) if place < 30 else None
    gm = phones.at(table.gm)
    for tab in ("Me", "Table", "Gm", "Log"):
        gm.tab(tab)
        expect(gm.page.locator(".banner")).to_be_visible()
    expect(gm.page.locator(".entry", has_text=NAMES[39]).first).to_be_visible()
    player = phones.phone().join(phones.address + table.links["player"], "<b>Bo</b>")
    player.make('"><img src=x onerror=alert(1)>')
    player.declare("Skulk")
    hostile_roll(gm, player)
    assert not player.page.locator("img, iframe, object, script:not([src])").count()


def hostile_roll(gm: Phone, player: Phone) -> None:
    """Every text field of a roll, from the call to the due."""
    gm.tab("Table")
    gm.choose("position", "bad")
    gm.roll.get_by_text("More about this roll").click()
    for place, field in enumerate(("stakes", "expectations", "bargain", "NPC")):
        gm.write(field, SCRIPTS[place])
    player.write("intent", SCRIPTS[4])
    player.throw()
    expect(player.roll.locator(".headline")).to_be_visible()
    if gm.roll.locator(".due").count():
        gm.roll.locator(".due textarea").fill(SCRIPTS[5])
        gm.roll.locator("button.way").first.click()
        gm.settle()
        expect(gm.roll.locator(".due")).to_have_count(0)
    assert any(SCRIPTS[5] in line for line in player.log()) or not gm.roll.locator(".due").count()
