/** Proof: twelve forms from the page for a new form to the answer that their owner reads. The steps are those on the page beside. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { barriers, keepPicture, tooWide } from "../../../impl/test/support/browser.ts";
import { darkened, enlarged, inGerman, narrowed } from "../page-checks.ts";
import type { Steps } from "../person.ts";
import { World } from "../world.ts";
import { byPages } from "./by-pages.ts";
import { byText } from "./by-text.ts";
import { type Counted, tellWhole, type WholeStory } from "./whole-story.ts";

const stories: readonly WholeStory[] = [...byText, ...byPages];

const readme = new URL("README.md", import.meta.url);
const text = readFileSync(readme, "utf8");
const rows = text.split("\n").filter((line) => / \d+ \|$/.test(line));
/** `UPDATE_GOLDENS=1` writes the table: read the difference before committing it. */
const updates = process.env.UPDATE_GOLDENS === "1";
const counted = new Map<string, string>();

const nameOf = ({ who, form }: WholeStory) => `| ${who} | ${form} |`;

function write({ pages, clicks, fields }: Steps): string {
  return `${pages} + ${clicks} + ${fields} = ${pages + clicks + fields}`;
}

function rowOf(story: WholeStory, { made, answered, read }: Counted): string {
  const { pages, clicks, fields } = read;
  return `${nameOf(story)} ${write(made)} | ${write(answered)} | ${pages + clicks + fields} |`;
}

function listed(story: WholeStory): string | undefined {
  const name = nameOf(story);
  return (updates ? counted.get(name) : undefined) ?? rows.find((row) => row.startsWith(name));
}

const pictureOf = ({ who }: WholeStory) => `whole-${who.replaceAll(/\W+/g, "-")}`;

test.for(stories)("$who: $form", async (story) => {
  const wide: string[] = [];
  let pages = 0;
  const world = await World.start(async (page) => {
    pages += 1;
    wide.push(...(await narrowed(page, `${pictureOf(story)}-${pages}`)));
  });
  const { owner, guest, ...steps } = await tellWhole(story, world, true);
  expect(wide).toEqual([]);
  await keepPicture(guest.page, `${pictureOf(story)}-end`);
  expect(await barriers(guest.page)).toEqual([]);
  expect(await darkened(guest.page, `${pictureOf(story)}-end`)).toEqual([]);
  expect(await enlarged(owner.page, `${pictureOf(story)}-read`)).toEqual([]);
  expect(await inGerman(owner.page, `${pictureOf(story)}-read`)).toEqual([]);
  counted.set(nameOf(story), rowOf(story, steps));
  expect(listed(story)).toBe(rowOf(story, steps));
});

test.for(stories)("without scripts for the respondent: $who", async (story) => {
  const { guest } = await tellWhole(story, await World.start(async () => {}), false);
  expect(await tooWide(guest.page)).toEqual([]);
});

test("the page lists each story once", () => {
  const all = stories.map(listed);
  if (updates) writeFileSync(readme, text.replace(/(?<=\|---\|\n)[^<]*/, `${all.join("\n")}\n`));
  else expect(rows).toEqual(all);
});
