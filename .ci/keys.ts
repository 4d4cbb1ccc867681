/** The pages of the keys of the spec language and of the keywords of its schemas. The build puts them into `guide/`. */
import { keywords } from "@toolwright/json-schema";
import { formatNames } from "ajv-formats/dist/formats.js";
import { code } from "../generator/docs/markdown.ts";
import { formGroups, type LanguageKey, listKeys } from "../generator/language/keys.ts";

const files: Readonly<Record<string, string>> = {
  service: "`service.yaml`",
  tool: "`tools/<tool>.yaml`",
  resource: "`resources/<resource>.yaml`",
  prompt: "`prompts/<prompt>.yaml`",
  scenario: "`scenarios/<story>.yaml`",
};

/** The text of the page. */
export function keysPage(): string {
  const keys = listKeys();
  const sections = Object.entries(files).map(([kind, file]) => {
    const own = keys.filter(({ path }) => path.startsWith(`${kind}.`));
    const top = own.filter(({ path }) => path.split(".").length === 2);
    const blocks = top
      .filter(({ sameAs }) => sameAs === undefined)
      .map((key) =>
        keySection(
          key,
          own.filter(({ path }) => path.startsWith(`${key.path}.`)),
        ),
      );
    const shared = top.flatMap(({ path, sameAs }) => (sameAs === undefined ? [] : [`\`${lastOf(path)}\``]));
    const note = shared.length > 0 ? [`${shared.join(", ")}: as above.`] : [];
    return [`## ${file}`, ...note, ...blocks].join("\n\n");
  });
  const notations = formGroups.map(({ title, intro, rows }) =>
    [
      `## ${title}`,
      ...(intro === undefined ? [] : [intro]),
      table(
        ["form", "meaning"],
        rows.map(({ form, meaning }) => [code(form), meaning]),
      ),
    ].join("\n\n"),
  );
  return `# The keys of a spec

[spec-language.md](spec-language.md) shows how a spec grows; this page has every key: what it says, an example, and the types, checks
and cases that it makes. \`npx toolwright keys\` prints the same, \`npx toolwright keys pages\` a single key.

An experimental key is one that only test servers of Toolwright use. It may change or go, and \`generate\` names those of your spec. A key
that your server needs stays: open an issue.

${[...sections, ...notations].join("\n\n")}
`;
}

/** The text of the page of the keywords. */
export function keywordsPage(): string {
  const rows = Object.entries(keywords).map(([keyword, { on, annotation, legacy, since, says }]) => {
    const notes = [
      ...(on ? [`of ${on}s`] : []),
      ...(annotation ? ["refuses nothing"] : []),
      ...(legacy ? ["of older drafts"] : []),
      ...(since ? ["not in draft-07"] : []),
    ];
    return `| ${code(keyword)} | ${escapeBars(says)} | ${notes.join("; ")} |`;
  });
  return `# The keywords of a schema

Those of JSON Schema 2020-12, of draft-07 where it differs, and of the spec language (\`x-requires-scope\`). A keyword of another
name that starts with \`x-\` is passed through; one that does not is passed through with a warning, or is an error where it is
near to one of these.

| keyword | what it says | |
|---|---|---|
${rows.join("\n")}

## Formats

\`format\` is asserted for these; another one is passed through with a warning.

${formatNames.map(code).join(", ")}
`;
}

function keySection(key: LanguageKey, below: readonly LanguageKey[]): string {
  const rows = below.map(({ path, sentence, sameAs, example, makes, isExperimental }) => [
    `\`${path.slice(key.path.length + 1)}\`${isExperimental && !key.isExperimental ? " (experimental)" : ""}`,
    sameAs === undefined ? sentence : `As \`${sameAs}\`.`,
    sameAs === undefined && example !== undefined ? code(example) : "",
    sameAs === undefined ? (makes ?? "") : "",
  ]);
  return [
    `### \`${lastOf(key.path)}\``,
    `${key.isExperimental ? "Experimental. " : ""}${key.sentence}`,
    ...(key.example === undefined ? [] : [`\`\`\`yaml\n${key.example}\n\`\`\``]),
    ...(key.makes === undefined ? [] : [key.makes]),
    ...(rows.length > 0 ? [table(["key", "meaning", "example", "makes"], rows)] : []),
  ].join("\n\n");
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = heads.map((_, column) => rows.some((row) => row[column] !== ""));
  const line = (cells: readonly string[]) =>
    `| ${cells
      .filter((_, column) => used[column])
      .map(escapeBars)
      .join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function escapeBars(cell: string): string {
  return cell.replaceAll("|", "\\|");
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
