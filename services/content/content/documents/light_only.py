"""Which trees hold a background whose colours are for light pages only.

A background of one opaque colour brings a text colour that is readable on it, and a picture may be given one: both look
the same in light and in dark. What stands on the page's own colours, or on a picture of unknown brightness, does not.
"""

_OPAQUE = (
    r"^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+\( ?[^ ,/)]+[ ,]+[^ ,/)]+[ ,]+[^ ,/)]+ ?\)"
    r"|[a-su-z][a-z]*|t[a-qs-z][a-z]*)$"
)
_PICTURE = (
    "(exists(@.backgroundImage) || exists(@.backgroundMobileImage)"
    " || exists(@.backgroundVideoMp4) || exists(@.backgroundVideoUrl))"
)
_TEXT = "exists(@.backgroundTextColour)"

# A partial index serves only queries that repeat its condition word for word.
LIGHT_ONLY = (
    "jsonb_path_exists(node_fields, '$.** ? (!(@.allowBackground == false) && (@.backgroundMaskText == true"
    f' || !(@.backgroundColour like_regex "{_OPAQUE.replace(chr(92), chr(92) * 2)}" flag "i")'
    f" && ({_TEXT} && !{_PICTURE} || !{_TEXT} && {_PICTURE})))')"
)
"""The condition on a row of layouts, branch_blocks or pages."""
