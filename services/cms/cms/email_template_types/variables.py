"""What templates of the types that the site's own parts use are given, with samples of it.

Every template has `COMMON` besides. Amounts are whole numbers of the currency's smallest unit, as everywhere in the
project: ``{{ amount | money: currency }}`` writes them out. ``{{ text | newline_to_br }}`` keeps the lines that somebody wrote.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CONTACT, CUSTOMER_ORDER, ADMIN_ORDER = "Contact Plugin", "Customer Order", "Admin Order"
NEWSLETTER = "Newsletter Plugin"
OWN_TYPES = frozenset({CONTACT, NEWSLETTER, CUSTOMER_ORDER, ADMIN_ORDER})
"""Those that the site's own parts send emails of, and know by these names."""


@dataclass(frozen=True, slots=True)
class Variable:
    """What a template can name, such as ``order.reference``, in a sentence."""

    name: str
    description: str


COMMON = (
    Variable("host", "The site's host name, such as willow.example."),
    Variable("siteName", "The site's name."),
    Variable("siteUrl", "The site's address, without a slash at its end."),
)

_ORDER = (
    Variable("order.reference", "The order's reference."),
    Variable("order.gateway", "How it is paid: by card, by invoice and so on. Whether it is, says order.isPaid."),
    Variable("order.currency", "The order's currency, such as GBP; for the filter money."),
    Variable(
        "order.billingName", "Who pays; with billingAddress1 to 4, billingTown, billingCounty, billingCountryCode."
    ),
    Variable("order.deliveryName", "Who gets it; with deliveryAddress1 to 4 and so on, as for billing."),
    Variable("order.billingPostcode", "The postcode; order.deliveryPostcode is that of delivery."),
    Variable("order.billingCountry", "The country by its name; order.deliveryCountry is that of delivery."),
    Variable("order.contactName", "Who has ordered."),
    Variable("order.isPaid", "Whether all of it has been paid."),
    Variable(
        "order.paymentInstructions",
        "The shop's words for how an invoice, or an order to be collected, is paid; empty once it is.",
    ),
    Variable("order.isCollected", "Whether the buyer comes for it."),
    Variable(
        "order.collectionInstructions",
        "The shop's words for where and when it is collected, paid or not; empty where it is not collected.",
    ),
    Variable("order.needsDelivery", "Whether something is sent."),
    Variable("order.tracking", "The parcel's tracking number, where the shop has entered one."),
    Variable("order.refundedAmount", "In the mail about a refund: how much went back; for the filter money."),
    Variable("order.sentBackAmount", "In the mail about a payment that the shop did not take: how much went back."),
    Variable("order.sentBackCurrency", "The currency that it went back in; for the filter money."),
    Variable("order.rows", "What was ordered: a list."),
    Variable("row.productGroup.name", "Of a row: what the product is a kind of."),
    Variable("row.product.name", "Of a row: the product."),
    Variable("row.name", "Of a row: both in one line."),
    Variable("row.quantity", "Of a row: how many."),
    Variable("row.unitPrice", "Of a row: the price of one, without VAT; for the filter money."),
    Variable("row.totalExclTax", "Of a row: the price of all, without VAT; for the filter money."),
    Variable("row.unitPriceInclTax", "Of a row: the price of one, with VAT; for the filter money."),
    Variable("row.totalInclTax", "Of a row: the price of all, with VAT; for the filter money."),
    Variable("order.pricesIncludeTax", "Whether the shop shows its prices with VAT."),
    Variable("order.deliveryExclTax", "What delivery costs, without VAT; for the filter money."),
    Variable("order.deliveryInclTax", "What delivery costs, with VAT; for the filter money."),
    Variable("order.totalExclTax", "The total without VAT; for the filter money."),
    Variable("order.tax", "The VAT; for the filter money."),
    Variable("order.totalInclTax", "What is to be paid; for the filter money."),
)
_OF_TYPES: Mapping[str, Sequence[Variable]] = {
    CONTACT: (
        Variable("fields", "What was filled in: a list, each with label and value."),
        Variable("url", "The address of the page with the form."),
    ),
    NEWSLETTER: (
        Variable("confirmUrl", "The address of the page on which the person confirms."),
        Variable("days", "For how many days that can be done."),
        Variable("unsubscribeUrl", "The address of the page on which the person unsubscribes."),
        Variable("listName", "The name of the mailing list."),
    ),
    CUSTOMER_ORDER: (*_ORDER, Variable("orderUrl", "The address at which the buyer sees the order.")),
    ADMIN_ORDER: (*_ORDER, Variable("orderUrl", "The address of the order in the shop's administration.")),
}

