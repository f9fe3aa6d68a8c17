"""Another address in the place of one, in a text or a field."""

import pytest

from content.fields.links import CannotUnlink, rewritten
from tests.content.test_link_fixes import TEXT


class TestRewritten:
    @pytest.mark.parametrize(
        ("to", "after"),
        [
            ('/new?x="y"', '<p>See <a href="/new?x=&quot;y&quot;" title="a &gt; b">the <em>old</em></a> and '),
            (None, "<p>See the <em>old</em> and "),
        ],
    )
    def test_only_the_link_itself_is_another_one(self, to: str | None, after: str) -> None:
        fields = rewritten("cms.text", {"content": TEXT}, "content", "/old?a=1&b=2", to)
        assert fields["content"] == f'{after}<a href="/other">more</a></p>'

    def test_what_is_not_there_changes_nothing(self) -> None:
        assert rewritten("cms.text", {"content": TEXT}, "content", "/old", "/new") == {}
        assert rewritten("cms.text", {"content": TEXT}, "missing", "/old", "/new") == {}
        assert rewritten("cms.faq", {"items": [{"answer": TEXT}]}, "items.7.answer", "/other", "/new") == {}

    def test_items_of_lists_keep_all_else(self) -> None:
        items = [{"question": "1", "answer": TEXT}, {"question": "2", "answer": TEXT}]
        fields = rewritten("cms.faq", {"items": items}, "items.1.answer", "/other", "/new")
        assert fields["items"][0] == items[0]
        assert fields["items"][1] == {"question": "2", "answer": TEXT.replace("/other", "/new")}

    def test_an_image_is_nothing_without_its_address(self) -> None:
        html = '<p><img src="/a.png" alt=""></p>'
        with pytest.raises(CannotUnlink):
            rewritten("cms.text", {"content": html}, "content", "/a.png", None)
        changed = rewritten("cms.text", {"content": html}, "content", "/a.png", "/b.png")
        assert changed["content"] == '<p><img src="/b.png" alt=""></p>'
