"""The images that stand for posts in feeds."""

from tests.content.blog import add, post_page
from tests.content.factory import JSON, Site, own_plugins
from tests.content.feeds import feed
from tests.content.library import file, tell


async def entry(site: Site) -> tuple[JSON | None, list[str]]:
    """The image of the only post, and the feed's tags."""
    found = await feed(site, "/feed.xml")
    assert found is not None
    [only] = found["entries"]
    return only["image"], found["tags"]


async def pictured(site: Site, *files: JSON) -> JSON:
    """A post with images, told of by cms."""
    page = await post_page(site, "/post", "Post")
    for each in files:
        await tell(site.client, each)
        page = await add(site, page, "cms.textImage", picture={"file": each["id"]}, text="")
    return page


async def test_the_first_that_everybody_sees(site: Site) -> None:
    private, drawing, image = file("a.jpg", isPublic=False), file("b.svg", hasSizes=False), file("c.jpg")
    await pictured(site, private, drawing, image)
    shown, tags = await entry(site)
    assert shown == {
        "address": "/files/c.jpg?v=abc-80",
        "width": 1600,
        "height": 1200,
        "alt": "A harbour",
        "aspect": None,
        "crop": None,
    }
    assert {f"file:{each['id']}" for each in (private, drawing, image)} <= set(tags)


async def test_the_part_of_it_that_the_page_shows(site: Site) -> None:
    page = await post_page(site, "/post", "Post")
    picture = file("c.jpg")
    await tell(site.client, picture)
    part = {"aspect": "16:9", "crop": "0-0-5000-10000"}
    await add(site, page, "cms.gallery", images=[{"image": {"file": picture["id"], **part}, "caption": ""}])
    shown, _ = await entry(site)
    assert shown is not None
    assert {name: shown[name] for name in part} == part


async def test_none_where_members_alone_see_the_part_of_the_page(site: Site) -> None:
    page = await pictured(site, file("c.jpg"))
    plugin = own_plugins(page)[-1]["id"]
    [node] = [
        node["id"]
        for block in page["page"]["blocks"].values()
        for node in block["nodes"]
        if node.get("pluginId") == plugin
    ]
    whitelist = {
        "name": "NODE_SET_SCOPE_WHITELIST",
        "nodeId": node,
        "level": "page",
        "scopeWhitelist": ["members"],
    }
    await site.saved(page, whitelist)
    assert (await entry(site))[0] is None


async def test_none_without_one(site: Site) -> None:
    await post_page(site, "/post", "Post")
    assert (await entry(site))[0] is None
