/** The medicines of a pharmacy and their batches. */
import { isBroken } from "./breaks.ts";
import { timestamp, today } from "./clock.ts";
import { type Batch, inPackages, type Line, type Medicine, nextId } from "./records.ts";
import { notFound, Refusal } from "./refusal.ts";

type NewMedicine = Omit<Medicine, "medicine_id" | "status" | "version">;

interface Change {
  readonly expected_version?: number;
  readonly name?: string;
  readonly package_price_cents?: number;
  readonly min_tablets?: number;
}

export class Stock {
  readonly medicines = new Map<string, Medicine>();
  readonly batches = new Map<string, Batch>();

  addMedicine(input: NewMedicine): Medicine {
    const medicine_id = nextId("M", 1001);
    const medicine: Medicine = { medicine_id, ...input, status: "listed", version: 1 };
    this.medicines.set(medicine_id, medicine);
    return medicine;
  }

  medicine(id: string): Medicine {
    const medicine = this.medicines.get(id);
    if (medicine === undefined) throw notFound("medicine", id);
    return medicine;
  }

  listedMedicine(id: string): Medicine {
    const medicine = this.medicine(id);
    if (medicine.status === "delisted")
      throw new Refusal("medicine_delisted", `${medicine.name} is not sold here any more.`);
    return medicine;
  }

  updateMedicine(id: string, { expected_version, ...change }: Change): Medicine {
    const medicine = this.listedMedicine(id);
    if (expected_version !== undefined && expected_version !== medicine.version)
      throw new Refusal("stale_version", `${id} has version ${medicine.version}. Read it again.`);
    const isChanged = Object.entries(change).some(([key, value]) => medicine[key as "name"] !== value);
    Object.assign(medicine, change);
    if (isChanged) medicine.version += 1;
    return medicine;
  }

  delist(id: string): Medicine {
    const medicine = this.listedMedicine(id);
    medicine.status = "delisted";
    medicine.version += 1;
    return medicine;
  }

  receive(input: Pick<Batch, "medicine_id" | "lot" | "expires_on"> & { packages: number }): Batch {
    const { package_size } = this.listedMedicine(input.medicine_id);
    if (input.expires_on < today())
      throw new Refusal("already_expired", `The batch has expired on ${input.expires_on}.`);
    const { packages, ...rest } = input;
    const batch_id = nextId("B", 2001);
    const batch: Batch = {
      batch_id,
      ...rest,
      received_at: timestamp(),
      package_size,
      tablets: packages * package_size,
      status: "usable",
    };
    this.batches.set(batch_id, batch);
    return batch;
  }

  batch(id: string): Batch {
    const batch = this.batches.get(id);
    if (batch === undefined) throw notFound("batch", id);
    return batch;
  }

  usableBatches(medicineId: string): Batch[] {
    return [...this.batches.values()].filter(
      (batch) => batch.medicine_id === medicineId && statusOf(batch) === "usable",
    );
  }

  tabletsInStock(medicineId: string): number {
    const batches = isBroken("expired-in-stock")
      ? [...this.batches.values()].filter(
          ({ medicine_id, status }) => medicine_id === medicineId && status === "usable",
        )
      : this.usableBatches(medicineId);
    return batches.reduce((sum, { tablets }) => sum + tablets, 0);
  }

  /** Takes tablets from the batch that expires first; of two with one day, from the one that came first. */
  take(medicineId: string, wanted: number): Line[] {
    const batches = this.usableBatches(medicineId).filter(({ tablets }) => tablets > 0);
    const available = batches.reduce((sum, { tablets }) => sum + tablets, 0);
    if (available < wanted)
      throw new Refusal("not_enough_stock", `${available} tablets are in stock, ${wanted} are wanted.`);
    if (!isBroken("first-in-first-out"))
      batches.sort((one, other) => compare(one.expires_on, other.expires_on));
    const lines: Line[] = [];
    let missing = wanted;
    for (const batch of batches) {
      if (missing === 0) break;
      const tablets = Math.min(batch.tablets, missing);
      batch.tablets -= tablets;
      missing -= tablets;
      lines.push({ batch_id: batch.batch_id, expires_on: batch.expires_on, tablets });
    }
    return lines;
  }

  putBack(lines: readonly Line[]): void {
    for (const { batch_id, tablets } of lines) {
      const batch = this.batch(isBroken("back-to-first-batch") ? lines[0]!.batch_id : batch_id);
      // What was written off in the meantime is destroyed as well.
      if (batch.status !== "written_off") batch.tablets += tablets;
    }
  }

  recall(id: string): Batch {
    const batch = this.batch(id);
    if (batch.status !== "usable")
      throw new Refusal("wrong_state", `The batch ${id} is ${statusOf(batch)} already.`);
    batch.status = "recalled";
    return batch;
  }

  writeOff(id: string): { batch: Batch; destroyed: number } {
    const batch = this.batch(id);
    if (batch.status === "written_off")
      throw new Refusal("wrong_state", `The batch ${id} was written off before.`);
    const destroyed = batch.tablets;
    batch.status = "written_off";
    batch.tablets = 0;
    return { batch, destroyed };
  }

  showMedicine(medicine: Medicine): object {
    return { ...medicine, tablets_in_stock: this.tabletsInStock(medicine.medicine_id) };
  }

  alerts(): object[] {
    return [...this.medicines.values()]
      .filter(({ status }) => status === "listed")
      .map(({ medicine_id, name, min_tablets }) => ({
        medicine_id,
        name,
        tablets_in_stock: this.tabletsInStock(medicine_id),
        min_tablets,
      }))
      .filter(({ tablets_in_stock, min_tablets }) =>
        isBroken("no-alert-at-level") ? tablets_in_stock < min_tablets : tablets_in_stock <= min_tablets,
      );
  }
}

export function statusOf({ status, expires_on }: Batch): string {
  return status === "usable" && today() > expires_on ? "expired" : status;
}

export function showBatch(batch: Batch): object {
  return {
    ...batch,
    ...inPackages(batch.tablets, batch.package_size),
    status: statusOf(batch),
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
