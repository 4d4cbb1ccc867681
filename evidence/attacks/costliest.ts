/** Searches for the structure that is accepted and costs most, with another seed at each run. */
import { Session } from "node:inspector/promises";
import { chance, drawSeed } from "../../.ci/draw.ts";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { checkAnswers } from "../../impl/forms/check-answers.ts";
import { structureProblems } from "../../impl/forms/structure/check.ts";
import { structureCost } from "../../impl/forms/structure/cost.ts";
import { translation } from "../../impl/texts/translate.ts";
import { formPage } from "../../impl/web/components/form.ts";
import { createLook } from "../../impl/web/components/look.ts";
import { findFirstPage, stepAt } from "../../impl/web/respondent/form/steps.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { cpuSeconds, type World } from "./world.ts";

const repeat = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at));

const LETTERS = ["a", "abcd", "abcdefghijklmnopqrstuvwxyz0123456789", "&<>'\"a", "a\n", "äöü漢字", "{{n}} "];

/** A text that is hard to escape, to compress or to fill in. */
function text(length: number): string {
  const letters = chance.pick(LETTERS);
  if (letters.includes("{{")) return letters.repeat(Math.ceil(length / letters.length));
  return `x${repeat(length, () => letters[chance.int(letters.length)]).join("")}x`;
}

/** From 1 to so much, as often below its root as above. */
const upTo = (most: number) => Math.floor(most ** (chance.int(1_001) / 1_000));

const choices = (most: number) => {
  const [count, length] = [Math.max(2, upTo(most)), upTo(300)];
  return repeat(count, (at) => ({ id: `c${at}`, label: { en: text(length) } }));
};

/** The field that conditions and calculations refer to: it is on the first page, or on the same one. */
const first: FormField[] = [
  { id: "n", type: "number", label: { en: "N" } },
  { id: "t", type: "short_text", label: { en: "T" } },
];

const TESTS = [
  { field: "t", op: "not_equals", value: "x" },
  { field: "t", op: "contains", value: "xyz" },
  { field: "t", op: "empty" },
  { field: "n", op: "gte", value: 3 },
  { field: "t", op: "not_in", value: repeat(100, (at) => `value ${at}`) },
];

function condition() {
  const tests = (most: number) => repeat(upTo(most), () => chance.pick(TESTS));
  const inner = repeat(upTo(50), () => ({ any: tests(50) }));
  return chance.pick([chance.pick(TESTS), { all: tests(50) }, { all: inner }]);
}

/** Makes fields of one kind, all alike but for their ids. */
function ingredient(): (at: number) => FormField {
  const label = { en: text(upTo(1_000)) };
  const kinds: object[] = [
    ...["short_text", "email", "phone", "date", "file_upload", "nps", "yes_no", "signature"].map((type) => ({
      type,
      label,
    })),
    { type: "statement", label, description: { en: text(upTo(1_900)) } },
    { type: "rating", label, max: 10 },
    { type: "scale", label, min: 0, max: 20 },
    { type: "matrix", label, rows: choices(50), columns: choices(20) },
    ...["single_choice", "multiple_choice", "dropdown", "ranking"].map((type) => ({
      type,
      label,
      choices: choices(300),
      shuffle: chance.int(2) === 0,
    })),
    ...repeat(6, () => ({ type: "short_text", label, visible_if: condition() })),
  ];
  const kind = chance.pick(kinds);
  return (at) => ({ id: `f${at}`, ...kind }) as FormField;
}

const TERMS = [
  "+n",
  "+1",
  "+round(n)",
  "+round(1/3,2)",
  "+if(n=1 or n=2,1,2)",
  "+min(n,3)",
  "*(n+1)",
  "+if(contains(t,'a'),1,2)",
];

/** A function of a size that grows with what it is given, so that the bound can be met from below. */
function draw(): (size: number) => FormStructure {
  const [makers, isLive, isSplit] = [
    repeat(1 + chance.int(3), ingredient),
    chance.int(2) === 0,
    chance.int(2) === 0,
  ];
  const [term, formulas] = [chance.pick(TERMS), chance.int(3) === 0 ? upTo(50) : 0];
  return (size) => {
    const fields = repeat(Math.min(480, Math.ceil(size)), (at) => makers[at % makers.length]!(at));
    const shown: FormField[] = isLive ? [{ id: "s", type: "statement", label: { en: "{{k0}} {{t}}" } }] : [];
    const pages = isSplit ? [first, [...shown, ...fields]] : [[...first, ...shown, ...fields]];
    const terms = Math.min(Math.ceil(size), Math.floor(4_900 / term.length));
    return {
      title: { en: "Costs" },
      default_language: "en",
      languages: ["en"],
      pages: pages.map((of, at) => ({ id: `p${at}`, fields: of })),
      ...(formulas > 0 && {
        calculations: repeat(formulas, (at) => ({ id: `k${at}`, formula: `n${term.repeat(terms)}` })),
      }),
    } as FormStructure;
  };
}

