/** Tools about models, bikes and their maintenance. */
import * as shape from "./shapes.ts";
import { adding, changing, reading, type Tool, tool } from "./tool.ts";

export const fleetTools: readonly Tool[] = [
  tool(
    "get_company",
    "fleet:read",
    reading,
    ["Get the company", "Shops, prices of damages, and the bookings that are left today."],
    [{}, [], shape.company],
  ),
  tool(
    "add_model",
    "fleet:write",
    adding,
    ["Add a model", "Adds a model with its prices."],
    [
      {
        name: shape.text(80),
        kind: shape.kind,
        day_cents: shape.dayCents,
        deposit_cents: shape.depositCents,
        replacement_cents: { ...shape.replacementCents, default: 60_000 },
        features: { type: "array", items: shape.text(40), maxItems: 8, default: [] },
      },
      ["name", "kind", "day_cents", "deposit_cents"],
      shape.model,
    ],
  ),
  tool(
    "update_model",
    "fleet:write",
    changing,
    ["Update a model", "Changes name or prices. Quotes and hires keep their price."],
    [
      {
        model_id: shape.modelId,
        revision: shape.seenRevision,
        name: shape.text(80),
        day_cents: shape.dayCents,
        deposit_cents: shape.depositCents,
      },
      ["model_id", "revision"],
      shape.model,
    ],
  ),
  tool(
    "list_models",
    "fleet:read",
    reading,
    ["List models", "Lists models by name."],
    [
      { words: shape.text(80, "Part of the name."), kind: shape.kind, ...shape.pageArguments },
      [],
      shape.pageOf("models", shape.model),
    ],
  ),
  tool(
    "add_bike",
    "fleet:write",
    adding,
    ["Add a bike", "Adds a bike of a model at a shop."],
    [
      {
        model_id: shape.modelId,
        shop_id: shape.shopId,
        frame_number: shape.frameNumber,
        size: shape.size,
      },
      ["model_id", "shop_id", "frame_number"],
      shape.bike,
    ],
  ),
  tool(
    "get_bike",
    "fleet:read",
    reading,
    ["Get a bike", "Shows a bike, and where it is."],
    [{ bike_id: shape.bikeId }, ["bike_id"], shape.bike],
  ),
  tool(
    "list_bikes",
    "fleet:read",
    reading,
    ["List bikes", "Lists bikes by their number."],
    [
      {
        model_id: shape.modelId,
        shop_id: shape.shopId,
        status: shape.bikeStatus,
        ...shape.pageArguments,
      },
      [],
      shape.pageOf("bikes", shape.bike),
    ],
  ),
  tool(
    "move_bike",
    "fleet:write",
    changing,
    ["Move a bike", "Moves a bike to another shop. A bike that is out is returned there instead."],
    [{ bike_id: shape.bikeId, shop_id: shape.shopId }, ["bike_id", "shop_id"], shape.bike],
  ),
  tool(
    "retire_bike",
    "fleet:write",
    changing,
    ["Retire a bike", "Takes a bike out of the fleet for good. Not while it is booked or out."],
    [{ bike_id: shape.bikeId }, ["bike_id"], shape.bike],
  ),
  tool(
    "list_free_bikes",
    "fleet:read",
    reading,
    ["List free bikes", "Lists bikes that can be hired from starts_at to ends_at: 4 hours to 60 days."],
    [
      {
        starts_at: shape.instant("Start of the hire."),
        ends_at: shape.instant("End of the hire."),
        shop_id: shape.shopId,
        kind: shape.kind,
        ...shape.pageArguments,
      },
      ["starts_at", "ends_at"],
      shape.pageOf("bikes", shape.freeBike),
    ],
  ),
  tool(
    "plan_maintenance",
    "fleet:write",
    adding,
    ["Plan maintenance", "Plans maintenance from one day until another (UTC). The bike can't be hired then."],
    [
      {
        bike_id: shape.bikeId,
        from: shape.day("First day."),
        until: shape.day("Last day."),
        work: {
          type: "array",
          description: "What to do.",
          items: shape.text(100),
          minItems: 1,
          maxItems: 10,
        },
        note: shape.text(500),
      },
      ["bike_id", "from", "until", "work"],
      shape.maintenance,
    ],
  ),
  tool(
    "list_maintenance",
    "fleet:read",
    reading,
    ["List maintenance", "Lists the maintenance of a bike by its first day."],
    [
      { bike_id: shape.bikeId, status: shape.maintenanceStatus, ...shape.pageArguments },
      ["bike_id"],
      shape.pageOf("maintenance", shape.maintenance),
    ],
  ),
  tool(
    "cancel_maintenance",
    "fleet:write",
    changing,
    ["Cancel maintenance", "Cancels planned maintenance. The bike can be hired again."],
    [{ maintenance_id: shape.maintenanceId }, ["maintenance_id"], shape.maintenance],
  ),
];
