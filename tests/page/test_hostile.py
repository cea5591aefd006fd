"""Hostile names and texts in every field: no script runs, no request leaves, nothing breaks."""

import pytest
from playwright.sync_api import expect

from tests.page.phones import Phones
from tests.server import Client, RunningServer, new_key

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
    gm = phones.phone()
    link = gm.open_table("Wherever We Go", name=SCRIPTS[1][:40], nickname=SCRIPTS[2])
    table, secret = link.rsplit("/", 1)[1].split("#")
    for place, name in enumerate(NAMES):
        body = {"secret": secret, "nickname": name[:40]} if place < 30 else None
        if body:
            joined = Client(server).post(f"/api/tables/{table}/join", body, new_key())
            assert joined.status == 200, (name, joined.raw)
            token = joined.json["token"]
        seat = Client(server, token)
        assert seat.post(f"/api/tables/{table}/make", {"name": name[:40]}, new_key()).status in (200, 422)
        assert seat.post(f"/api/tables/{table}/note", {"text": name}, new_key()).status == 200
    for tab in ("Sheet", "Table", "Gm", "Log"):
        gm.tab(tab)
        expect(gm.page.locator(".banner")).to_be_visible()
    expect(gm.page.locator(".entry", has_text=NAMES[-1]).first).to_be_visible()
    player = phones.phone().join(link, "<b>Bo</b>")
    player.make('"><img src=x onerror=alert(1)>')
    player.declare("Stealth")
    player.roll.get_by_role("button", name="Throw the dice").click()
    expect(player.roll.locator(".fallen .die").first).to_be_visible()
    assert not player.page.locator("img, iframe, object").count()