_SAMPLE_ORDER: dict[str, Any] = {
    "reference": "W-1042",
    "gateway": "Card",
    "currency": "GBP",
    **{
        f"{prefix}{name}": value
        for prefix in ("billing", "delivery")
        for name, value in {
            "Name": "Zoë Ångström",
            "Address1": "12 Mill Lane",
            "Address2": "",
            "Address3": "",
            "Address4": "",
            "Town": "Norwich",
            "County": "Norfolk",
            "Postcode": "NR1 3JU",
            "CountryCode": "GB",
            "Country": "United Kingdom",
        }.items()
    },
    "rows": [
        {
            "productGroup": {"name": "Baskets"},
            "product": {"name": "Log basket, large"},
            "name": "Baskets: Log basket, large",
            "quantity": 2,
            "unitPrice": 4500,
            "unitPriceInclTax": 5400,
            "totalExclTax": 9000,
            "totalInclTax": 10_800,
        },
        {
            "productGroup": {"name": "Courses"},
            "product": {"name": "A day of weaving"},
            "name": "Courses: A day of weaving",
            "quantity": 1,
            "unitPrice": 8250,
            "unitPriceInclTax": 9900,
            "totalExclTax": 8250,
            "totalInclTax": 9900,
        },
    ],
    "contactName": "Zoë Ångström",
    "isPaid": True,
    "paymentInstructions": "",
    "isCollected": False,
    # Shown by what is only mailed to those who collect. With `isCollected`, the others would show no delivery.
    "collectionInstructions": "At the mill,\nMonday to Friday, 9 to 5.",
    "needsDelivery": True,
    "tracking": "RM 1234 5678 9GB",
    "refundedAmount": 5400,
    "sentBackAmount": 21300,
    "sentBackCurrency": "GBP",
    "pricesIncludeTax": True,
    "deliveryExclTax": 500,
    "deliveryInclTax": 600,
    "totalExclTax": 17_750,
    "tax": 3550,
    "totalInclTax": 21_300,
}


def variables_of(type_name: str) -> list[Variable]:
    """What templates of this type can name. Of a type that people made, that is what every template has."""
    return [*_OF_TYPES.get(type_name, ()), *COMMON]


def sample_of(type_name: str) -> dict[str, Any]:
    """Data as templates of this type get it, for a look at them; without what every template has."""
    if type_name == CONTACT:
        fields = [
            {"label": "Name", "value": "Zoë Ångström"},
            {"label": "Email", "value": "zoe@example.org"},
            {"label": "Message", "value": "Do you teach children, too?\nOurs are 8 & 10 years old."},
        ]
        return {"fields": fields, "url": "https://example.org/contact"}
    if type_name == NEWSLETTER:
        return {
            "confirmUrl": "https://example.org/cms/newsletter/confirmation?token=sample",
            "days": 7,
            "unsubscribeUrl": "https://example.org/cms/newsletter/unsubscription?token=sample",
            "listName": "News",
        }
    if type_name == CUSTOMER_ORDER:
        return {"order": _SAMPLE_ORDER, "orderUrl": "https://example.org/ecom/receipts/sample/page"}
    if type_name == ADMIN_ORDER:
        return {"order": _SAMPLE_ORDER, "orderUrl": "https://example.org/cms-ecom/orders"}
    return {}
