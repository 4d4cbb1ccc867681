"""Subscriptions, menus and the boxes of each week."""

from datetime import UTC, date, datetime, time, timedelta

import credit
from breaks import is_broken
from model import Box, Company, Customer, Menu, Recipe, Refusal, Subscription, numbers

DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
CHOICE = timedelta(days=2)
MOST_SUBSCRIPTIONS = 3

CHANGES = {
    "pause": (["active"], "paused"),
    "resume": (["paused"], "active"),
    "cancel": (["active", "paused"], "cancelled"),
}


def subscribe(company: Company, customer: Customer, meals: int, portions: int, day: str) -> Subscription:
    running = [
        each for each in company.subscriptions.values() if each.customer is customer and each.status != "cancelled"
    ]
    if len(running) >= MOST_SUBSCRIPTIONS:
        raise Refusal(
            "too_many_subscriptions",
            f"The customer has {len(running)} subscriptions. Cancel one with change_subscription first.",
        )
    subscription = Subscription(customer, meals, portions, day, company.now())
    company.subscriptions[subscription.subscription_id] = subscription
    return subscription


def change_subscription(subscription: Subscription, action: str) -> None:
    before, after = CHANGES[action]
    if subscription.status not in before:
        raise Refusal(
            "wrong_status",
            f"The subscription is {subscription.status}. To {action} it, it has to be {' or '.join(before)}.",
        )
    subscription.status = after


def add_menu(company: Company, title: str, starts_on: date, recipes: list[Recipe]) -> Menu:
    menu = Menu(f"M-{next(numbers['menu']):04}", title, starts_on, recipes)
    company.menus[menu.menu_id] = menu
    return menu


def copy_menu(company: Company, source: Menu, starts_on: date) -> Menu:
    menu = add_menu(company, source.title, starts_on, list(source.recipes))
    if is_broken("copy-stays-published"):
        menu.status, menu.published_at = source.status, source.published_at
    return menu


def publish(company: Company, menu: Menu) -> None:
    if menu.status == "published":
        raise Refusal("menu_published", f"The menu {menu.menu_id} is published already. copy_menu makes a new draft.")
    menu.status = "published"
    menu.published_at = company.now()


def delivery(menu: Menu, day: str) -> datetime:
    """The delivery day in the week of the menu, at 08:00 UTC."""
    ahead = (DAYS.index(day) - menu.starts_on.weekday()) % 7
    ahead = min(ahead, (date.max - menu.starts_on).days)
    return datetime.combine(menu.starts_on + timedelta(days=ahead), time(8), tzinfo=UTC)


def open_box(company: Company, subscription: Subscription, menu: Menu) -> Box:
    is_usable = subscription.status == "active" or (
        subscription.status == "paused" and is_broken("paused-subscription-gets-box")
    )
    if not is_usable:
        raise Refusal(
            "subscription_not_active",
            f"The subscription is {subscription.status}. Only active subscriptions get boxes.",
        )
    if menu.status != "published":
        raise Refusal("menu_not_published", f"The menu {menu.menu_id} is a draft. Call publish_menu first.")
    if any(each.subscription is subscription and each.menu is menu for each in company.boxes.values()):
        raise Refusal("box_exists", "The subscription has a box of this menu. list_boxes shows it.")
    delivers_at = delivery(menu, subscription.delivery_day)
    now = company.now()
    if delivers_at - now <= CHOICE:
        raise Refusal("too_late", "The deadline has passed: two days before the delivery. Take a later menu.")
    box = Box(f"BX-{next(numbers['box']):06}", subscription, menu, now, delivers_at - CHOICE, delivers_at)
    avoided = subscription.customer.avoids
    suitable = [each for each in menu.recipes if not set(each.allergens()) & set(avoided)]
    put_recipes(box, suitable[: subscription.meals])
    company.boxes[box.box_id] = box
    return box


def put_recipes(box: Box, recipes: list[Recipe]) -> None:
    is_first_choice = not box.recipes
    box.recipes = recipes
    if is_first_choice or not is_broken("total-of-old-choice"):
        box.total_cents = sum(box.price_of(each) for each in recipes)


def closed(box: Box, status: str, wanted: str) -> Refusal:
    return Refusal(
        "box_closed",
        f"The box {box.box_id} is {status}, not {wanted}. Boxes can be changed until two days before the delivery.",
    )


def choose(company: Company, box: Box, recipes: list[Recipe]) -> None:
    status = box.status(company.now())
    if status != "open":
        raise closed(box, status, "open")
    for recipe in recipes:
        if recipe not in box.menu.recipes:
            raise Refusal(
                "not_on_menu",
                f"Recipe {recipe.recipe_id} is not on the menu {box.menu.menu_id}. list_recipes shows those that are.",
            )
    if len(recipes) > box.subscription.meals:
        raise Refusal("too_many_recipes", f"The subscription has {box.subscription.meals} meals a week. Choose fewer.")
    for recipe in recipes:
        found = [each for each in recipe.allergens() if each in box.subscription.customer.avoids]
        if found:
            raise Refusal("allergen", f"Recipe {recipe.recipe_id} has {', '.join(found)}, which the customer avoids.")
    put_recipes(box, recipes)


def skip(company: Company, box: Box, skipped: bool) -> None:
    now = company.now()
    status, wanted = box.status(now), "open" if skipped else "skipped"
    if is_broken("skip-until-delivery") and box.stored_status == "open" and now < box.delivers_at:
        status = "open"
    if status != wanted:
        raise closed(box, status, wanted)
    if status == "skipped" and now >= box.locks_at:
        raise Refusal("box_closed", "The deadline has passed: two days before the delivery. The week stays skipped.")
    box.stored_status = "skipped" if skipped else "open"


def advance(company: Company, box: Box, step: str) -> None:
    status, wanted = box.status(company.now()), "locked" if step == "pack" else "packed"
    if status != wanted:
        raise Refusal("box_closed", f"The box {box.box_id} is {status}. Only a {wanted} box can be {step}ed.")
    if step == "pack":
        box.stored_status = "packed"
        box.packed_at = company.now()
        return
    box.stored_status = "delivered"
    box.delivered_at = company.now()
    customer = box.subscription.customer
    box.credit_used_cents = min(customer.credit_cents, box.total_cents)
    if box.credit_used_cents > 0:
        credit.book(company, customer, "box", -box.credit_used_cents, f"Box {box.box_id}")


def rate(company: Company, box: Box, recipe: Recipe, stars: int) -> None:
    if box.status(company.now()) != "delivered":
        raise Refusal("not_delivered", f"The box {box.box_id} is not delivered yet. Rate its recipes afterwards.")
    if recipe not in box.recipes:
        raise Refusal(
            "not_in_box", f"Recipe {recipe.recipe_id} was not in the box {box.box_id}. get_box shows its recipes."
        )
    if recipe.recipe_id in box.rated:
        raise Refusal("already_rated", f"Recipe {recipe.recipe_id} was rated for this box before.")
    box.rated.add(recipe.recipe_id)
    recipe.ratings.append(stars)
