import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { transformSync } from "amaro";

/** A file that browsers keep for good: its address changes with its content. */
export interface Asset {
  readonly contentType: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface Assets {
  /** Address of the style sheet of all pages. */
  readonly css: string;
  /** Addresses of the modules of form pages, the one that starts them first. */
  readonly modules: readonly string[];
  /**
   * @param path such as `/assets/3f9a1c02d4/page.css`
   * @returns the file; `isCurrent` is false for the address it had, or will have, in another version of the service
   */
  find(path: string): { readonly asset: Asset; readonly isCurrent: boolean } | undefined;
}

const here = (path: string) => new URL(path, import.meta.url);
/** One style sheet, in this order. */
const STYLES = [
  "tokens",
  "base",
  "sheet",
  "type",
  "fields",
  "choices",
  "points",
  "tables",
  "files",
  "actions",
  "outbox",
  "preferences",
].map((name) => `styles/${name}.css`);

/** What every form page needs, the module that starts the others first. */
const MODULES = [
  "form.js",
  "checks.js",
  "conditions.js",
  "condition.js",
  "fields.js",
  "frame.js",
  "summary.js",
];

/** What browsers and server work out alike. */
const SHARED = ["../answers/condition.ts", "../answers/calculation.ts", "../texts/number.ts"];

/**
 * Reads what browsers get. Their modules are TypeScript like everything else; the types are taken out here, and imports
 * lead to files that lie side by side.
 */
export async function loadAssets(): Promise<Assets> {
  const sources = new Map([["page.css", browserStyles(await readAll(STYLES))]]);
  const client = (await readdir(here("client/"))).filter((name) => name.endsWith(".ts"));
  const modules = [...client.map((name) => `client/${name}`), ...SHARED];
  for (const path of modules)
    sources.set(browserName(path), browserModule(await readFile(here(path), "utf8")));
  const version = hash("sha256", JSON.stringify([...sources])).slice(0, 10);
  const assets = new Map<string, Asset>();
  for (const [name, source] of sources) assets.set(`/assets/${version}/${name}`, await packed(name, source));
  return {
    css: `/assets/${version}/page.css`,
    modules: MODULES.map((name) => `/assets/${version}/${name}`),
    find(path) {
      const current = path.replace(/^\/assets\/\w{10}\//, `/assets/${version}/`);
      const asset = assets.get(current);
      return asset && { asset, isCurrent: current === path };
    },
  };
}

async function readAll(paths: readonly string[]): Promise<string> {
  return (await Promise.all(paths.map((path) => readFile(here(path), "utf8")))).join("\n");
}

function browserName(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.ts$/, ".js");
}

/** Comments stand on lines of their own in these files, and no text goes over several lines. */
function browserModule(source: string): string {
  return transformSync(source, { mode: "strip-only" })
    .code.replace(/^ *(\/\/|\/\*\*|\*[ /]).*$/gm, "")
    .replace(/^ +| +$/gm, "")
    .replace(/\n{2,}/g, "\n")
    .replace(
      /(from |import\()"([^"]+)"/g,
      (_, before: string, path: string) => `${before}"./${browserName(path)}"`,
    );
}

function browserStyles(source: string): string {
  return source
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replaceAll(": ", ":");
}

async function packed(name: string, source: string): Promise<Asset> {
  const plain = Buffer.from(source);
  return {
    contentType: name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  };
}
