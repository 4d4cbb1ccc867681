/** The style sheets and scripts of pages, from `bundles/`, which `npm run bundles` writes. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { getCached } from "../platform/cache.ts";
import { FORM_PARTS, type FormPart, type PageFiles } from "./components/layout.ts";

/** A file that browsers cache without a limit: its address changes with its content. */
export interface Asset {
  readonly contentType: string;
  readonly plain: Uint8Array;
  /** Compresses the file, once for each encoding: `editor.js` takes a third of a second of processor time. */
  compressed(encoding: Encoding): Promise<Uint8Array>;
}

export type Encoding = keyof typeof compressors;

export interface Assets extends PageFiles {
  /**
   * @param path such as `/assets/page-3F9A1C02.css`
   * @returns the file; `isCurrent` is false if the address is from another version of the service
   */
  find(path: string): { readonly asset: Asset; readonly isCurrent: boolean } | undefined;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const BUNDLES = new URL("bundles/", import.meta.url);
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};
const HASH = /-[0-9A-Z]{8}(?=\.\w+$)/;

/** Stands between the parts of a form's script in its name. */
const AND = "_";

let assets: Promise<Assets> | undefined;

/** Loads the files, which are read once in a process, and compressed when the first browser asks for them. */
export function loadAssets(): Promise<Assets> {
  assets ??= readAssets();
  return assets;
}

interface Addressed {
  readonly address: string;
  readonly asset: Asset;
}

async function readAssets(): Promise<Assets> {
  // Pages of MCP Apps are resources and have no addresses.
  const names = (await readdir(BUNDLES)).filter((name) => !name.endsWith(".html"));
  const written = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, BUNDLES))] as const)),
  );
  const texts = new Map([...written].map(([name, plain]) => [name, linkImports(plain, written)]));
  const files = new Map([...texts].map(([name, plain]) => [name, addAddress(name, plain)]));
  /** Forms need few of all sets of parts, so each is joined when the first page needs it. */
  const joined = new Map<string, Addressed>();

  function joinParts(parts: readonly FormPart[]): Addressed {
    const name = `${parts.join(AND)}.js`;
    const made =
      joined.get(name) ?? addAddress(name, Buffer.concat(parts.map((part) => texts.get(`${part}.js`)!)));
    joined.set(name, made);
    return made;
  }

  function findFile(path: string): Addressed | undefined {
    const name = path.startsWith("/assets/") ? path.slice("/assets/".length).replace(HASH, "") : "";
    const parts = readParts(name);
    return parts ? joinParts(parts) : files.get(name);
  }

  return {
    styles: (name) => files.get(`${name}.css`)!.address,
    script: (name) => files.get(`${name}.js`)!.address,
    formScript: (parts) => joinParts(parts).address,
    icon: files.get("icon.svg")!.address,
    find(path) {
      const found = findFile(path);
      return found && { asset: found.asset, isCurrent: found.address === path };
    },
  };
}

/** Reads the name of a form's script. Each set of parts has one name, so the number of files is limited. */
function readParts(name: string): FormPart[] | undefined {
  const named = new Set(basename(name, ".js").split(AND));
  const parts = FORM_PARTS.filter((part) => named.has(part));
  return parts.length > 0 && name === `${parts.join(AND)}.js` ? parts : undefined;
}

/** An import of a script that is loaded at an act of the user. Those scripts import no others. */
const IMPORT = /\bimport\("\.\/([\w-]+\.js)"\)/g;

/** Puts the hashed addresses of scripts in place of their names. They are relative to the address of the importing script. */
function linkImports(plain: Buffer, written: ReadonlyMap<string, Buffer>): Buffer {
  const link = (_: string, name: string) => `import("./${addHash(name, written.get(name)!)}")`;
  return Buffer.from(plain.toString().replace(IMPORT, link));
}

/** Such as `page-3F9A1C02.css`. */
function addHash(name: string, plain: Uint8Array): string {
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 8).toUpperCase();
  return name.replace(".", `-${hash}.`);
}

function addAddress(name: string, plain: Uint8Array): Addressed {
  const compressed = new Map<Encoding, Promise<Uint8Array>>();
  const asset: Asset = {
    contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
    plain,
    compressed: (encoding) => getCached(compressed, encoding, () => compressors[encoding](plain)),
  };
  return { address: `/assets/${addHash(name, plain)}`, asset };
}
