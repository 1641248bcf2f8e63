"""Codes of rooms: no one finds a room by trying, and no class pays for one who does."""

from __future__ import annotations

from tests.web.classes import Class
from tests.web.servers import Server, serving


def test_a_pupil_who_tries_codes_shuts_out_no_one(server: Server) -> None:
    """Neither classmates nor newcomers pay for wrong codes from the address that they share."""
    few = {"codes_burst": 3, "codes_per_second": 1e-6}
    with serving(":memory:", server.log, **few) as own, own.client() as client:
        made = Class(client)
        eve, ann = made.join("Eve"), made.join("Ann")
        for number in (eve, ann, None):
            headers = {"Authorization": f"Bearer {made.tokens[number]}"} if number else {}
            tries = [client.get("/api/rooms/BCDFGH", headers=headers) for _ in range(6)]
            assert [made.status_code for made in tries] == [404] * 3 + [429] * 3
        assert made.see(ann)["pupil"]["name"] == "Ann"
        assert made.join("Ben")


def test_wrong_codes_are_limited(server: Server) -> None:
    """Codes cannot be found by trying; a code that cannot be one is unknown, too."""
    few = {"codes_burst": 5, "codes_per_second": 0.001}
    with serving(":memory:", server.log, **few) as own, own.client() as client:
        made = Class(client)
        tries = [client.get(f"/api/rooms/{code}").status_code for code in ("BCDFGH", "1") * 4]
        assert tries == [404] * 5 + [429] * 3
        assert made.see()["code"] == made.code, "those in a room have budgets of their own"
