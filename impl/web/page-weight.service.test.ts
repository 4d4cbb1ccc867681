import { readFile } from "node:fs/promises";
import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { FormStructure } from "../../generated/types.ts";
import { orderForm } from "../test/support/order-form.ts";
import { publicForms } from "../test/support/public-forms.ts";
import { publicLessons } from "../test/support/public-lessons.ts";
import { everyField, summerSchool } from "../test/support/sample-forms.ts";
import { waterLesson } from "../test/support/water-lesson.ts";
import { loadAssets } from "./assets.ts";
import { FORM_PARTS, type FormPart } from "./components/layout.ts";

/** An answer as received. */
interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly text: string;
}

function fetchAs(url: string, encodings: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "Accept-Encoding": encodings } }, (message) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => {
        const body = Buffer.concat(chunks);
        const { headers, statusCode: status } = message;
        resolve({ status, headers, bytes: body.length, text: unpack(body, headers["content-encoding"]) });
      });
    }).on("error", reject);
  });
}

function unpack(body: Buffer, encoding: string | undefined): string {
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "deflate") return inflateSync(body).toString();
  return (encoding === "gzip" ? gunzipSync(body) : body).toString();
}

const BROWSER = "gzip, deflate, br, zstd";

/** Loads the first page of a form with all files that it names, except the icon of the tab. */
async function loadPage(url: string): Promise<Map<string, Sent>> {
  const page = await fetchAs(url, BROWSER);
  const files = new Map([["document", page]]);
  for (const [, path] of page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+(?:css|js))"/g))
    files.set(path!, await fetchAs(new URL(path!, url).href, BROWSER));
  return files;
}

/** Removes the hash: `/assets/form-3F9A1C02.js` becomes `form.js`. */
function removeHash(path: string): string {
  return path.replace(/^.*\/([\w-]+)-[0-9A-Z]{8}\./, "$1.");
}

/**
 * Budgets in bytes for all bodies together. A TCP connection begins with 10 segments of 1,460 bytes (RFC 6928). A form should fit
 * into them; a page with every type of field at least without its script. Tickets differ between visits, so figures vary by a few
 * bytes; the budgets leave room for little more.
 */
const budgets: [name: string, form: FormStructure, scripts: readonly string[], bytes: number][] = [
  ["the first page of a form", summerSchool, ["form_uploads.js"], 11_970],
  ["a form that counts", { ...orderForm, pages: orderForm.pages.slice(1) }, ["form_mentions.js"], 12_160],
  ["every type of field on one page", everyField, ["form_ranking_signature_uploads.js"], 15_990],
];

test.for(budgets)("%s is within its size budget", async ([_, form, scripts, bytes]) => {
  const forms = await publicForms();
  const files = await loadPage(await forms.publish(form));
  expectLight(files, ["page.css", ...scripts], bytes);
});

test("a form with one question at a time and mentions is within its size budget", async () => {
  const forms = await publicForms();
  const form: FormStructure = { ...orderForm, settings: { ...orderForm.settings, display: "one_question" } };
  const files = await loadPage(await forms.publish(form));
  expectLight(files, ["page.css", "look.css", "form_mentions_questions.js"], 14_850);
});

/** The parts that a form may need beside the first one. */
const EXTRA = FORM_PARTS.filter((part) => part !== "form");
const MOST = 8_000;
const ON_DEMAND = /\bimport\("([^"]+)"\)/g;

/** The size of the script of each set of parts, by its parts, as browsers get it. */
async function measureScripts(): Promise<ReadonlyMap<string, number>> {
  const { publicUrl } = await publicForms();
  const { formScript } = await loadAssets();
  const sizes = new Map<string, number>();
  for (let set = 0; set < 2 ** EXTRA.length; set += 1) {
    const parts = EXTRA.filter((_, at) => set & (2 ** at));
    const { bytes, text } = await fetchAs(publicUrl + formScript(["form", ...parts]), BROWSER);
    expect(withoutOnDemand(text)).not.toMatch(/\bimport\b/);
    sizes.set(parts.join(" "), bytes);
  }
  return sizes;
}

