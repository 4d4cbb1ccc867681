/** The order of the list of forms: links above the list and, on narrow screens, a menu beside the search. */
import { type FormOrder, isSameOrder, ORDERS, writeOrder } from "../../../../../forms/list-order.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";

type By = FormOrder["by"];

/** How each order begins, and what its two directions are called. */
const DIRECTIONS: Readonly<
  Record<By, { first: FormOrder["direction"]; asc: OwnerTextKey; desc: OwnerTextKey }>
> = {
  updated: { first: "desc", asc: "sort_oldest", desc: "sort_newest" },
  created: { first: "desc", asc: "sort_oldest", desc: "sort_newest" },
  title: { first: "asc", asc: "sort_a_to_z", desc: "sort_z_to_a" },
  responses: { first: "desc", asc: "sort_fewest", desc: "sort_most" },
  latest: { first: "desc", asc: "sort_oldest", desc: "sort_newest" },
};

/** Draws the links. The link of the present order turns it around. */
export function sortLinks(
  t: OwnerTranslation,
  order: FormOrder,
  addressOf: (order: FormOrder) => string,
): Html {
  const links = ORDERS.map((by) => {
    const { first, ...names } = DIRECTIONS[by];
    const isShown = by === order.by;
    const address = addressOf({ by, direction: isShown ? reverse(order.direction) : first });
    const direction =
      isShown && html`<span class="vh">, ${t.say(names[order.direction])}</span>${arrow(order)}`;
    const current = attributes({ "aria-current": isShown && "true" });
    return html`<li><a href="${address}"${current}>${t.say(`sort_${by}`)}${direction}</a></li>`;
  });
  return html`
    <nav class="sorts" aria-labelledby="sorts">
      <span class="soft" id="sorts">${t.say("sort_label")}</span>
      <ul>${links}</ul>
    </nav>
  `;
}

function reverse(direction: FormOrder["direction"]): FormOrder["direction"] {
  return direction === "asc" ? "desc" : "asc";
}

function arrow({ direction }: FormOrder): Html {
  return html` <span aria-hidden="true">${direction === "asc" ? "↑" : "↓"}</span>`;
}

/** Draws the menu. On wide screens it is hidden, and keeps the order when the form of the search is sent. */
export function sortMenu(t: OwnerTranslation, order: FormOrder): Html {
  const options = ORDERS.flatMap((by) => {
    const { first } = DIRECTIONS[by];
    return [first, reverse(first)].map((direction) => {
      const one: FormOrder = { by, direction };
      const text = t.say("sort_option", {
        by: t.say(`sort_${by}`),
        direction: t.say(DIRECTIONS[by][direction]),
      });
      return option({ value: writeOrder(one), text, isChosen: isSameOrder(one, order) });
    });
  });
  return html`
    <div class="sort-menu">
      ${labelledSelect({ id: "sort", name: "sort", label: t.say("sort_label"), isLabelHidden: true, options })}
    </div>
  `;
}
