/** The style sheets and scripts of pages, from `bundles/`, which `npm run bundles` writes. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { PageFiles } from "./components/layout.ts";

/** A file that browsers cache without a limit: its address changes with its content. */
export interface Asset {
  readonly contentType: string;
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface Assets extends PageFiles {
  /**
   * @param path such as `/assets/page-3F9A1C02.css`
   * @returns the file; `isCurrent` is false if the address is from another version of the service
   */
  find(path: string): { readonly asset: Asset; readonly isCurrent: boolean } | undefined;
}

const BUNDLES = new URL("bundles/", import.meta.url);
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};
const HASH = /-[0-9A-Z]{8}(?=\.\w+$)/;

let assets: Promise<Assets> | undefined;

/** Loads the files, which are read and compressed once in a process. */
export function loadAssets(): Promise<Assets> {
  assets ??= readAssets();
  return assets;
}

async function readAssets(): Promise<Assets> {
  // Pages of MCP Apps are resources and have no addresses.
  const names = (await readdir(BUNDLES)).filter((name) => !name.endsWith(".html"));
  const files = new Map(await Promise.all(names.map(readAsset)));
  const addresses = new Map([...files.keys()].map((address) => [address.replace(HASH, ""), address]));
  const findAddress = (name: string) => addresses.get(`/assets/${name}`)!;
  return {
    styles: (name) => findAddress(`${name}.css`),
    script: (name) => findAddress(`${name}.js`),
    icon: findAddress("icon.svg"),
    find(path) {
      const current = addresses.get(path.replace(HASH, ""));
      const asset = current === undefined ? undefined : files.get(current);
      return asset && { asset, isCurrent: current === path };
    },
  };
}

async function readAsset(name: string): Promise<[address: string, asset: Asset]> {
  const plain = await readFile(new URL(name, BUNDLES));
  const hash = createHash("sha256").update(plain).digest("hex").slice(0, 8).toUpperCase();
  const asset = {
    contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  };
  return [`/assets/${name.replace(".", `-${hash}.`)}`, asset];
}
