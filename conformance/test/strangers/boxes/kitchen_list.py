"""The entries of tools/list about recipes, menus and boxes."""

from customer_list import READ, REPLACE, WRITE
from mcp_types import Tool
from schemas import (
    ALLERGEN,
    ALLERGENS,
    BOX_ID,
    CURSOR,
    LIMIT,
    MENU_ID,
    NEXT_CURSOR,
    RECIPE_ID,
    SUBSCRIPTION_ID,
    TOTAL,
    array,
    obj,
    text,
)
from shapes import BOX, BOX_STATUS, MENU, RATING, RECIPE

INGREDIENT = obj(
    {
        "name": text(80),
        "grams": {"type": "integer", "minimum": 1, "maximum": 2000, "description": "For one portion."},
        "allergens": {**ALLERGENS, "default": []},
    },
    ["name", "grams"],
)
MINUTES = {"type": "integer", "minimum": 5, "maximum": 180, "description": "Time to cook."}

create_recipe = Tool(
    name="create_recipe",
    title="Write a recipe",
    description="Writes a recipe with its ingredients. Its allergens are those of all ingredients.",
    input_schema=obj(
        {
            "title": text(120),
            "minutes": MINUTES,
            "vegetarian": {"type": "boolean", "default": False},
            "portion_cents": {
                "type": "integer",
                "minimum": 100,
                "maximum": 5000,
                "description": "Price of a portion in euro cents.",
            },
            "ingredients": array(INGREDIENT, minItems=1, maxItems=30),
        },
        ["title", "minutes", "portion_cents", "ingredients"],
    ),
    output_schema=RECIPE,
    annotations=WRITE,
)
list_recipes = Tool(
    name="list_recipes",
    title="List recipes",
    description=(
        "Lists recipes with ingredients, allergens and ratings, all of them or those of a menu, the oldest first."
    ),
    input_schema=obj(
        {
            "menu_id": {**MENU_ID, "description": "Only the recipes of this menu."},
            "words": text(100, "A part of the title or of an ingredient, in any case of letters."),
            "vegetarian": {"type": "boolean"},
            "max_minutes": {
                "type": "integer",
                "minimum": 1,
                "maximum": 180,
                "description": "Cooked in at most so many minutes.",
            },
            "free_of": {**ALLERGEN, "description": "Only recipes without this allergen."},
            "limit": LIMIT,
            "cursor": CURSOR,
        }
    ),
    output_schema=obj(
        {"recipes": array(RECIPE, maxItems=50), "total": TOTAL, "next_cursor": NEXT_CURSOR},
        ["recipes", "total"],
    ),
    annotations=READ,
)
create_menu = Tool(
    name="create_menu",
    title="Create a menu",
    description="Creates the menu of a week as a draft, which nobody can order from before it is published.",
    input_schema=obj(
        {
            "title": text(80),
            "starts_on": {"type": "string", "format": "date", "description": "The first day of its week."},
            "recipe_ids": array(
                RECIPE_ID,
                minItems=1,
                maxItems=20,
                uniqueItems=True,
                description="In the order in which they are shown.",
            ),
        },
        ["title", "starts_on", "recipe_ids"],
    ),
    output_schema=MENU,
    annotations=WRITE,
)
get_menu = Tool(
    name="get_menu",
    title="Show a menu",
    description="Shows the menu of a week. list_recipes with its menu_id shows the recipes.",
    input_schema=obj({"menu_id": MENU_ID}, ["menu_id"]),
    output_schema=MENU,
    annotations=READ,
)
copy_menu = Tool(
    name="copy_menu",
    title="Copy a menu to another week",
    description="Creates a draft with the title and the recipes of a menu, for another week.",
    input_schema=obj(
        {
            "menu_id": MENU_ID,
            "starts_on": {"type": "string", "format": "date", "description": "The first day of the other week."},
        },
        ["menu_id", "starts_on"],
    ),
    output_schema=MENU,
    annotations=WRITE,
)
publish_menu = Tool(
    name="publish_menu",
    title="Publish a menu",
    description="Publishes a draft. From then on boxes can be opened from it, and it stays as it is.",
    input_schema=obj({"menu_id": MENU_ID}, ["menu_id"]),
    output_schema=MENU,
    annotations=WRITE,
)
open_box = Tool(
    name="open_box",
    title="Open a box",
    description=(
        "Opens the box of a subscription for the week of a published menu. It has the first recipes of the menu "
        "without allergens that the customer avoids, until choose_recipes changes them. It is delivered on the "
        "delivery day of the subscription, and locks two days before."
    ),
    input_schema=obj(
        {"subscription_id": SUBSCRIPTION_ID, "menu_id": MENU_ID},
        ["subscription_id", "menu_id"],
    ),
    output_schema=BOX,
    annotations=WRITE,
)
get_box = Tool(
    name="get_box",
    title="Show a box",
    description="Shows a box with its recipes and prices.",
    input_schema=obj({"box_id": BOX_ID}, ["box_id"]),
    output_schema=BOX,
    annotations=READ,
)
list_boxes = Tool(
    name="list_boxes",
    title="List boxes",
    description="Lists boxes by the time of their delivery, all of them or those of a subscription.",
    input_schema=obj(
        {
            "subscription_id": SUBSCRIPTION_ID,
            "status": BOX_STATUS,
            "from": {"type": "string", "format": "date", "description": "Delivered on this day or later."},
            "until": {"type": "string", "format": "date", "description": "Delivered on this day or before."},
            "limit": LIMIT,
            "cursor": CURSOR,
        }
    ),
    output_schema=obj({"boxes": array(BOX, maxItems=50), "next_cursor": NEXT_CURSOR}, ["boxes"]),
    annotations=READ,
)
choose_recipes = Tool(
    name="choose_recipes",
    title="Choose the recipes of a box",
    description=(
        "Replaces the recipes of an open box by others of its menu, at most as many as the subscription has meals. "
        "Recipes with an allergen that the customer avoids are refused. Possible until two days before the delivery."
    ),
    input_schema=obj(
        {
            "box_id": BOX_ID,
            "recipe_ids": array(
                RECIPE_ID, minItems=1, maxItems=5, uniqueItems=True, description="Recipes of the menu of the box."
            ),
        },
        ["box_id", "recipe_ids"],
    ),
    output_schema=BOX,
    annotations=REPLACE,
)
skip_box = Tool(
    name="skip_box",
    title="Skip a week",
    description="Skips the week of an open box, or takes that back. Possible until two days before the delivery.",
    input_schema=obj(
        {"box_id": BOX_ID, "skipped": {"type": "boolean", "description": "False: the box is open again."}},
        ["box_id", "skipped"],
    ),
    output_schema=BOX,
    annotations=WRITE,
)
advance_box = Tool(
    name="advance_box",
    title="Pack or deliver a box",
    description=(
        "Notes that a locked box is packed, or that a packed one is delivered. "
        "At the delivery the credit of the customer is taken first."
    ),
    input_schema=obj({"box_id": BOX_ID, "step": {"enum": ["pack", "deliver"]}}, ["box_id", "step"]),
    output_schema=BOX,
    annotations=WRITE,
)
rate_recipe = Tool(
    name="rate_recipe",
    title="Rate a recipe",
    description="Rates a recipe of a box that was delivered, once.",
    input_schema=obj(
        {
            "box_id": BOX_ID,
            "recipe_id": RECIPE_ID,
            "stars": {"type": "integer", "minimum": 1, "maximum": 5},
            "comment": text(500),
        },
        ["box_id", "recipe_id", "stars"],
    ),
    output_schema=RATING,
    annotations=WRITE,
)
