/** Proof: stories of nine people in a real browser. They end where they should, in no more steps than the design of the pages has. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictures, tooWide } from "../../impl/test/support/browser.ts";
import { club } from "./club.ts";
import { doctor } from "./doctor.ts";
import { festival } from "./festival.ts";
import { lab } from "./lab.ts";
import { landlord } from "./landlord.ts";
import { organiser } from "./organiser.ts";
import { darkened, enlarged, inGerman, narrowed } from "./page-checks.ts";
import { parish } from "./parish.ts";
import type { Person, Steps } from "./person.ts";
import { shop } from "./shop.ts";
import type { Story } from "./story.ts";
import { teacher } from "./teacher.ts";
import { World } from "./world.ts";

const people: Readonly<Record<string, readonly Story[]>> = {
  teacher,
  "sports club": club,
  shop,
  "doctor's practice": doctor,
  organiser,
  parish,
  laboratory: lab,
  landlord,
  festival,
};

interface Told extends Story {
  readonly who: string;
}

const stories: readonly Told[] = Object.entries(people).flatMap(([who, all]) =>
  all.map((story) => ({ ...story, who })),
);
const respondents = stories.filter(({ way }) => way === "as a respondent");

const readme = new URL("README.md", import.meta.url);
const text = readFileSync(readme, "utf8");
/** The rows of the table on the page of evidence. */
const rows = text.split("\n").filter((line) => / \d+ \|$/.test(line));
/** `UPDATE_GOLDENS=1` writes the table: read the difference before committing it. */
const updates = process.env.UPDATE_GOLDENS === "1";
const counted = new Map<string, string>();

function total({ pages, clicks, fields }: Steps): number {
  return pages + clicks + fields;
}

const nameOf = ({ who, way, what }: Told) => `| ${who} | ${way} | ${what} |`;

function rowOf(story: Told, steps: Steps): string {
  const { pages, clicks, fields } = steps;
  return `${nameOf(story)} ${[pages, clicks, fields, total(steps)].join(" | ")} |`;
}

/** The row of a story: as it was counted now, else as the page has it. */
function listed(story: Told): string | undefined {
  const name = nameOf(story);
  return (updates ? counted.get(name) : undefined) ?? rows.find((row) => row.startsWith(name));
}

const pictureOf = ({ who, what }: Told) => `story-${who}-${what}`.replaceAll(/\W+/g, "-").slice(0, 60);

/** Tells a story, and finds no page on its way that is wider than the smallest phone. */
async function tell(story: Told, picture: string, hasScripts: boolean): Promise<Person> {
  const wide: string[] = [];
  let pages = 0;
  const world = await World.start(async (page) => {
    pages += 1;
    wide.push(...(await narrowed(page, `${picture}-${pages}`)));
    if (pictures !== undefined && story.way !== "as a respondent")
      await inGerman(page, `${picture}-${pages}`);
  });
  const person = await story.tell(world, hasScripts);
  await person.page.waitForLoadState();
  expect(wide).toEqual([]);
  return person;
}

test.for(stories)("$who, $way: $what", async (story) => {
  const picture = pictureOf(story);
  const { page, steps } = await tell(story, picture, true);
  expect(await enlarged(page, picture)).toEqual([]);
  // Respondents' pages are in the languages of the form.
  const dark = story.way === "as a respondent" ? darkened : inGerman;
  expect(await dark(page, picture)).toEqual([]);
  expect(total(steps)).toBeLessThanOrEqual(story.most);
  counted.set(nameOf(story), rowOf(story, steps));
  expect(listed(story)).toBe(rowOf(story, steps));
});

test.for(respondents)("without scripts: $who, $what", async (story) => {
  const { page, steps } = await tell(story, `${pictureOf(story)}-plain`, false);
  expect(await tooWide(page)).toEqual([]);
  const clicks = steps.clicks - (story.hasCode ? 1 : 0);
  expect(listed(story)).toBe(rowOf(story, { ...steps, clicks }));
});

test("the page lists each story once", () => {
  const all = stories.map(listed);
  if (updates) writeFileSync(readme, text.replace(/(?<=\|---\|\n)[^<]*/, `${all.join("\n")}\n`));
  else expect(rows).toEqual(all);
});
