/** Proof: the summary of an owner with 1,000, 10,000 and 100,000 responses. It prints the times; none of them decides. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../../../generated/types.ts";
import type { Answers } from "../../../../forms/answers/answer.ts";
import { answeredForm } from "../../../../test/support/answered-form.ts";
import { ownerPages } from "../../../../test/support/owner.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
/** A summary looks at the latest ones. */
const MOST = 5_000;
const RUNS = 9;

const days = ["monday", "tuesday", "wednesday", "thursday", "friday"];

const structure: FormStructure = {
  title: { en: "After the course" },
  languages: ["en"],
  default_language: "en",
  pages: [
    {
      id: "page",
      fields: [
        { id: "name", type: "short_text", label: { en: "Name" } },
        { id: "stars", type: "rating", label: { en: "Stars" }, max: 5 },
        { id: "friends", type: "nps", label: { en: "Would you tell friends?" } },
        { id: "age", type: "number", label: { en: "Age" } },
        {
          id: "day",
          type: "single_choice",
          label: { en: "Day" },
          choices: days.map((id) => ({ id, label: { en: id } })),
        },
        { id: "start", type: "date", label: { en: "First day" } },
        { id: "more", type: "long_text", label: { en: "Anything else?" } },
      ],
    },
  ],
};

function answers(n: number): Answers {
  return {
    name: `Person ${n}`,
    stars: 1 + (n % 5),
    friends: n % 11,
    age: 18 + ((n * 7) % 60),
    day: days[n % days.length]!,
    start: `2026-0${1 + (n % 9)}-1${n % 10}`,
    more: `The ${n}th answer to a question that takes a sentence or two.`,
  };
}

interface Measured {
  readonly count: number;
  readonly pages: ReadonlyMap<string, { readonly cpu: number; readonly wall: number }>;
}

const PAGES = {
  "all answers": "",
  "one answer in five": `?${new URLSearchParams({ answers: "day:one_of:friday" })}`,
} as const;

async function measure(count: number): Promise<Measured> {
  const service = await ownerPages();
  const ada = await service.signIn();
  const { form, respondOften } = await answeredForm(service, structure);
  await respondOften(count, answers, new Date(service.now().getTime() - count * 1_000));
  const summary = `/forms/${form.id}/responses/summary`;
  const pages = new Map<string, { cpu: number; wall: number }>();
  for (const [name, query] of Object.entries(PAGES)) {
    const { html } = await ada.open(summary + query);
    if (name === "all answers")
      expect([...html.matchAll(/([\d,]+) responses<\/h2>/g)].map(([, shown]) => shown)).toEqual([
        Math.min(MOST, count).toLocaleString("en"),
      ]);
    const runs: { cpu: number; wall: number }[] = [];
    for (let run = 0; run < RUNS; run++) {
      const [began, used] = [performance.now(), process.threadCpuUsage()];
      await ada.open(summary + query);
      const { user, system } = process.threadCpuUsage(used);
      runs.push({ cpu: (user + system) / 1_000, wall: performance.now() - began });
    }
    const median = (of: "cpu" | "wall") => runs.map((run) => run[of]).toSorted((a, b) => a - b)[RUNS >> 1]!;
    pages.set(name, { cpu: median("cpu"), wall: median("wall") });
  }
  return { count, pages };
}

test("a summary of 100,000 responses is of the latest 5,000, and takes as long as one of 10,000", async () => {
  const all: Measured[] = [];
  for (const size of SIZES) all.push(await measure(size));
  for (const name of Object.keys(PAGES)) {
    const times = all.map(({ pages }) => pages.get(name)!);
    const shown = (of: "cpu" | "wall") => times.map((time) => Math.round(time[of])).join(" / ");
    const ratios = times.map(({ cpu }) => (cpu / times[0]!.cpu).toFixed(1)).join(" / ");
    console.log(`| ${name} | ${shown("cpu")} | ${ratios} | ${shown("wall")} |`);
  }
}, 600_000);
