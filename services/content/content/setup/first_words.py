"""The words of the first pages, in each language that Pagewright has words in (`web/app/words/languages.ts`).

The site's name is in none of them: it would stay behind when the site is renamed. The menus say it.
"""

from dataclasses import dataclass

from content.languages import words_in


@dataclass(frozen=True)
class Part:
    """A title and what is said below it, without markup."""

    title: str
    text: str


@dataclass(frozen=True)
class Words:
    """One language. What is marked ``html`` may have inline markup."""

    home: str
    hero: str
    hero_text_html: str
    learn_more: str
    features: Part
    feature_cards: tuple[Part, ...]
    story: str
    story_paragraphs: tuple[str, ...]
    quote: str
    quote_source: str
    process: Part
    steps: tuple[Part, ...]
    closing: Part
    write_to_us: str
    about: Part
    hours: str
    hours_html: str
    contact: str
    street: str
    get_in_touch: str
    footer_menu: str
    errors: dict[int, Part]
    to_home: str


_ENGLISH = Words(
    home="Home",
    hero="Your site starts here",
    hero_text_html=(
        "Say in one sentence what you do and what people gain by it. This page is live already: press <strong>Edit</strong>"
        " in the bar above, click into this text and start typing."
    ),
    learn_more="Learn more",
    features=Part(
        "Three things you are good at",
        "Visitors skim. Give them three short reasons to stay, each with a heading of its own.",
    ),
    feature_cards=(
        Part("Click and type", "Press Edit, then click into any text on the page. What you see is what visitors get."),
        Part("Add and arrange", "Add sections or single plugins from the palette, and drag them into place."),
        Part("Save when ready", "Visitors see nothing until you save, and you can undo every step."),
    ),
    story="Tell your story",
    story_paragraphs=(
        "A paragraph or two about yourself says more than a slogan. How did you start, and what do people come back for?",
        "To replace the picture, click it and choose Block settings.",
    ),
    quote="“A sentence from somebody you have worked with convinces better than ten of your own.”",
    quote_source="Alex Example, Example Street Bakery",
    process=Part("How it works", "Tell people what happens once they get in touch."),
    steps=(
        Part("Ask", "People write or call, and hear from you within a day."),
        Part("Agree", "You say what it takes, what it costs and when it will be done."),
        Part("Enjoy", "They get what they came for, and tell others."),
    ),
    closing=Part("Ready when you are", "Say what happens next: a call, a visit, an order."),
    write_to_us="Write to us",
    about=Part("About us", "Who you are and what you do, in a few words. This footer is on every page."),
    hours="Opening hours",
    hours_html="Monday to Friday, 9 to 5<br>Saturday, 10 to 2",
    contact="Contact",
    street="1 Example Street, London",
    get_in_touch="Get in touch",
    footer_menu="Footer menu",
    errors={
        404: Part("404 Page Not Found", "The page you were looking for could not be found."),
        500: Part("500 Internal Server Error", "The server encountered an unexpected error."),
    },
    to_home="Go to the home page",
)

_GERMAN = Words(
    home="Startseite",
    hero="Hier beginnt Ihre Website",
    hero_text_html=(
        "Sagen Sie in einem Satz, was Sie tun und was andere davon haben. Diese Seite ist schon online: Wählen Sie oben"
        " <strong>Edit</strong>, klicken Sie in diesen Text und schreiben Sie los."
    ),
    learn_more="Mehr erfahren",
    features=Part(
        "Drei Dinge, die Sie gut können",
        "Besucher überfliegen. Geben Sie ihnen drei kurze Gründe zu bleiben, jeden mit eigener Überschrift.",
    ),
    feature_cards=(
        Part(
            "Klicken und schreiben",
            "Wählen Sie Edit und klicken Sie in einen Text der Seite. Was Sie sehen, bekommen auch Ihre Besucher.",
        ),
        Part(
            "Hinzufügen und anordnen",
            "Fügen Sie Abschnitte oder einzelne Plugins hinzu und ziehen Sie sie an ihren Platz.",
        ),
        Part(
            "Speichern, wenn es passt",
            "Vor dem Speichern sehen Besucher nichts davon, und jeder Schritt lässt sich rückgängig machen.",
        ),
    ),
    story="Erzählen Sie Ihre Geschichte",
    story_paragraphs=(
        "Ein, zwei Absätze über Sie sagen mehr als ein Slogan. Wie fing alles an, und warum kommt man wieder zu Ihnen?",
        "Für ein eigenes Bild klicken Sie es an und wählen Sie oben Block settings.",
    ),
    quote="„Ein Satz von jemandem, der mit Ihnen gearbeitet hat, überzeugt mehr als zehn eigene.“",
    quote_source="Alex Beispiel, Bäckerei Beispiel",
    process=Part("So läuft es ab", "Sagen Sie, was geschieht, wenn sich jemand bei Ihnen meldet."),
    steps=(
        Part("Anfragen", "Man schreibt Ihnen oder ruft an und hört innerhalb eines Tages von Ihnen."),
        Part("Absprechen", "Sie sagen, was nötig ist, was es kostet und wann es fertig ist."),
        Part("Freuen", "Ihre Kunden bekommen, was sie wollten, und erzählen es weiter."),
    ),
    closing=Part("Wir sind bereit", "Sagen Sie, wie es weitergeht: ein Anruf, ein Besuch, eine Bestellung."),
    write_to_us="Schreiben Sie uns",
    about=Part("Über uns", "Wer Sie sind und was Sie tun, in ein, zwei Sätzen. Diese Fußzeile steht auf jeder Seite."),
    hours="Öffnungszeiten",
    hours_html="Montag bis Freitag, 9 bis 17 Uhr<br>Samstag, 10 bis 14 Uhr",
    contact="Kontakt",
    street="Beispielstraße 1, Berlin",
    get_in_touch="Kontakt aufnehmen",
    footer_menu="Menü in der Fußzeile",
    errors={
        404: Part("404 Seite nicht gefunden", "Die gesuchte Seite wurde nicht gefunden."),
        500: Part("500 Interner Serverfehler", "Auf dem Server ist ein unerwarteter Fehler aufgetreten."),
    },
    to_home="Zur Startseite",
)

_LANGUAGES = {"en": _ENGLISH, "de": _GERMAN}


def words_for(tag: str) -> Words:
    """The words for a language tag."""
    return words_in(_LANGUAGES, tag)
