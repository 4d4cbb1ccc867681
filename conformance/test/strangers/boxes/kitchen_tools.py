"""What the tools of recipes, menus and boxes do."""

from datetime import date

import weeks
from calls import Caller, cut
from model import Recipe, numbers
from show import iso, present, show_box, show_menu, show_recipe


def create_recipe(caller: Caller, given: dict) -> dict:
    recipe = Recipe(
        recipe_id=next(numbers["recipe"]),
        title=given["title"],
        minutes=given["minutes"],
        vegetarian=given.get("vegetarian", False),
        portion_cents=given["portion_cents"],
        ingredients=[{"allergens": [], **each} for each in given["ingredients"]],
    )
    caller.company.recipes[recipe.recipe_id] = recipe
    return show_recipe(recipe)


def has_words(recipe: Recipe, words: str) -> bool:
    texts = [recipe.title, *(each["name"] for each in recipe.ingredients)]
    return any(words.lower() in each.lower() for each in texts)


def list_recipes(caller: Caller, given: dict) -> dict:
    menu_id, words, vegetarian = given.get("menu_id"), given.get("words"), given.get("vegetarian")
    max_minutes, free_of = given.get("max_minutes"), given.get("free_of")
    recipes = caller.company.recipes.values() if menu_id is None else caller.company.menu(menu_id).recipes
    rows = [
        row
        for row in recipes
        if (words is None or has_words(row, words))
        and (vegetarian is None or row.vegetarian == vegetarian)
        and (max_minutes is None or row.minutes <= max_minutes)
        and (free_of is None or free_of not in row.allergens())
    ]
    name = ["recipes", menu_id, words, vegetarian, max_minutes, free_of]
    page, after = cut(caller, rows, lambda row: [row.recipe_id], name, given)
    return present(recipes=[show_recipe(row) for row in page], total=len(rows), next_cursor=after)


def create_menu(caller: Caller, given: dict) -> dict:
    recipes = [caller.company.recipe(each) for each in given["recipe_ids"]]
    starts_on = date.fromisoformat(given["starts_on"])
    return show_menu(weeks.add_menu(caller.company, given["title"], starts_on, recipes))


def get_menu(caller: Caller, given: dict) -> dict:
    return show_menu(caller.company.menu(given["menu_id"]))


def copy_menu(caller: Caller, given: dict) -> dict:
    source = caller.company.menu(given["menu_id"])
    return show_menu(weeks.copy_menu(caller.company, source, date.fromisoformat(given["starts_on"])))


def publish_menu(caller: Caller, given: dict) -> dict:
    menu = caller.company.menu(given["menu_id"])
    weeks.publish(caller.company, menu)
    return show_menu(menu)


def open_box(caller: Caller, given: dict) -> dict:
    subscription = caller.company.subscription(given["subscription_id"])
    menu = caller.company.menu(given["menu_id"])
    return show_box(caller, weeks.open_box(caller.company, subscription, menu))


def get_box(caller: Caller, given: dict) -> dict:
    return show_box(caller, caller.company.box(given["box_id"]))


def list_boxes(caller: Caller, given: dict) -> dict:
    subscription_id, status = given.get("subscription_id"), given.get("status")
    first, last = given.get("from"), given.get("until")
    subscription = None if subscription_id is None else caller.company.subscription(subscription_id)
    now = caller.company.now()
    rows = [
        row
        for row in caller.company.boxes.values()
        if (subscription is None or row.subscription is subscription)
        and (status is None or row.status(now) == status)
        and (first is None or row.delivers_at.date() >= date.fromisoformat(first))
        and (last is None or row.delivers_at.date() <= date.fromisoformat(last))
    ]
    name = ["boxes", subscription_id, status, first, last]
    page, after = cut(caller, rows, lambda row: [iso(row.delivers_at), row.box_id], name, given)
    return present(boxes=[show_box(caller, row) for row in page], next_cursor=after)


def choose_recipes(caller: Caller, given: dict) -> dict:
    box = caller.company.box(given["box_id"])
    recipes = [caller.company.recipe(each) for each in given["recipe_ids"]]
    weeks.choose(caller.company, box, recipes)
    return show_box(caller, box)


def skip_box(caller: Caller, given: dict) -> dict:
    box = caller.company.box(given["box_id"])
    weeks.skip(caller.company, box, given["skipped"])
    return show_box(caller, box)


def advance_box(caller: Caller, given: dict) -> dict:
    box = caller.company.box(given["box_id"])
    weeks.advance(caller.company, box, given["step"])
    return show_box(caller, box)


def rate_recipe(caller: Caller, given: dict) -> dict:
    box, recipe = caller.company.box(given["box_id"]), caller.company.recipe(given["recipe_id"])
    weeks.rate(caller.company, box, recipe, given["stars"])
    return {**given, "rated_at": iso(caller.company.now())}


KITCHEN_TOOLS = {
    "create_recipe": ("kitchen:write", create_recipe),
    "list_recipes": ("boxes:read", list_recipes),
    "create_menu": ("kitchen:write", create_menu),
    "get_menu": ("boxes:read", get_menu),
    "copy_menu": ("kitchen:write", copy_menu),
    "publish_menu": ("kitchen:write", publish_menu),
    "open_box": ("boxes:write", open_box),
    "get_box": ("boxes:read", get_box),
    "list_boxes": ("boxes:read", list_boxes),
    "choose_recipes": ("boxes:write", choose_recipes),
    "skip_box": ("boxes:write", skip_box),
    "advance_box": ("kitchen:write", advance_box),
    "rate_recipe": ("boxes:write", rate_recipe),
}
