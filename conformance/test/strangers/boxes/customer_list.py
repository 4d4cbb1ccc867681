"""The entries of tools/list about customers, credit, subscriptions and gift codes."""

from mcp_types import Tool, ToolAnnotations
from schemas import (
    ALLERGEN,
    ALLERGENS,
    CURSOR,
    CUSTOMER_ID,
    GIFT_CODE,
    LIMIT,
    NEXT_CURSOR,
    REQUEST_ID,
    SUBSCRIPTION_ID,
    TOTAL,
    WEEKDAY,
    array,
    obj,
    text,
)
from shapes import CUSTOMER, ENTRY, GIFT, KIND, SUBSCRIPTION, USAGE

READ = ToolAnnotations(read_only_hint=True, open_world_hint=False)
WRITE = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
REPLACE = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

NAME = text(120)
EMAIL = {"type": "string", "format": "email", "maxLength": 254}
PHONE = {"type": "string", "pattern": "^\\+[0-9]{6,15}$", "description": "With the code of the country."}
AVOIDS = {**ALLERGENS, "description": "Allergens that no box of the customer may have."}

create_customer = Tool(
    name="create_customer",
    title="Create a customer",
    description="Creates a customer, without a subscription and without credit.",
    input_schema=obj(
        {
            "name": NAME,
            "email": EMAIL,
            "phone": PHONE,
            "newsletter": {"type": "boolean", "default": False},
            "avoids": {**AVOIDS, "default": []},
        },
        ["name", "email"],
    ),
    output_schema=CUSTOMER,
    annotations=WRITE,
)
get_customer = Tool(
    name="get_customer",
    title="Show a customer",
    description="Shows a customer with the balance of credit.",
    input_schema=obj({"customer_id": CUSTOMER_ID}, ["customer_id"]),
    output_schema=CUSTOMER,
    annotations=READ,
)
list_customers = Tool(
    name="list_customers",
    title="List customers",
    description="Lists the customers of the company, the oldest first.",
    input_schema=obj(
        {
            "words": text(100, "A part of the name, in any case of letters."),
            "newsletter": {
                "type": "boolean",
                "description": "Only customers who get the newsletter, or who do not.",
            },
            "avoids": {**ALLERGEN, "description": "Only customers who avoid this allergen."},
            "limit": LIMIT,
            "cursor": CURSOR,
        }
    ),
    output_schema=obj(
        {"customers": array(CUSTOMER, maxItems=50), "total": TOTAL, "next_cursor": NEXT_CURSOR},
        ["customers", "total"],
    ),
    annotations=READ,
)
update_customer = Tool(
    name="update_customer",
    title="Change a customer",
    description="Changes what is given of a customer, whose revision you have seen. The list of allergens is replaced.",
    input_schema=obj(
        {
            "customer_id": CUSTOMER_ID,
            "revision": {"type": "integer", "minimum": 1, "description": "The revision that you have seen."},
            "name": NAME,
            "email": EMAIL,
            "phone": PHONE,
            "newsletter": {"type": "boolean"},
            "avoids": AVOIDS,
        },
        ["customer_id", "revision"],
    ),
    output_schema=CUSTOMER,
    annotations=REPLACE,
)
add_credit = Tool(
    name="add_credit",
    title="Give a customer credit",
    description=(
        "Gives a customer credit as goodwill. It is taken at the next deliveries before the card is charged."
    ),
    input_schema=obj(
        {
            "customer_id": CUSTOMER_ID,
            "amount_cents": {"type": "integer", "minimum": 1, "maximum": 20000, "description": "Euro cents."},
            "reason": text(200),
            "request_id": REQUEST_ID,
        },
        ["customer_id", "amount_cents", "reason"],
    ),
    output_schema=ENTRY,
    annotations=WRITE,
)
list_credit_entries = Tool(
    name="list_credit_entries",
    title="List the credit of a customer",
    description="Lists each change of the credit of a customer, the newest first. They add up to the balance.",
    input_schema=obj(
        {"customer_id": CUSTOMER_ID, "kind": KIND, "limit": LIMIT, "cursor": CURSOR},
        ["customer_id"],
    ),
    output_schema=obj({"entries": array(ENTRY, maxItems=50), "next_cursor": NEXT_CURSOR}, ["entries"]),
    annotations=READ,
)
create_subscription = Tool(
    name="create_subscription",
    title="Create a subscription",
    description=(
        "Subscribes a customer to weekly boxes. A customer has at most 3 subscriptions that are not cancelled."
    ),
    input_schema=obj(
        {
            "customer_id": CUSTOMER_ID,
            "meals": {"type": "integer", "minimum": 2, "maximum": 5, "default": 3, "description": "Recipes a week."},
            "portions": {"enum": [2, 3, 4], "default": 2, "description": "Portions of each recipe."},
            "delivery_day": {**WEEKDAY, "description": "Boxes come on this day at 08:00 UTC."},
        },
        ["customer_id", "delivery_day"],
    ),
    output_schema=SUBSCRIPTION,
    annotations=WRITE,
)
get_subscription = Tool(
    name="get_subscription",
    title="Show a subscription",
    description="Shows a subscription. list_boxes with its subscription_id shows the boxes.",
    input_schema=obj({"subscription_id": SUBSCRIPTION_ID}, ["subscription_id"]),
    output_schema=SUBSCRIPTION,
    annotations=READ,
)
change_subscription = Tool(
    name="change_subscription",
    title="Pause, resume or cancel a subscription",
    description=(
        "Pauses, resumes or cancels a subscription. Boxes that are open stay open; use skip_box for them."
    ),
    input_schema=obj(
        {"subscription_id": SUBSCRIPTION_ID, "action": {"enum": ["pause", "resume", "cancel"]}},
        ["subscription_id", "action"],
    ),
    output_schema=SUBSCRIPTION,
    annotations=REPLACE,
)
create_gift_code = Tool(
    name="create_gift_code",
    title="Create a gift code",
    description=(
        "Creates a gift code of a value, which is given to a customer as credit when it is redeemed, within 90 days."
    ),
    input_schema=obj(
        {
            "value_cents": {"enum": [2500, 5000, 10000], "description": "Euro cents."},
            "message": text(200, "Printed on the card."),
            "request_id": REQUEST_ID,
        },
        ["value_cents"],
    ),
    output_schema=GIFT,
    annotations=WRITE,
)
get_gift_code = Tool(
    name="get_gift_code",
    title="Show a gift code",
    description="Shows a gift code. It expires by itself at expires_at.",
    input_schema=obj({"code": GIFT_CODE}, ["code"]),
    output_schema=GIFT,
    annotations=READ,
)
redeem_gift_code = Tool(
    name="redeem_gift_code",
    title="Redeem a gift code",
    description="Redeems a valid gift code. The customer gets its value as credit.",
    input_schema=obj({"code": GIFT_CODE, "customer_id": CUSTOMER_ID}, ["code", "customer_id"]),
    output_schema=GIFT,
    annotations=WRITE,
)
get_usage = Tool(
    name="get_usage",
    title="Show how many gift codes are left today",
    description="Shows how many gift codes the company has created today (UTC), and how many are left.",
    input_schema=obj({}),
    output_schema=USAGE,
    annotations=READ,
)