test("the script of a form has at most 8.0 kB, whichever of the six rare parts it has", async () => {
  const sizes = await measureScripts();
  expect(sizes.size).toBe(64);
  expect([...sizes].filter(([, bytes]) => bytes > MOST)).toEqual([]);
  expect(sizes.get("")).toBeLessThanOrEqual(4_970);
});

/** The scripts that a form loads at an act of the respondent, with the part that loads each, and its budget in bytes. */
const onDemand: [name: string, part: FormPart, bytes: number][] = [
  ["mention-texts", "mentions", 1_640],
  ["upload-file", "uploads", 950],
  ["drawing-pad", "signature", 700],
  ["drag-items", "ranking", 550],
  ["typed-numbers", "form", 1_080],
];

test.for(onDemand)(
  "the script %s, which an act loads, is within its size budget",
  async ([name, part, most]) => {
    const { publicUrl } = await publicForms();
    const { formScript } = await loadAssets();
    const address = publicUrl + formScript([...new Set<FormPart>(["form", part])]);
    const imports = listImports((await fetchAs(address, BROWSER)).text);
    const imported = imports.find((path) => path.includes(name)) ?? "";
    expect(imported).toMatch(new RegExp(`^\\./${name}-[0-9A-F]{8}\\.js$`));
    const { status, headers, bytes, text } = await fetchAs(new URL(imported, address).href, BROWSER);
    expect({ status, kept: headers["cache-control"] }).toEqual({
      status: 200,
      kept: "public, max-age=31536000, immutable",
    });
    expect(text).not.toMatch(/\bimport\b/);
    expect(bytes).toBeLessThanOrEqual(most);
  },
);

test("the parts of a form load no other scripts at an act", async () => {
  const { publicUrl } = await publicForms();
  const { formScript } = await loadAssets();
  const { text } = await fetchAs(publicUrl + formScript(FORM_PARTS), BROWSER);
  const names = listImports(text).map((path) => removeHash(path).replace(".js", ""));
  expect(names.toSorted()).toEqual(onDemand.map(([name]) => name).toSorted());
});

/** Lists the scripts that a script imports at an act. */
function listImports(text: string): string[] {
  return [...text.matchAll(ON_DEMAND)].map(([, path]) => path!);
}

/** Removes the imports that wait for an act, so the others can be seen. */
const withoutOnDemand = (text: string) => text.replaceAll(ON_DEMAND, "");

test("a form of all kinds with one question at a time loads one script, which has its parts alone", async () => {
  const forms = await publicForms();
  const wide = { id: "walk", type: "scale", label: { en: "Walk" }, min: 0, max: 100 } as const;
  const every = everyField.pages.map((page) => ({ ...page, id: `every_${page.id}` }));
  const pages = [
    ...orderForm.pages,
    ...every.map((page) => ({ ...page, fields: [...page.fields, wide] })).slice(0, 1),
  ];
  const settings = { ...orderForm.settings, display: "one_question" } as const;
  const files = await loadPage(await forms.publish({ ...orderForm, pages, settings }));
  const scripts = [...files].filter(([path]) => path.endsWith("js"));
  expect(scripts.map(([path]) => removeHash(path))).toEqual([`${FORM_PARTS.join("_")}.js`]);
  const [[, { text }] = ["", { text: "" }]] = scripts;
  const lines = withoutHashes(text).split("\n");
  for (const part of FORM_PARTS) expect(lines, part).toContain(await readBundle(part));
});

