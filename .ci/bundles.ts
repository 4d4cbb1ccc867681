/** Makes the scripts and style sheets that browsers load out of `impl/web/client` and `impl/web/styles`. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin, stop } from "esbuild";
import { editorTexts } from "../impl/texts/owner/editor/texts.ts";
import type { FormPart, Script, Styles } from "../impl/web/components/layout.ts";

const web = join(import.meta.dirname, "../impl/web");
const command = "npm run bundles";
/** Committed: a production install has no bundler (docs/decisions/packages.md). */
export const bundleFolder = join(web, "bundles");

/** Each script is one file with all that it imports at its start, so that a page loads its scripts at once. */
const scripts: Readonly<Record<Exclude<Script, `editor-${string}` | "embed">, string>> = {
  carry: "client/carry/carry.ts",
  copy: "client/copy.ts",
  editor: "editor/main.tsx",
  "form-text": "client/form-text.ts",
  frame: "client/frame.ts",
  hold: "client/form/hold.ts",
  lesson: "client/lesson.ts",
  "live-list": "client/live-list.ts",
  "mail-texts": "client/mail-texts.ts",
  passkeys: "client/passkeys.ts",
  sent: "client/sent-page.ts",
  templates: "client/templates.ts",
  "time-zone": "client/time-zone.ts",
  waiting: "client/waiting.ts",
};

/** The parts of the script of a form. The service joins those that a form needs into one file. */
const formParts: Readonly<Record<FormPart, string>> = {
  form: "client/form.ts",
  mentions: "client/mentions.ts",
  questions: "client/questions.ts",
  ranking: "client/ranking.ts",
  signature: "client/signature.ts",
  slider: "client/slider.ts",
  uploads: "client/uploads.ts",
};

/** The scripts that other scripts import at an act of the user, such as the one that draws a signature. */
const onDemandFolder = "client/on-demand";

/** Leaves those imports to browsers. The service puts the address with the hash in their place. */
const importOnDemand: Plugin = {
  name: "import-on-demand",
  setup({ onResolve }) {
    onResolve({ filter: /\/on-demand\/[\w-]+\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${basename(path, ".ts")}.js`, external: true } : undefined,
    );
  },
};

/** Pages of MCP Apps. Each is one file that loads no others. */
const chatPages = ["form", "responses", "lesson"] as const;

const styles: Readonly<Record<Styles, string>> = {
  page: "styles/page.css",
  "form-head": "styles/form-head.css",
  look: "styles/look.css",
  media: "styles/media.css",
  places: "styles/places.css",
  lesson: "styles/lesson.css",
  carry: "styles/carry.css",
  owner: "styles/owner.css",
  editor: "styles/editor.css",
  preview: "styles/preview.css",
};

export async function writeBundles(): Promise<void> {
  const bundles = await makeBundles();
  mkdirSync(bundleFolder, { recursive: true });
  for (const name of readdirSync(bundleFolder)) if (!bundles.has(name)) rmSync(join(bundleFolder, name));
  for (const [name, text] of bundles) writeFileSync(join(bundleFolder, name), text);
}

/** Returns one sentence for each outdated file. */
export async function staleBundles(folder = bundleFolder): Promise<string[]> {
  const bundles = await makeBundles();
  const names = new Set([...bundles.keys(), ...readdirSync(folder)]);
  return [...names]
    .filter((name) => readIfThere(join(folder, name)) !== bundles.get(name))
    .map((name) => `impl/web/bundles/${name} is not what its sources make. Run: ${command}`);
}

/** A global set-up file of tests in a browser, which would test old scripts. */
export async function setup(): Promise<void> {
  const stale = await staleBundles();
  if (stale.length > 0) throw new Error(stale.join("\n"));
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

async function makeBundles(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([
    // A script on another site must not see its names.
    ...(await bundle("iife", [["embed", "client/embed/embed.ts"]])),
    ...(await bundle("esm", Object.entries(formParts))).map(
      ([name, text]) => [name, asFunction(text)] as const,
    ),
    ...(await bundle("esm", [
      ...Object.entries(scripts),
      ...onDemandScripts(),
      ...Object.entries(styles),
      ...chatPages.map((name) => [`chat-${name}`, `../mcp/apps/client/${name}.ts`] as const),
      ["chat", "styles/chat.css"] as const,
    ])),
  ]);
  // The bundler runs in a process of its own, which is not needed any more.
  await stop();
  const style = texts.get("chat.css") ?? "";
  const own = [...texts]
    .filter(([name]) => !name.startsWith("chat"))
    .map(([name, text]) => [name, name.endsWith(".css") ? withLightColours(text) : text] as const);
  const pages = [...texts].filter(([name]) => name.startsWith("chat-"));
  const icon = ["icon.svg", readFileSync(join(web, "styles/icon.svg"), "utf8")] as const;
  return new Map([
    ...own,
    icon,
    ...textModules(),
    ...pages.map(([name, script]) => chatPage(name, script, style)),
  ]);
}

function onDemandScripts(): (readonly [name: string, path: string])[] {
  const files = readdirSync(join(web, onDemandFolder));
  return files.map((file) => [basename(file, ".ts"), `${onDemandFolder}/${file}`] as const);
}

/** Returns the text of each file by its name. @param files the name of each without its ending, and its source */
async function bundle(
  format: NonNullable<BuildOptions["format"]>,
  files: readonly (readonly [out: string, path: string])[],
): Promise<readonly (readonly [name: string, text: string])[]> {
  const { outputFiles } = await build({
    conditions: ["toolwright-source"],
    absWorkingDir: web,
    entryPoints: files.map(([out, path]) => ({ in: path, out })),
    outdir: bundleFolder,
    write: false,
    bundle: true,
    minify: true,
    format,
    plugins: [importOnDemand],
    jsx: "automatic",
    jsxImportSource: "preact",
    target: "es2022",
    logLevel: "silent",
  });
  // Pages load modules, which are strict without saying so.
  return outputFiles.map(({ path, text }) => [basename(path), text.replace(/^"use strict";/, "")]);
}

/** Parts that stand in one file must not see the names of each other. */
function asFunction(text: string): string {
  return `(()=>{${text.trimEnd()}})();\n`;
}

/** Browsers of before 2024 do not have `light-dark()`: they show light pages. Hosts of chats are newer. */
function withLightColours(style: string): string {
  const colours = [...style.matchAll(/--([\w-]+): ?light-dark\((.+?),/g)];
  if (colours.length === 0) return style;
  const light = colours.map(([, name, colour]) => `--${name}:${colour}`).join(";");
  return `${style.trimEnd()}@supports not (color:light-dark(red,red)){:root{color-scheme:light;${light}}}\n`;
}

/** Makes a page whose policy allows only this script and this style sheet, by their hashes. */
function chatPage(name: string, script: string, style: string): [name: string, page: string] {
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Forms</title><style>${style}</style></head>
<body><script type="module">${script}</script></body></html>
`;
  return [name.replace(/js$/, "html"), page];
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Makes a module with the editor's texts for each language, since a page loads only one language. */
function textModules(): [name: string, module: string][] {
  return Object.entries(editorTexts).map(([language, texts]) => [
    `editor-${language}.js`,
    `export default ${JSON.stringify(texts)};\n`,
  ]);
}
