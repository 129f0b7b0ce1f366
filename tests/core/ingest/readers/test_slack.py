"""Slack exports: who said what, when, and what of it is the speaker's own word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from helpers.documents import read_text, survives
from helpers.extraction import extractor, stated
from tenure.errors import InputError
from tenure.ingest.document import Block, BlockKind

NAME = "deploys/2025-03-03.json"
USERS = json.dumps(
    [
        {"id": "U0AAAAAA1", "name": "ada", "profile": {"real_name": "Ada Lovelace", "display_name": "ada"}},
        {"id": "U0AAAAAA2", "name": "bob", "profile": {"real_name": "", "display_name": ""}},
        {"id": "U0AAAAAA3", "name": "deploybot", "profile": {"real_name": "Deploy Bot", "bot_id": "B0AAAAAA3"}},
    ]
)
TS = "1741000000.000100"  # 2025-03-03T11:06:40.0001Z


def message(text: str, user: str = "U0AAAAAA1", **more: Any) -> dict[str, Any]:
    return {"type": "message", "user": user, "text": text, "ts": TS, **more}


def blocks(*messages: dict[str, Any], name: str = NAME) -> tuple[Block, ...]:
    return read_text(json.dumps(list(messages)), name, beside={"users.json": USERS}).blocks


def said(*messages: dict[str, Any]) -> list[str]:
    return [line for block in blocks(*messages) for line in stated(extractor().extract(block))]


def test_a_message_is_its_users_at_its_instant() -> None:
    (block,) = blocks(message("I am now the owner of billing"))
    assert (block.speaker, str(block.dated), block.kind) == (
        "Ada Lovelace",
        "2025-03-03T11:06:40.000100Z",
        BlockKind.MESSAGE,
    )
    assert block.headings == ("#deploys",)
    second = message("b", ts="1741000100.0")
    written = read_text(json.dumps([message("a"), second], indent=1), NAME)
    assert [b.line for b in written.blocks] == [6, 12]
    (found,) = said(message("I am now the owner of billing"))
    assert found.startswith("billing · owner = 'Ada Lovelace'")


def test_names_links_and_signs_are_written_out() -> None:
    text = (
        "<@U0AAAAAA2> see <#C0AAAAAA1|ops> at <https://x.org/a|the page> &amp; <https://x.org> <!here> <mailto:a@b.c>"
    )
    (block,) = blocks(message(text))
    assert block.text == "bob see #ops at the page (https://x.org/a) & https://x.org @here a@b.c"
    (found,) = said(message("<@U0AAAAAA1> is now the owner of billing", user="U0AAAAAA2"))
    assert found.startswith("billing · owner = 'Ada Lovelace'")


def test_names_sent_along_or_none() -> None:
    (other,) = blocks(message("hi", user="U0ZZZZZZ9", user_profile={"real_name": "Eve Guest"}))
    (nobody,) = blocks(message("hi", user="U0ZZZZZZ9"))
    (bot,) = blocks({"type": "message", "subtype": "bot_message", "bot_id": "B0AAAAAA3", "text": "hi", "ts": TS})
    (hook,) = blocks({"type": "message", "subtype": "bot_message", "username": "Jenkins", "text": "hi", "ts": TS})
    assert [b.speaker for b in (other, nobody, bot, hook)] == ["Eve Guest", "U0ZZZZZZ9", "Deploy Bot", "Jenkins"]
    assert {b.kind for b in (other, nobody, bot, hook)} == {BlockKind.MESSAGE}


def test_threads_stand_under_their_first_message() -> None:
    head = message("Where does billing listen?", thread_ts=TS)
    reply = message("billing listens on 9443.", "U0AAAAAA2", ts="1741000100.0", thread_ts=TS)
    lost = message("yes", ts="1741000200.0", thread_ts="1740000000.0")
    found = blocks(head, reply, lost)
    assert [b.headings for b in found] == [
        ("#deploys",),
        ("#deploys", "Thread: Where does billing listen?"),
        ("#deploys", "Thread"),
    ]
    assert found[1].speaker == "bob"


def test_an_edit_on_a_later_day_dates_the_message() -> None:
    (same,) = blocks(message("x", edited={"user": "U0AAAAAA1", "ts": "1741000500.0"}))
    (later,) = blocks(message("x", edited={"user": "U0AAAAAA1", "ts": "1741200000.0"}))
    assert str(same.dated) == "2025-03-03T11:06:40.000100Z"
    assert str(later.dated) == "2025-03-05T18:40:00Z"
    changed = {"type": "message", "subtype": "message_changed", "ts": "1741200000.0", "message": message("new words")}
    (event,) = blocks(changed)
    assert (event.text, event.speaker) == ("new words", "Ada Lovelace")
    assert blocks({"type": "message", "subtype": "message_deleted", "ts": TS}, message("x"))[0].text == "x"


@pytest.mark.parametrize(
    "subtype", ["channel_join", "channel_leave", "channel_topic", "channel_purpose", "pinned_item"]
)
def test_what_the_system_says_states_nothing(subtype: str) -> None:
    assert said(message("billing listens on 9443.", subtype=subtype)) == []


def test_quotations_code_and_what_is_shared_state_nothing() -> None:
    assert said(message("&gt; billing listens on 1111.\nok")) == []
    assert said(message("```billing listens on 1111.```")) == []
    shared = message("look", attachments=[{"text": "billing listens on 1111."}], files=[{"name": "plan.pdf"}])
    assert said(shared) == []
    assert blocks(shared)[1].text == "billing listens on 1111.\nFiles: plan.pdf"
    assert len(said(message("&gt; why?\nbilling listens on 9443."))) == 1


def test_the_exports_lists_are_taken_as_read() -> None:
    for name in ("users.json", "channels.json"):
        found = read_text(USERS, name)
        assert (found.kind, found.blocks, found.items) == ("slack", (), None)
    assert read_text('[{"id": "a", "ts": "b"}]', "users.json").kind != "slack"
    assert read_text('[{"port": 80}]', "metrics/2025-03-03.json").kind != "slack"


def test_an_export_inside_a_folder() -> None:
    text = json.dumps([message("hi")])
    found = read_text(text, f"exports/slack/{NAME}", beside={"exports/slack/users.json": USERS})
    assert found.blocks[0].speaker == "Ada Lovelace"


def test_a_message_without_a_time_is_named() -> None:
    broken = json.dumps([message("a"), {"type": "message", "text": "b", "ts": "soon"}])
    with pytest.raises(InputError, match=r"'deploys/2025-03-03\.json', message 2: it has no time"):
        read_text(broken, NAME)
    found = read_text(broken, NAME, skip_bad=True)
    assert (len(found.blocks), len(found.refused)) == (1, 1)


def test_whatever_it_holds() -> None:
    samples = [
        json.dumps([message("a <@U0AAAAAA1>"), message("b", edited={"ts": "1741200000.0"}, thread_ts=TS)]),
        json.dumps([message("a", attachments=[{"text": "b"}], files=[{"name": "c"}], bot_profile={"name": "x"})]),
    ]
    survives(lambda text: read_text(text, NAME, beside={"users.json": text}), samples)
    survives(lambda text: read_text(text, "users.json"), [USERS])