/** The largest of its kind that is accepted; undefined: not even the smallest is. */
function largestAccepted(make: (size: number) => FormStructure): FormStructure | undefined {
  let [low, high] = [0, 5_000];
  while (high - low > Math.max(1, low / 50)) {
    const size = Math.ceil((low + high) / 2);
    if (structureProblems(make(size)).length === 0) low = size;
    else high = size;
  }
  return low === 0 ? undefined : make(low);
}

const plain: FormStructure = {
  title: { en: "Plain" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: repeat(500, (at) => ({
        id: `q${at}`,
        type: "short_text",
        label: { en: `Question ${at}` },
      })) as never,
    },
  ],
};

/** Draws a page as a visit does. Returns its HTML. */
function visit(structure: FormStructure, pageId: string | undefined): string {
  const t = translation("en", "en");
  const [now, addressIn] = [new Date(0), () => "/f"];
  const checked = checkAnswers(structure, {}, {}, now);
  const view = formPage({
    t,
    structure,
    checked,
    now,
    addressIn,
    rawAnswers: {},
    uploads: {},
    places: new Map(),
    images: new Map(),
    messages: new Map(),
    keepsAnswers: true,
    isCounted: true,
    notice: undefined,
    ticket: "ticket",
    action: "/f",
    embedded: false,
    seed: "seed",
    step: stepAt(structure, pageId ?? findFirstPage(structure, checked), checked),
    look: createLook({ t, structure, images: new Map() }),
  });
  return `${view.main}${[...(view.fields ?? [])].join("")}`;
}

/** The addresses of the modules of the service, and of those that its tests import. */
const service = new URL("../../impl/", import.meta.url).href;
const tests = new URL("test/", service).href;

/** Counts the work of a visit: function calls of the service and its templates, and bytes of HTML. */
async function countWork(
  structure: FormStructure,
): Promise<{ readonly calls: number; readonly bytes: number }> {
  const page = structure.pages[structureCost(structure).page]?.id;
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const bytes = Buffer.byteLength(visit(structure, page));
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const own = result.filter(({ url }) => url.startsWith(service) && !url.startsWith(tests));
  const counts = own.flatMap(({ functions }) =>
    functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)),
  );
  return { calls: counts.reduce((sum, count) => sum + count, 0), bytes };
}

const TRIES = 40;
/** The number of most expensive forms whose pages the service shows. */
const SHOWN = 4;
const VISITS = 20;
/** Times the calls of 500 plain questions, and their bytes, which are cheap where they repeat, as in tables. */
const MOST_CALLS = 4;
const MOST_BYTES = 12;

/** Seconds of processor time of visits, with the compression that browsers ask for. */
async function visitSeconds(world: World, structure: FormStructure): Promise<number> {
  const form = await world.publish(await world.mint("costs@example.org"), structure);
  const show = async () => {
    const response = await fetch(`${world.origin}/f/${form}`);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A visit gives ${response.status}`);
  };
  await show();
  const before = await cpuSeconds(world);
  for (let at = 0; at < VISITS; at += 1) await show();
  return (await cpuSeconds(world)) - before;
}

/** Such as `email + matrix, 30 fields, 5 formulas`. */
function describe({ pages, calculations = [] }: FormStructure): string {
  const fields = pages.flatMap((page) => page.fields);
  const kinds = [...new Set(fields.slice(first.length).map(({ type }) => type))];
  return `${kinds.join(" + ")}, ${fields.length} fields, ${calculations.length} formulas`;
}

/** Judged by calls and bytes, which are counted; processor time is only printed. */
export const costliest: Attack = {
  name: "the costliest structures that are accepted",
  async run(world) {
    const base = await countWork(plain);
    const found: { structure: FormStructure; calls: number; bytes: number }[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      const structure = largestAccepted(draw());
      if (structure === undefined) continue;
      const { calls, bytes } = await countWork(structure);
      found.push({ structure, calls: calls / base.calls, bytes: bytes / base.bytes });
    }
    found.sort((one, other) => other.calls + other.bytes / 2 - one.calls - one.bytes / 2);
    const plainSeconds = await visitSeconds(world, plain);
    const costs: [ratio: number, structure: FormStructure][] = [];
    for (const { structure } of found.slice(0, SHOWN))
      costs.push([(await visitSeconds(world, structure)) / plainSeconds, structure]);
    const [worst, most] = costs.reduce((one, other) => (other[0] > one[0] ? other : one));
    const calls = Math.max(...found.map((one) => one.calls)).toFixed(1);
    return judgeResults(
      found.map(({ structure, calls, bytes }) => [
        describe(structure),
        calls <= MOST_CALLS && bytes <= MOST_BYTES,
        { calls, bytes, structure },
      ]),
      `seed ${drawSeed}: up to ${calls} times the calls of 500 plain questions; ${worst.toFixed(1)} times their processor time (${describe(most)})`,
    );
  },
};
