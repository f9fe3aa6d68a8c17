"""The words of the pages of a shop, in each language that Pagewright has words in (`web/app/words/languages.ts`)."""

from dataclasses import dataclass

from content.languages import words_in


@dataclass(frozen=True)
class Words:
    """What a page is called, and where it stands; the page of a product is below the list of products."""

    title: str
    url: str


@dataclass(frozen=True)
class ShopWords:
    products: Words
    product: Words
    basket: Words
    checkout: Words
    thanks: Words


_LANGUAGES = {
    "en": ShopWords(
        products=Words("Shop", "/shop"),
        product=Words("Product", "/product"),
        basket=Words("Basket", "/basket"),
        checkout=Words("Checkout", "/checkout"),
        thanks=Words("Order placed", "/order-placed"),
    ),
    "de": ShopWords(
        products=Words("Shop", "/shop"),
        product=Words("Produkt", "/produkt"),
        basket=Words("Warenkorb", "/warenkorb"),
        checkout=Words("Kasse", "/kasse"),
        thanks=Words("Bestellung aufgegeben", "/bestellung-aufgegeben"),
    ),
}


def words_for(tag: str) -> ShopWords:
    """The words for a language tag."""
    return words_in(_LANGUAGES, tag)
