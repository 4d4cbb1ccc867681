/** Responses that strangers send and never confirm: bounded with their files by form, by network and in all. */
import { describe, expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { inputs } from "../forms/fields/parts/inputs.ts";
import { UNCONFIRMED_RESPONSES } from "../platform/config/uploads.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { filledIn, type Page, sendForm, toPage, visit } from "../test/support/visitor.ts";
import { removeExpired } from "./retention/remove-expired.ts";

const DAY_MS = 86_400_000;
const NETWORK = "203.0.113.1";

const letter: FormStructure = {
  title: { en: "Letter" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: [
        { id: "email", type: "email", label: { en: "Email" }, required: true },
        { id: "text", type: "long_text", label: { en: "Text" } },
        ...Array.from({ length: 8 }, (_, at) => ({
          id: `t${at}`,
          type: "long_text" as const,
          label: { en: "Text" },
        })),
        { id: "file", type: "file_upload", label: { en: "File" } },
      ],
    },
  ],
};

/** 80 kB of answers. */
const long = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`a.t${at}`, "x".repeat(10_000)]));
const file = new File([`%PDF-1.7 ${"x".repeat(100_000)}`], "a.pdf");

async function open(environment: Readonly<Record<string, string>> = {}) {
  const forms = await publicForms({
    environment: { RESERVE_MB: "1", TRUST_PROXY: "127.0.0.1", ...environment },
  });
  const { storage } = forms;

  /** Fills in the form and sends it, as people do who take longer than a program. */
  async function send(address: string, entries: Readonly<Record<string, string | File>>, network = NETWORK) {
    const page = await visit(address);
    forms.later(5_000);
    const { address: to, body } = filledIn(page, { "a.email": "ada@example.org", ...entries, go: "send" }, 0);
    const headers = { Origin: to.origin, "X-Forwarded-For": network };
    return toPage(await fetch(to, { method: "POST", body, headers }));
  }

  /** Pretends that others have sent this much. */
  async function use(id: string, bytes: number): Promise<void> {
    await storage.db.deleteFrom("unconfirmed_usage").where("id", "=", id).execute();
    await storage.db.insertInto("unconfirmed_usage").values({ id, bytes }).execute();
  }

  /** The bytes that are counted by form, by network and in all. */
  async function counted() {
    const rows = await storage.db.selectFrom("unconfirmed_usage").selectAll().execute();
    return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]));
  }

  async function networks(): Promise<unknown[]> {
    const rows = await storage.db.selectFrom("unconfirmed_responses").select("network").execute();
    return rows.map(({ network }) => network);
  }

  return { ...forms, send, use, counted, networks };
}

const idIn = (address: string) => new URL(address).pathname.split("/")[2]!;
const isSent = ({ url }: Page) => url.includes("/sent/");

describe.each(["form", "network", "all"] as const)("the bound of a %s", (bound) => {
  test("rejects a response beyond the limit, keeps it on the page and stores nothing", async () => {
    const forms = await open();
    const address = await forms.publish(letter);
    const ids = { form: idIn(address), network: NETWORK, all: "" };
    await forms.use(ids[bound], UNCONFIRMED_RESPONSES[bound] - 50_000);
    const refused = await forms.send(address, long);
    expect([refused.status, refused.html.includes("x".repeat(10_000))]).toEqual([429, true]);
    expect(refused.html).toContain("Please wait 60 minutes");
    const withFile = await forms.send(address, { "a.file": file });
    expect(withFile.status).toBe(429);
    expect(await forms.responses()).toEqual([]);
    expect(isSent(await forms.send(address, { "a.text": "short" }))).toBe(true);
    expect(await forms.responses()).toHaveLength(1);
  });
});

test("other networks can send while one has reached its limit", async () => {
  const forms = await open();
  const address = await forms.publish(letter);
  await forms.use(NETWORK, UNCONFIRMED_RESPONSES.network);
  expect((await forms.send(address, {})).status).toBe(429);
  expect(isSent(await forms.send(address, {}, "198.51.100.1"))).toBe(true);
});

test("a response counts with its files until its address is confirmed", async () => {
  const forms = await open();
  const address = await forms.publish(letter);
  const page = await forms.send(address, { ...long, "a.file": file });
  const [{ answers } = { answers: "" }] = await forms.responses();
  const bytes = 500 + Buffer.byteLength(answers) + file.size;
  expect(bytes).toBeGreaterThan(180_000);
  expect(await forms.counted()).toEqual(
    new Map([
      ["", bytes],
      [idIn(address), bytes],
      [NETWORK, bytes],
    ]),
  );
  expect(await forms.networks()).toEqual([NETWORK]);
  const { code } = await forms.mail();
  const { address: to, body } = filledIn(page, { code }, 0);
  await fetch(to, { method: "POST", body, headers: { Origin: to.origin } });
  expect((await forms.responses()).map(({ status }) => status)).toEqual(["verified"]);
  expect(await forms.counted()).toEqual(new Map([["", 0]]));
  expect(await forms.networks()).toEqual([]);
});

test("an unconfirmed response counts for a week, also one from a program", async () => {
  const forms = await open();
  const address = await forms.publish(letter);
  await forms.send(address, { "a.file": file });
  await forms.send(address, { [inputs.trap]: "https://spam.example", "a.file": file }, "198.51.100.1");
  expect((await forms.counted()).get("")).toBeGreaterThan(200_000);
  const clean = () => removeExpired({ storage: forms.storage, files: forms.files, clock: forms.now });
  forms.later(6 * DAY_MS);
  await clean();
  expect((await forms.counted()).get("")).toBeGreaterThan(200_000);
  forms.later(1 * DAY_MS);
  await clean();
  expect([await forms.responses(), await forms.networks()]).toEqual([[], []]);
  expect(await forms.counted()).toEqual(new Map([["", 0]]));
});

test("keeps a reserve of the disk: rejects long answers (507), also across ordinary pages, but not short ones", async () => {
  const forms = await open({ RESERVE_MB: "999999999" });
  const [page] = letter.pages;
  const second = page!.fields
    .filter(({ id }) => id !== "email")
    .map((field) => ({ ...field, id: `q${field.id}` }));
  const address = await forms.publish({ ...letter, pages: [...letter.pages, { id: "q", fields: second }] });
  expect((await forms.send(address, long)).status).toBe(507);
  const half = Object.fromEntries(Object.entries(long).slice(0, 4));
  const next = await forms.send(address, half);
  expect(next.status).toBe(200);
  const others = Object.fromEntries(
    Object.entries(half).map(([name, text]) => [name.replace("a.", "a.q"), text]),
  );
  expect((await sendForm(next, { ...others, go: "send" })).status).toBe(507);
  expect(await forms.responses()).toEqual([]);
  expect(isSent(await sendForm(next, { "a.qtext": "short", go: "send" }))).toBe(true);
});
