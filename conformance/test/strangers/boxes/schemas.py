"""The JSON schemas that the tools share, and the validator of arguments."""

import re
from datetime import date
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.exceptions import best_match
from jsonschema.validators import extend

ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
EMAIL = re.compile(rf"{ATOM}(?:\.{ATOM})*@(?:{LABEL}\.)+{LABEL}")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def obj(properties: dict, required: list[str] | None = None, **more: Any) -> dict:
    """A closed object."""
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return {**schema, "required": required} if required else schema


def array(items: dict, **more: Any) -> dict:
    return {"type": "array", "items": items, **more}


def text(most: int, description: str | None = None) -> dict:
    schema = {"type": "string", "minLength": 1, "maxLength": most}
    return schema if description is None else {**schema, "description": description}


ALLERGEN = {
    "enum": [
        *["gluten", "milk", "egg", "fish", "crustaceans", "peanuts", "nuts", "soy"],
        *["celery", "mustard", "sesame", "lupin", "molluscs", "sulphites"],
    ]
}
ALLERGENS = array(ALLERGEN, maxItems=14, uniqueItems=True)
WEEKDAY = {"enum": ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]}
CUSTOMER_ID = {
    "type": "string",
    "description": "Id of a customer, as cus_4f1c09ab77de.",
    "pattern": "^cus_[0-9a-f]{12}$",
}
RECIPE_ID = {"type": "integer", "description": "Number of a recipe.", "minimum": 1, "maximum": 1000000000}
MENU_ID = {"type": "string", "description": "Id of a menu, as M-0042.", "pattern": "^M-[0-9]{4,9}$"}
SUBSCRIPTION_ID = {
    "type": "string",
    "description": "Id of a subscription, a UUID.",
    "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
}
BOX_ID = {"type": "string", "description": "Id of a box, as BX-000042.", "pattern": "^BX-[0-9]{6,10}$"}
GIFT_CODE = {
    "type": "string",
    "description": "A gift code, as GIFT-7KQ2-M9XD.",
    "pattern": "^GIFT-[A-Z0-9]{4}-[A-Z0-9]{4}$",
}
REQUEST_ID = {
    "type": "string",
    "description": "Repeat it to send the same call again, which then has one effect.",
    "minLength": 8,
    "maxLength": 64,
}
CURSOR = {"type": "string", "description": "next_cursor of the page before.", "minLength": 1, "maxLength": 200}
NEXT_CURSOR = {"type": "string", "description": "Left out on the last page."}
LIMIT = {"type": "integer", "minimum": 1, "maximum": 50, "default": 20, "description": "Entries a page."}
TOTAL = {"type": "integer", "minimum": 0, "description": "Of all pages."}
CENTS = {"type": "integer", "description": "Euro cents.", "minimum": 0}
TIME = {"type": "string", "format": "date-time"}
STRING = {"type": "string"}
INTEGER = {"type": "integer"}

formats = FormatChecker(formats=[])


@formats.checks("date", raises=ValueError)
def is_date(value: object) -> bool:
    if not isinstance(value, str):
        return True
    return DAY.fullmatch(value) is not None and date.fromisoformat(value) is not None


@formats.checks("email")
def is_email(value: object) -> bool:
    return not isinstance(value, str) or EMAIL.fullmatch(value) is not None


def fits_pattern(_validator, pattern: str, value: object, _schema: dict):
    # Python's $ also fits before a newline at the end of a text.
    if isinstance(value, str) and not re.search(pattern.replace("$", r"\Z"), value):
        yield ValidationError(f"{value!r} does not match {pattern}")


Validator = extend(Draft202012Validator, {"pattern": fits_pattern})


def explain(schema: dict, arguments: dict) -> str | None:
    """What is wrong with arguments, if anything is."""
    error = best_match(Validator(schema, format_checker=formats).iter_errors(arguments))
    if error is None:
        return None
    place = "/".join(str(each) for each in error.absolute_path)
    return f"{place}: {error.message}" if place else error.message


def with_whole_numbers(value: Any) -> Any:
    """JSON has one type of numbers: 2.0 is the integer 2."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [with_whole_numbers(each) for each in value]
    if isinstance(value, dict):
        return {key: with_whole_numbers(each) for key, each in value.items()}
    return value