test("all pages of a form load the same script, so browsers load it once", async () => {
  const forms = await publicForms();
  const text = { id: "name", type: "short_text", label: { en: "Name" } } as const;
  const file = { id: "file", type: "file_upload", label: { en: "File" } } as const;
  const form: FormStructure = {
    title: { en: "Two pages" },
    default_language: "en",
    languages: ["en"],
    pages: [
      { id: "one", fields: [text] },
      { id: "two", fields: [file] },
    ],
  };
  const files = await loadPage(await forms.publish(form));
  expect([...files.keys()].map(removeHash)).toContain("form_uploads.js");
});

/** Removes the hashes of the scripts that an act loads. */
function withoutHashes(text: string): string {
  return text.replaceAll(/(import\("[^"]+)-[0-9A-F]{8}/g, "$1");
}

async function readBundle(name: string): Promise<string> {
  return (await readFile(new URL(`bundles/${name}.js`, import.meta.url), "utf8")).trimEnd();
}

test("a lesson with six tasks is within its size budget", async () => {
  const lessons = await publicLessons();
  const { url } = await lessons.publish(waterLesson);
  expectLight(await loadPage(url), ["page.css", "lesson.css", "lesson.js"], 10_810);
});

function expectLight(files: ReadonlyMap<string, Sent>, names: readonly string[], bytes: number): void {
  expect([...files.keys()].map(removeHash)).toEqual(["document", ...names]);
  for (const [path, file] of files) {
    expect(file.status, path).toBe(200);
    expect(withoutOnDemand(file.text), path).not.toMatch(/\bimport\b|@import/);
    expect(file.headers["content-encoding"], path).toMatch(/^(br|gzip)$/);
    expect(file.headers.vary, path).toMatch(/accept-encoding/i);
  }
  const sizes = [...files].map(([path, file]) => `${removeHash(path)} ${file.bytes}`).join(", ");
  const total = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  expect(total, sizes).toBeLessThanOrEqual(bytes);
}

test("pages have an icon for their tab", async () => {
  const forms = await publicForms();
  for (const url of [await forms.publish(summerSchool), forms.publicUrl, `${forms.publicUrl}/sign-in`]) {
    const [, path] = /rel="icon" href="([^"]+)"/.exec((await fetchAs(url, BROWSER)).text) ?? [];
    const { status, headers } = await fetchAs(new URL(path ?? "/none", url).href, BROWSER);
    expect({ url, status, type: headers["content-type"] }).toEqual({
      url,
      status: 200,
      type: "image/svg+xml",
    });
  }
});

test("browsers cache assets under hashed addresses without a limit, and revalidate documents", async () => {
  const forms = await publicForms();
  const files = await loadPage(await forms.publish(summerSchool));
  for (const [path, { headers }] of files) {
    const kept = path === "document" ? "private, no-cache" : "public, max-age=31536000, immutable";
    expect(headers["cache-control"], path).toBe(kept);
  }
  const [, style] = [...files.keys()];
  const older = await fetchAs(forms.publicUrl + style!.replace(/-\w+\.css$/, "-00000000.css"), BROWSER);
  expect({ status: older.status, kept: older.headers["cache-control"] }).toEqual({
    status: 200,
    kept: "no-cache",
  });
  expect((await fetchAs(`${forms.publicUrl}/assets/none-00000000.css`, BROWSER)).status).toBe(404);
});

test.for(["identity", "gzip", "br", "deflate", "gzip;q=0, br;q=0", "*;q=0"])(
  "a client that accepts %s can read every file",
  async (encodings) => {
    const forms = await publicForms();
    const url = await forms.publish(summerSchool);
    const [, style] = [...(await loadPage(url)).keys()];
    expect((await fetchAs(url, encodings)).text).toContain("Register for the summer school");
    expect((await fetchAs(forms.publicUrl + style!, encodings)).text).toContain(":root{");
  },
);

test("the script that takes answers to another device is within its size budget", async () => {
  const { publicUrl } = await publicForms();
  const { script } = await loadAssets();
  const { bytes } = await fetchAs(publicUrl + script("carry"), BROWSER);
  expect(bytes).toBeLessThanOrEqual(5_000);
});
