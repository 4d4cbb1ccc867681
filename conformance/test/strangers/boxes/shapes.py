"""The schemas of what the tools return."""

from schemas import (
    ALLERGEN,
    BOX_ID,
    CENTS,
    CUSTOMER_ID,
    GIFT_CODE,
    INTEGER,
    MENU_ID,
    RECIPE_ID,
    STRING,
    SUBSCRIPTION_ID,
    TIME,
    WEEKDAY,
    array,
    obj,
)

HIDDEN = {"type": "string", "description": "Only with the scope contacts:read."}
KIND = {"enum": ["goodwill", "gift", "box"]}
BOX_STATUS = {"enum": ["open", "skipped", "locked", "packed", "delivered"]}

CUSTOMER = obj(
    {
        "customer_id": CUSTOMER_ID,
        "name": STRING,
        "email": HIDDEN,
        "phone": HIDDEN,
        "newsletter": {"type": "boolean"},
        "avoids": array(ALLERGEN, description="Allergens that no box of the customer may have."),
        "credit_cents": {"type": "integer", "minimum": 0, "description": "The balance of credit in euro cents."},
        "created_at": TIME,
        "revision": {
            "type": "integer",
            "minimum": 1,
            "description": "Counts the changes of name, contacts, newsletter and allergens.",
        },
    },
    ["customer_id", "name", "newsletter", "avoids", "credit_cents", "created_at", "revision"],
    description="A customer.",
)
ENTRY = obj(
    {
        "entry_id": {"type": "integer", "minimum": 1},
        "customer_id": CUSTOMER_ID,
        "kind": KIND,
        "amount_cents": {"type": "integer", "description": "Below zero where credit was spent on a box."},
        "reason": STRING,
        "created_at": TIME,
    },
    ["entry_id", "customer_id", "kind", "amount_cents", "reason", "created_at"],
    description="A change of the credit of a customer.",
)
SUBSCRIPTION = obj(
    {
        "subscription_id": SUBSCRIPTION_ID,
        "customer_id": CUSTOMER_ID,
        "status": {"enum": ["active", "paused", "cancelled"]},
        "meals": {"type": "integer", "description": "Recipes a week."},
        "portions": {"type": "integer", "description": "Portions of each recipe."},
        "delivery_day": WEEKDAY,
        "created_at": TIME,
    },
    ["subscription_id", "customer_id", "status", "meals", "portions", "delivery_day", "created_at"],
    description="A subscription to weekly boxes.",
)
INGREDIENT = obj(
    {
        "name": STRING,
        "grams": {"type": "integer", "description": "For one portion."},
        "allergens": array(ALLERGEN),
    },
    ["name", "grams", "allergens"],
)
RECIPE = obj(
    {
        "recipe_id": RECIPE_ID,
        "title": STRING,
        "minutes": {"type": "integer", "description": "Time to cook."},
        "vegetarian": {"type": "boolean"},
        "portion_cents": {"type": "integer", "description": "Price of a portion in euro cents."},
        "ingredients": array(INGREDIENT),
        "allergens": array(ALLERGEN, description="Those of all ingredients."),
        "rating_count": {"type": "integer", "minimum": 0},
        "average_stars": {"type": "number", "description": "Left out before the first rating."},
    },
    [
        *["recipe_id", "title", "minutes", "vegetarian", "portion_cents"],
        *["ingredients", "allergens", "rating_count"],
    ],
    description="A recipe.",
)
MENU = obj(
    {
        "menu_id": MENU_ID,
        "title": STRING,
        "starts_on": {"type": "string", "format": "date", "description": "The first day of its week."},
        "status": {"enum": ["draft", "published"]},
        "recipe_ids": array(RECIPE_ID),
        "published_at": TIME,
    },
    ["menu_id", "title", "starts_on", "status", "recipe_ids"],
    description="The menu of a week.",
)
BOX = obj(
    {
        "box_id": BOX_ID,
        "subscription_id": SUBSCRIPTION_ID,
        "customer_id": CUSTOMER_ID,
        "menu_id": MENU_ID,
        "status": BOX_STATUS,
        "recipes": array(
            obj(
                {"recipe_id": RECIPE_ID, "title": STRING, "price_cents": CENTS},
                ["recipe_id", "title", "price_cents"],
            )
        ),
        "total_cents": {**CENTS, "description": "The prices of all recipes in euro cents."},
        "credit_used_cents": {**CENTS, "description": "Credit that was taken at the delivery."},
        "to_pay_cents": {**CENTS, "description": "What the card is charged."},
        "opened_at": TIME,
        "locks_at": {**TIME, "description": "Two days before the delivery."},
        "delivers_at": TIME,
        "packed_at": TIME,
        "delivered_at": TIME,
    },
    [
        *["box_id", "subscription_id", "customer_id", "menu_id", "status", "recipes"],
        *["total_cents", "credit_used_cents", "to_pay_cents", "opened_at", "locks_at", "delivers_at"],
    ],
    description="A box of a week.",
)
GIFT = obj(
    {
        "code": GIFT_CODE,
        "status": {"enum": ["valid", "redeemed", "expired"]},
        "value_cents": CENTS,
        "message": STRING,
        "created_at": TIME,
        "expires_at": TIME,
        "redeemed_at": TIME,
        "customer_id": {**CUSTOMER_ID, "description": "Who has redeemed it."},
    },
    ["code", "status", "value_cents", "created_at", "expires_at"],
    description="A gift code with its value.",
)
RATING = obj(
    {"box_id": BOX_ID, "recipe_id": RECIPE_ID, "stars": INTEGER, "comment": STRING, "rated_at": TIME},
    ["box_id", "recipe_id", "stars", "rated_at"],
)
USAGE = obj(
    {"used": INTEGER, "remaining": INTEGER, "limit": INTEGER, "resets_at": TIME},
    ["used", "remaining", "limit", "resets_at"],
)
