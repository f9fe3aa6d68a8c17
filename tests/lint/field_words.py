"""Words that were written in place of the field's own, and what to write instead. `test_field_words` looks for them."""

import re

NAMES = {
    r"standing(_of)?|stands": "active, state or status",
    r"(un)?hold(s|ing)?|held": "reserve, lock or has",
    r"again|anew": "retry, resend, refresh or restart",
    r"let_go": "release_connection",
    r"tells?|told": "publish, announce or describe",
    r"(take_|next_)?turns?": "slot, lock or the change that comes next",
    r"forgets?|forgotten|forgive": "reset, delete, clear or invalidate",
    r"given": "the noun: data, value, submitted",
    r"give_back|take_back": "refund, restock or clear_cookie",
    r"hand_over": "set_cookie",
    r"settled?|settling": "reconcile, mark_failed or finish",
    r"whoever|whose": "principal or the noun",
    r"party|patience": "slot or timeout",
    r"excused|demand": "is_exempt or require",
    r"things?": "resource, record or entity",
    r"not_taken": "invalid",
    r"(is|are|was)_(over|gone|wrong|away)": "expired, revoked, invalid, missing or unavailable",
}
"""Words within a name, as regular expressions, and what to write instead."""

VARIABLES = re.compile(r"_*(told|turns?|again|anew|whose|whoever|stands|standing|forgotten)", re.IGNORECASE)
"""What no variable, attribute or constant is called either; as a part of a longer name it may be right there."""

RIGHT_NAMES = {
    "RelyingParty": "WebAuthn's own term",
    "index_told_jobs": "migrations that have run call it by this name, and the index is named so in the database",
    "check_again": "an operation id, which is a name on the wire",
}
"""Names that have one of these words rightly, and why."""

TYPESCRIPT_NAMES = {
    r"^told$": "the noun: lines, described, announced",
    r"let_go": "release",
    r"hand_over": "submit, publish or set",
    r"forgets?|forgotten|forgive": "clear, discard or invalidate",
    # TanStack Query itself has an `onSettled`.
    r"(?<!on_)settled?|settling": "finish, answer, isLoaded or isResolved",
    r"patience|plenty": "timeout or limit",
    r"anew|reread": "refetch, refresh or reload",
}
"""The same for what TypeScript declares, where `given`, `turn` and `held` have meanings of their own."""

TEXTS = {
    r"whoever|whomever": "name the person: the user, the visitor",
    r"of late": "recent",
    r"anew": "again",
    r"(asks? )?for patience": "has reached its request limit",
    r"what (has )?became of|what became": "the result",
    r"(is|are|was|were) gone": "has been deleted, has expired",
    r"once more": "again",
    r"(is|are) needed": "is required, or the sentence 'Enter a …'",
    r"good for": "valid for",
    r"let somebody": "say what to do",
    r"begin it": "start it",
    r"makes no sense": "is not valid",
    r"nobody (gives|has more|takes)": "you can",
    r"who holds?|users? who hold": "with this scope, a super user",
    r"does not take": "rejected",
}
"""Phrases of a detail or of OpenAPI that read as translated, as regular expressions, and what to write instead."""

SCREENS = {
    r"who(m|so)?ever": "name the person: the user, the visitor",
    r"small letters": "lowercase letters",
    r"mail log": "Emails, as the screen is called",
    r"present (password|address)": "current",
    r"parts? of the site": "service",
    r"all of the width": "full width",
    r"forgotten it": "forgot password",
    r"is needed": "Enter a …",
    r"good for": "expires in, valid for",
    r"everything but": "everything except",
    r"changed last": "recently edited",
    r"(made|make|makes) an? (new |blog )?(account|block|category|page|post|product|scope|token|user)": "create",
    r"make (new|shared|the) (block|codes|recovery codes|shop|token)": "create",
    r"of your choice": "custom",
    r"(go|goes|going) on to|go on": "continue, still",
    r"round in circles": "a loop",
    r"is tried again": "The site keeps trying.",
    r"in no menu": "hidden from menus",
    r"open points?": "tasks left",
    r"mails|mail(?! server)": "email",
    r"taken (out|away)": "removed",
    r"lets? nobody( in)?": "no longer gives access, no longer works",
    r"need not": "don't need to",
    r"one a line": "one per line",
    r"was asked for|asked again": "was requested, requested again",
    r"goes back|nothing goes": "is refunded",
}
"""What no screen and no email says, since people do not say it or it names a thing for a second time, and what to write instead."""

COMMENTS = {r"who(m|so)?ever": "name the person: the user, the visitor, the caller"}
"""The same for comments and docstrings, which may use the words above otherwise."""
