/** Tools about customers and hires. */
import * as shape from "./shapes.ts";
import { adding, changing, reading, type Tool, tool } from "./tool.ts";

export const deskTools: readonly Tool[] = [
  tool(
    "add_customer",
    "hires:write",
    adding,
    ["Add a customer", "Adds a customer with an id document."],
    [
      {
        name: shape.text(100),
        email: { type: "string", format: "email", maxLength: 200 },
        phone: shape.text(30),
        document: shape.document,
        request_id: shape.requestId,
      },
      ["name", "email", "document"],
      shape.customer,
    ],
  ),
  tool(
    "search_customers",
    "hires:read",
    reading,
    ["Search customers", "Finds customers by part of their name or email."],
    [{ words: shape.text(100), ...shape.pageArguments }, [], shape.pageOf("customers", shape.customer)],
  ),
  tool(
    "quote",
    "hires:write",
    adding,
    [
      "Quote a price",
      "Says what a hire of 4 hours to 60 days costs. The quote can be booked once within 15 minutes; it reserves nothing.",
    ],
    [
      {
        bike_id: shape.bikeId,
        starts_at: shape.instant("Start of the hire, not in the past."),
        ends_at: shape.instant("End of the hire."),
      },
      ["bike_id", "starts_at", "ends_at"],
      shape.quote,
    ],
  ),
  tool(
    "book",
    "hires:write",
    adding,
    ["Book a bike", "Books what a quote says. At most 40 bookings a day (UTC)."],
    [
      {
        quote_id: shape.quoteId,
        customer_id: shape.customerId,
        note: shape.text(500),
        request_id: shape.requestId,
      },
      ["quote_id", "customer_id"],
      shape.hire,
    ],
  ),
  tool(
    "get_hire",
    "hires:read",
    reading,
    ["Get a hire", "Shows a hire."],
    [{ hire_id: shape.hireId }, ["hire_id"], shape.hire],
  ),
  tool(
    "list_hires",
    "hires:read",
    reading,
    ["List hires", "Lists hires by their start."],
    [
      {
        customer_id: shape.customerId,
        bike_id: shape.bikeId,
        status: shape.hireStatus,
        late: { type: "boolean" },
        starts_from: shape.day("Hires that start on this day (UTC) or later."),
        starts_until: shape.day("Hires that start on this day (UTC) or earlier."),
        ...shape.pageArguments,
      },
      [],
      shape.pageOf("hires", shape.hire),
    ],
  ),
  tool(
    "hand_out",
    "hires:write",
    changing,
    ["Hand out the bike", "Starts a booked hire and takes the deposit, from two hours before its start."],
    [{ hire_id: shape.hireId }, ["hire_id"], shape.hire],
  ),
  tool(
    "extend",
    "hires:write",
    changing,
    ["Extend a hire", "Extends a hire that is out, at most twice, if the bike is not booked afterwards."],
    [{ hire_id: shape.hireId, ends_at: shape.instant("The new end.") }, ["hire_id", "ends_at"], shape.hire],
  ),
  tool(
    "swap_bike",
    "hires:write",
    changing,
    [
      "Swap the bike",
      "Gives a hire that is out another bike, for the same price. The old one stays at that shop.",
    ],
    [
      { hire_id: shape.hireId, bike_id: shape.bikeId, reason: shape.text(200) },
      ["hire_id", "bike_id"],
      shape.swappedHire,
    ],
  ),
  tool(
    "return",
    "hires:write",
    changing,
    [
      "Return the bike",
      "Ends a hire. Damages are charged by the price list, each late hour costs 5 euros, at most 500.",
    ],
    [
      {
        hire_id: shape.hireId,
        shop_id: { ...shape.shopId, description: "Left out: the shop of the bike." },
        damages: {
          type: "array",
          items: shape.object(
            { part: shape.part, count: { type: "integer", minimum: 1, maximum: 4, default: 1 } },
            ["part"],
          ),
          maxItems: 10,
          default: [],
        },
      },
      ["hire_id"],
      shape.hire,
    ],
  ),
  tool(
    "cancel",
    "hires:write",
    changing,
    ["Cancel a booking", "Cancels a hire that is booked. It still counts for the bookings of its day."],
    [{ hire_id: shape.hireId }, ["hire_id"], shape.hire],
  ),
  tool(
    "mark_lost",
    "hires:write",
    changing,
    ["Mark as lost", "Ends a hire whose bike does not come back."],
    [{ hire_id: shape.hireId }, ["hire_id"], shape.hire],
  ),
  tool(
    "get_invoice",
    "hires:read",
    reading,
    ["Get the invoice", "Sums up a hire that was returned or lost: price, damages, late fee and deposit."],
    [{ hire_id: shape.hireId }, ["hire_id"], shape.invoice],
  ),
];
