import { directories } from "../../impl/forms/directory/directories.ts";
import { findFormsByName } from "../../impl/forms/find.ts";
import { openSqlite } from "../../impl/platform/storage/sqlite/open.ts";
import { median, type Timing } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { numbers, seedForms } from "./seeded-forms.ts";
import { inFolder } from "./temporary-folder.ts";

const TITLES = 100_000;
const QUERIES = 300;

/** Makes a typical mistake in a title. */
type Mistake = (title: string, random: () => number) => string;

const mistakes: Readonly<Record<string, Mistake>> = {
  "one typo": (title, random) => {
    const at = 1 + Math.floor(random() * (title.length - 2));
    return title.slice(0, at) + title[at + 1] + title[at] + title.slice(at + 2);
  },
  "a missing word": (title, random) => {
    const words = title.split(" ");
    return words.toSpliced(Math.floor(random() * words.length), 1).join(" ");
  },
  "swapped words": (title, random) => {
    const words = title.split(" ");
    const at = Math.floor(random() * (words.length - 1));
    return words.toSpliced(at, 2, words[at + 1]!, words[at]!).join(" ");
  },
};

/** `service_find_form_by_name`, from the name to the rows of the database, in this process. */
export const bench: Bench = {
  title: `find_form_by_name among ${TITLES.toLocaleString("en")} accessible titles, ${QUERIES} names of each kind`,
  rows: () =>
    inFolder(async (folder) => {
      const storage = await openSqlite(folder);
      try {
        const { account, forms } = await seedForms(storage, TITLES);
        const index = directories(storage.db);
        const find = (name: string) => findFormsByName(storage.db, index, account.id, name);
        const began = performance.now();
        await find("warm");
        const reading = performance.now() - began;
        const random = numbers(7);
        const rows: Row[] = [];
        const timings: Timing[] = [];
        for (const [mistake, make] of Object.entries(mistakes)) {
          let right = 0;
          for (let query = 0; query < QUERIES; query += 1) {
            const { id, title } = forms[Math.floor(random() * forms.length)]!;
            const name = make(title, random);
            const [started, used] = [performance.now(), process.cpuUsage()];
            const [best] = await find(name);
            const { user, system } = process.cpuUsage(used);
            timings.push({ wall: performance.now() - started, cpu: (user + system) / 1_000 });
            if (best?.id === id) right += 1;
          }
          rows.push({
            what: `top-1 for ${mistake}`,
            value: right / QUERIES,
            unit: "of 1",
            bar: { atLeast: 0.99 },
          });
        }
        return [...latencies(timings, reading), ...rows];
      } finally {
        await storage.close();
      }
    }),
};

/** Wall time and processor time; on a busy machine processor time is more reliable. */
function latencies(timings: readonly Timing[], reading: number): Row[] {
  const row = (what: string, of: keyof Timing, note: string): Row => {
    const sorted = timings.map((one) => one[of]).toSorted((a, b) => a - b);
    const value = sorted[Math.floor(0.95 * sorted.length)]!;
    return {
      what,
      value,
      unit: "ms",
      bar: { atMost: 50 },
      note: `median ${median(sorted).toFixed(1)} ms${note}`,
    };
  };
  return [
    row("p95 by the clock", "wall", `; reading all titles once took ${Math.round(reading)} ms`),
    row("p95 of processor time", "cpu", ""),
  ];
}
