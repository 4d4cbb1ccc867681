/** Builds the style sheet and the scripts of the public pages. */
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { build, stop } from "esbuild";
import type { PageFiles, Script, Styles } from "./views/layout.ts";

/** A file that browsers keep for good: its address changes with its content. */
export interface Asset {
  readonly contentType: string;
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
}

export interface Assets extends PageFiles {
  /**
   * @param path such as `/assets/page-3F9A1C02.css`
   * @returns the file; `isCurrent` is false for the address that it has in another version of the service
   */
  find(path: string): { readonly asset: Asset; readonly isCurrent: boolean } | undefined;
}

/** Each script is one file with all that it imports, so that a page loads its scripts at once. */
const SCRIPTS: Readonly<Record<Script, string>> = {
  copy: "client/copy.ts",
  editor: "client/editor/main.tsx",
  form: "client/form.ts",
  lesson: "client/lesson.ts",
  mentions: "client/mentions.ts",
  questions: "client/questions.ts",
  ranking: "client/ranking.ts",
  sent: "client/sent.ts",
  signature: "client/signature.ts",
  slider: "client/slider.ts",
  uploads: "client/uploads.ts",
  waiting: "client/waiting.ts",
};

const STYLES: Readonly<Record<Styles, string>> = {
  page: "styles/page.css",
  look: "styles/look.css",
  lesson: "styles/lesson.css",
  owner: "styles/owner.css",
  editor: "styles/editor.css",
};

const HASH = /-[0-9A-Z]{8}(?=\.\w+$)/;

let assets: Promise<Assets> | undefined;

/** The files are built once in a process, in about 40 ms. */
export function loadAssets(): Promise<Assets> {
  assets ??= buildAssets();
  return assets;
}

async function buildAssets(): Promise<Assets> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
    entryPoints: [...Object.entries(SCRIPTS), ...Object.entries(STYLES)].map(([name, path]) => ({
      in: path,
      out: name,
    })),
    entryNames: "[name]-[hash]",
    outdir: "assets",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: "es2022",
    logLevel: "silent",
  });
  // The build runs in a process of its own, which is not needed any more.
  await stop();
  const files = new Map(
    await Promise.all(
      outputFiles.map(async ({ path, contents }) => {
        const address = `/assets/${path.replace(/^.*[/\\]/, "")}`;
        return [address, await compressed(address, contents)] as const;
      }),
    ),
  );
  const addresses = new Map([...files.keys()].map((address) => [address.replace(HASH, ""), address]));
  return {
    styles: (name) => addresses.get(`/assets/${name}.css`)!,
    script: (name) => addresses.get(`/assets/${name}.js`)!,
    find(path) {
      const current = addresses.get(path.replace(HASH, ""));
      const asset = current === undefined ? undefined : files.get(current);
      return asset && { asset, isCurrent: current === path };
    },
  };
}

async function compressed(address: string, plain: Uint8Array): Promise<Asset> {
  return {
    contentType: address.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  };
}
