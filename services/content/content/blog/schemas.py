import uuid
from collections.abc import Collection
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints

from kit.schemas import GivenMoment, Moment, Name, Out, RecordIn, RecordOut, Schema
from kit.trees import TreeIn, TreeOut

MAX_CATEGORIES = 100
"""That one post may be in."""

MAX_AUTHOR = 200
"""Characters."""

PostState = Literal["public", "scheduled", "restricted", "without_page"]
"""Whether everyone sees a post on a page, or will from its date on, or some do, or no page shows it."""

_Ignored = Annotated[list[Any] | None, Field(max_length=10_000, description="Ignored.")]
CategoryIds = Annotated[list[uuid.UUID], Field(max_length=MAX_CATEGORIES)]


class BlogPageOut(Out):
    """A page that shows the record; only pages that the caller may see are named."""

    id: uuid.UUID
    url: str
    title: str


class BlogCategoryIn(TreeIn):
    """A category's fields."""

    name: Name


class BlogCategoryBody(BlogCategoryIn):
    """A category, as it may be sent back whole."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Travel", "parentId": None}]})

    pages: _Ignored = None
    feed: Annotated[str | None, Field(max_length=10_000, description="Ignored.")] = None

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        return super().values(exclude={*exclude, "pages", "feed", "blog_category_id"})


class BlogCategoryCreate(BlogCategoryBody):
    """A new category."""

    blog_category_id: uuid.UUID | None = Field(
        default=None, description="The id that it is to have: lists of a category that was deleted find it again."
    )


class BlogCategoryOut(TreeOut):
    """What posts are sorted into."""

    name: str
    pages: list[BlogPageOut] = Field(description="The pages that list its posts.")
    feed: str | None = Field(
        description="What the addresses of its feeds begin with, before /feed.xml and /atom.xml; null where it has none, "
        "since not everyone sees the category."
    )


class BlogPostIn(RecordIn):
    """A post's fields."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"title": "A week in the hills", "author": "Ada", "categories": []}]}
    )

    title: Name
    author: Annotated[
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_AUTHOR)] | None,
        Field(
            description="Left out: the caller's name for a new post, else it stays as it is. Empty: nobody is named."
        ),
    ] = None
    published_at: Annotated[
        GivenMoment | None,
        Field(
            description="Left out: now for a new post, else it stays as it is. Until a future date, only editors see "
            "the post in lists, feeds, searches and the sitemap; anybody with its page's address can read it."
        ),
    ] = None
    categories: Annotated[
        CategoryIds | None, Field(description="Left out: none for a new post, else they stay as they are.")
    ] = None
    pages: _Ignored = None
    state: Annotated[str | None, Field(max_length=20, description="Ignored.")] = None


class BlogPostCategoriesIn(Schema):
    """All categories of a post: those left out it leaves."""

    categories: CategoryIds


class BlogPostOut(RecordOut):
    """An entry of the blog."""

    title: str
    author: str = Field(
        description="Shown to visitors. A new post has the name of the user who made it. The name is text, not a link to "
        "an account: it stays when that user is renamed or deleted, until it is changed here."
    )
    published_at: Moment
    categories: list[uuid.UUID]
    pages: list[BlogPageOut] = Field(description="The pages that show it.")
    state: PostState = Field(
        description="Whether everyone sees it on a page, or will from its date on, or some do, or no page shows it."
    )


class FeedImage(Out):
    """The first image of a post's page that anybody sees, and the part that the page shows. Its address takes `size`.

    ``width`` and ``height`` are those of the whole image.
    """

    address: str
    width: int
    height: int
    alt: str
    aspect: str | None
    crop: str | None


class FeedEntry(Out):
    """A post in a feed."""

    id: uuid.UUID
    title: str
    author: str
    published_at: Moment
    updated_at: Moment
    url: str
    excerpt: str | None
    categories: list[str]
    image: FeedImage | None


class FeedOut(Out):
    """A feed, for the web host to write."""

    id: uuid.UUID | None = Field(description="Of its category; null for the whole blog.")
    title: str
    site_name: str
    language: str
    url: str = Field(description="The page that lists the posts.")
    description: str | None
    updated_at: Moment
    entries: list[FeedEntry]
    tags: list[str]


class FeedFound(Out):
    feed: FeedOut | None
