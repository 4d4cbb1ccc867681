/** Racks in the freezers. */
import { breaks } from "./breaks.ts";
import { find, listOf, nextId, type Rack, racks, samples } from "./records.ts";
import { Refusal } from "./refusal.ts";

const show = ({ id, name, temperature, capacity, used }: Rack) => ({
  id,
  name,
  temperature,
  capacity,
  used,
  free: Math.max(0, capacity - used),
});

export function addRack(
  lab: string,
  { name, temperature, capacity }: Pick<Rack, "name" | "temperature" | "capacity">,
) {
  const rack: Rack = {
    id: nextId(),
    lab,
    name: name.trim(),
    temperature,
    capacity,
    used: 0,
    isRetired: false,
  };
  racks.set(rack.id, rack);
  return { rack: show(rack) };
}

export function findRack(lab: string, id: number): Rack {
  const rack = find(racks, "rack", id, lab);
  if (rack.isRetired) throw new Refusal("not_found", `There is no rack ${id}.`);
  return rack;
}

/** Refuses what would come into a rack that has no place left. */
export function requirePlace({ used, capacity }: Rack): void {
  const most = breaks("one-more-in-a-rack") ? capacity + 1 : capacity;
  if (used >= most) throw new Refusal("rack_full", "Every place of the rack is taken.");
}

export function listRacks(
  lab: string,
  { temperature, min_free = 0 }: { readonly temperature?: number; readonly min_free?: number },
) {
  const least = breaks("no-free-is-one") ? min_free || 1 : min_free;
  const own = listOf(racks, lab)
    .filter(({ isRetired }) => !isRetired)
    .filter((rack) => temperature === undefined || rack.temperature === temperature)
    .filter(
      ({ capacity, used }) =>
        capacity - used >= least || (breaks("either-filter") && temperature !== undefined),
    );
  return { racks: own.map(show) };
}

export function retireRack(lab: string, { rack_id }: { readonly rack_id: number }) {
  const rack = findRack(lab, rack_id);
  const inside = listOf(samples, lab).filter((sample) => sample.rack_id === rack_id);
  const held = inside.filter(({ status }) =>
    breaks("out-rack-retires") ? status === "stored" : status !== "discarded",
  );
  if (held.length > 0 && !breaks("rack-with-samples-retires"))
    throw new Refusal("rack_not_empty", `The rack has ${held.length} samples.`);
  rack.isRetired = true;
  return { rack_id, retired: true };
}
