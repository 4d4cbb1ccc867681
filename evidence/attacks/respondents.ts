/** Attacks on the disk, on mailboxes and on other users: by answering forms, and by publishing them. */
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { outbox } from "../../impl/platform/mail/outbox.ts";
import { type Entries, type Page, sendForm, visit } from "../../impl/test/support/visitor.ts";
import { callTool } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { bytesIn } from "./load.ts";
import { healthWork, type World } from "./world.ts";

/** Faster than this only programs fill in a form. */
const FILL_TIME_MS = 2_000;

function makeForm(fields: FormStructure["pages"][number]["fields"], title = "Contact"): FormStructure {
  return { title: { en: title }, default_language: "en", languages: ["en"], pages: [{ id: "p", fields }] };
}

const email = [{ id: "email", type: "email" as const, label: { en: "Email" }, required: true }];

const mailsIn = ({ folder }: World) =>
  outbox(
    folder,
    () => "",
    () => new Date(),
  ).list();

/** Opens pages of a form, waits as people do, and sends each of them with its entries. */
async function answer(world: World, form: string, all: readonly Entries[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const _ of all) pages.push(await visit(`${world.origin}/f/${form}`));
  await delay(FILL_TIME_MS);
  const sent: Page[] = [];
  for (const [at, page] of pages.entries()) sent.push(await sendForm(page, { ...all[at]!, go: "send" }));
  return sent;
}

const REFUSED_PAGES = 5;

export const storedPages: Attack = {
  name: "refused pages that fill the disk",
  async run(world) {
    const choices = [{ id: "one", label: { en: "One" } }];
    const fields = [
      { id: "pick", type: "multiple_choice" as const, label: { en: "Pick" }, choices },
      { id: "name", type: "short_text" as const, label: { en: "Name" }, required: true },
    ];
    const form = await world.publish(await world.mint("disk@example.org"), makeForm(fields));
    const before = await bytesIn(world.folder);
    const results: (readonly [string, boolean, unknown])[] = [];
    for (let n = 0; n < REFUSED_PAGES; n += 1) {
      const page = await visit(`${world.origin}/f/${form}`);
      const values = Array.from({ length: 300 }, () => "x".repeat(65_000));
      // 0: the server closed the connection before all was sent.
      const status = await sendForm(page, { "a.pick": values, "a.name": "", go: "send" }).then(
        (answered) => answered.status,
        () => 0,
      );
      results.push(["300 values of 65 kB for a choice", [0, 413, 422, 429].includes(status), status]);
    }
    const grown = (await bytesIn(world.folder)) - before;
    results.push(["nothing of them is stored", grown < 10_000_000, `${grown} bytes`]);
    return judgeResults(results, `${Math.round(grown / 1_000)} kB stored of ${REFUSED_PAGES} x 19.5 MB`);
  },
};

export const patterns: Attack = {
  name: "forms with expensive patterns",
  async run(world) {
    const token = await world.mint("patterns@example.org");
    const kinds: Readonly<Record<string, string>> = {
      "repetitions of repetitions": `(${"[a-z]{1,30}".repeat(40)}){1,9}`,
      "wide classes": "[\\p{L}\\p{N}\\p{M}\\p{S}]".repeat(18),
      "wide classes without case": `(?i)${"[^\\p{Lu}]".repeat(45)}`,
      "many alternatives": Array.from({ length: 100 }, (_, n) => `a${n}.*`)
        .join("|")
        .slice(0, 480),
    };
    const results: (readonly [string, boolean, unknown])[] = [];
    for (const [name, pattern] of Object.entries(kinds)) {
      const fields = Array.from({ length: 500 }, (_, n) => ({
        id: `f${n}`,
        type: "short_text" as const,
        label: { en: "F" },
        validation: { pattern },
      }));
      const work: number[] = [];
      let isRunning = true;
      const creating = callTool(world.endpoint, token, "service_create_form", {
        structure: makeForm(fields),
        publish: true,
      }).finally(() => (isRunning = false));
      while (isRunning) work.push(await healthWork(world));
      const { isError } = await creating;
      const most = Math.max(...work);
      results.push([`500 fields with ${name}`, isError === true && most < 10, { isError, most }]);
    }
    return judgeResults(results);
  },
};

const HOSTILE_TITLES = ["Pay at evil.example", "Your code is 000000", "<b>evil.example</b>"];

export const mails: Attack = {
  name: "mails to strangers",
  async run(world) {
    const token = await world.mint("mails@example.org");
    const results: (readonly [string, boolean, unknown])[] = [];
    for (const [n, title] of HOSTILE_TITLES.entries()) {
      const form = await world.publish(token, makeForm(email, title));
      await answer(world, form, [{ "a.email": `stranger${n}@example.net` }]);
      const own = (await mailsIn(world)).filter(({ to }) => to === `stranger${n}@example.net`);
      const texts = own.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`);
      const hidden = !texts.some((each) => /evil\.example|000000/.test(each));
      results.push([`the title ${title}`, own.length === 1 && hidden, texts]);
    }
    const form = await world.publish(token, makeForm(email));
    const [sent] = await answer(world, form, [{ "a.email": "first@example.net" }]);
    for (let n = 0; n < 40; n += 1)
      await sendForm(sent!, { address: `other${n}@example.net`, go: "address" });
    const others = (await mailsIn(world)).filter(({ to }) => to.startsWith("other"));
    results.push(["40 corrections of one address within its minute", others.length === 0, others.length]);
    await answer(
      world,
      form,
      Array.from({ length: 10 }, () => ({ "a.email": "victim@example.net" })),
    );
    const flooded = (await mailsIn(world)).filter(({ to }) => to === "victim@example.net");
    results.push(["10 responses with one address", flooded.length <= 6, flooded.length]);
    return judgeResults(results, `${others.length + flooded.length} mails of 50 attempts`);
  },
};

export const lockOuts: Attack = {
  name: "locking others out",
  async run(world) {
    const form = await world.publish(await world.mint("lock@example.org"), makeForm(email));
    const traps = Array.from({ length: 20 }, () => ({
      "a.email": "ada@example.net",
      remarks_2: "https://spam.example",
    }));
    await answer(world, form, traps);
    const mailsToAda = async () => (await mailsIn(world)).filter(({ to }) => to === "ada@example.net").length;
    const byTraps = await mailsToAda();
    await answer(world, form, [{ "a.email": "ada@example.net" }]);
    const own = (await mailsToAda()) - byTraps;
    const people = Array.from({ length: 12 }, (_, n) => ({ "a.email": `class${n}@example.net` }));
    const pages = await answer(world, form, people);
    const sent = await mailsIn(world);
    let confirmed = 0;
    for (const [at, page] of pages.entries()) {
      const { subject } = sent.find(({ to }) => to === people[at]!["a.email"]) ?? { subject: "" };
      const done = await sendForm(page, { code: /\d{6}/.exec(subject)?.[0] ?? "" });
      if (done.url.includes("/done/")) confirmed += 1;
    }
    return judgeResults([
      ["20 posts of a program with her address", byTraps === 0, byTraps],
      ["her own response gets its mail", own === 1, own],
      ["a class behind one address confirms", confirmed === people.length, confirmed],
    ]);
  },
};
