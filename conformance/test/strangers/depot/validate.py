"""Checks arguments against the schemas of the tools, and fills in defaults."""

import re
from datetime import date

DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
TIME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")


class Invalid(Exception):
    """Arguments do not fit."""


def read_day(text: str) -> "int | None":
    """Days since the first day of the year 1, or nothing for a text that is no day."""
    parts = DAY.fullmatch(text)
    if parts is None:
        return None
    try:
        return date(*(int(each) for each in parts.groups())).toordinal()
    except ValueError:
        return None


def read_time(text: str) -> "int | None":
    """Seconds since 1970 in UTC, or nothing for a text that is no time of RFC 3339."""
    parts = TIME.fullmatch(text)
    day = read_day(parts[1]) if parts else None
    if day is None:
        return None
    hour, minute, second = int(parts[2]), int(parts[3]), int(parts[4])
    away = (int(parts[6] or 0) * 60 + int(parts[7] or 0)) * 60
    if hour > 23 or minute > 59 or second > 60 or int(parts[6] or 0) > 23 or int(parts[7] or 0) > 59:
        return None
    whole = (day - date(1970, 1, 1).toordinal()) * 86400 + hour * 3600 + minute * 60 + min(second, 59)
    return whole - away if parts[5] == "+" else whole + away


EMAIL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}")


def read_email(text: str) -> "str | None":
    return text if EMAIL.fullmatch(text) and len(text.split("@")[0]) <= 64 else None


FORMATS = {"date": read_day, "date-time": read_time, "email": read_email}


def check(schema: dict, value, path: str = ""):
    """The value, with defaults; numbers such as 3.0 become whole ones."""
    name = path or "The arguments"
    if "enum" in schema and not any(type(value) is type(each) and value == each for each in schema["enum"]):
        raise Invalid(f"{name} is one of {', '.join(map(str, schema['enum']))}.")
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if value is None and "null" in kinds:
        return value
    for kind in kinds:
        if kind in CHECKS and isinstance(value, CHECKS[kind][0]) and (kind == "boolean" or not isinstance(value, bool)):
            return CHECKS[kind][1](schema, value, path, name)
    if kinds:
        raise Invalid(f"{name} has another type: {' or '.join(kinds)}.")
    return value


def check_text(schema: dict, value: str, _path: str, name: str) -> str:
    if len(value) < schema.get("minLength", 0):
        raise Invalid(f"{name} is too short.")
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        raise Invalid(f"{name} has at most {schema['maxLength']} characters.")
    if "pattern" in schema and re.compile(schema["pattern"][1:-1]).fullmatch(value) is None:
        raise Invalid(f"{name} has another form.")
    if "format" in schema and schema["format"] in FORMATS and FORMATS[schema["format"]](value) is None:
        raise Invalid(f"{name} is no {schema['format']}.")
    return value


def check_whole(schema: dict, value, _path: str, name: str) -> int:
    if isinstance(value, float) and not value.is_integer():
        raise Invalid(f"{name} is a whole number.")
    if value < schema.get("minimum", value) or value > schema.get("maximum", value):
        raise Invalid(f"{name} is from {schema.get('minimum')} to {schema.get('maximum')}.")
    return int(value)


def check_list(schema: dict, value: list, path: str, name: str) -> list:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        raise Invalid(f"{name} has {schema.get('minItems', 0)} to {schema.get('maxItems')} entries.")
    return [check(schema["items"], each, f"{path}/{index}") for index, each in enumerate(value)]


def check_object(schema: dict, value: dict, path: str, name: str) -> dict:
    known = schema["properties"]
    missing = [each for each in schema.get("required", []) if each not in value]
    if missing:
        raise Invalid(f"{name} lacks {', '.join(missing)}.")
    unknown = [each for each in value if each not in known]
    if unknown:
        raise Invalid(f"{name} has no member {unknown[0]!r}. It may have: {', '.join(known)}.")
    whole = {key: check(known[key], each, f"{path}/{key}" if path else key) for key, each in value.items()}
    for key, each in known.items():
        if key not in whole and "default" in each:
            whole[key] = each["default"]
    return whole


CHECKS = {
    "string": (str, check_text),
    "integer": ((int, float), check_whole),
    "boolean": (bool, lambda _schema, value, _path, _name: value),
    "array": (list, check_list),
    "object": (dict, check_object),
}
