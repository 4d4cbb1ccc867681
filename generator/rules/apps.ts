/** Rules about MCP Apps: pages that hosts show beside the results of tools. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import { appMimeType } from "../language/index.ts";
import type { Model } from "../model/model.ts";
import type { Resource } from "../model/operation.ts";
import { absent, type Rule } from "./rule.ts";

const scheme = "ui://";

export const appRules: readonly Rule[] = [
  {
    code: "app-resource",
    sentence: "The page of a tool is a single resource of the spec, which every caller of the tool can read.",
    violations: (model) => model.tools.flatMap((tool) => wrongPage(tool, model)),
  },
  {
    code: "app-page",
    sentence: `A page of MCP Apps has an address with ${scheme} and the type ${appMimeType}.`,
    violations: (model) => listPages(model).flatMap(wrongForm),
  },
  {
    code: "app-written-once",
    sentence: "The MCP Apps settings of a tool or a resource are written in `ui`, not again in `_meta`.",
    violations: ({ tools, resources }) =>
      [...tools, ...resources]
        .filter(({ ui, meta }) => ui && meta?.ui !== undefined)
        .map(({ file }) => ({
          at: { file, path: ["_meta", "ui"], key: true },
          detail: "It has both.",
          hint: "Delete this.",
        })),
  },
];

function wrongPage({ ui, scopes, file }: Model["tools"][number], { resources }: Model): Violation | [] {
  if (ui?.resource === undefined) return [];
  const at = { file, path: ["ui", "resource"] };
  const page = resources.find(({ name }) => name === ui.resource);
  const names = resources.map(({ name }) => name);
  if (!page) return absent("resource", ui.resource, names, at);
  if (page.isTemplate)
    return { at, detail: `${page.name} is a template.`, hint: "A host reads the page without parameters." };
  const more = page.scopes.find((scope) => !scopes.includes(scope));
  if (more === undefined) return [];
  return { at, detail: `${page.name} needs ${more}, the tool does not.`, hint: "A page contains no data." };
}

/** Resources that a tool names, or that say how they are shown. */
function listPages({ tools, resources }: Model): Resource[] {
  const named = new Set(tools.map(({ ui }) => ui?.resource));
  return resources.filter(({ name, ui }) => named.has(name) || ui !== undefined);
}

function wrongForm({ file, uri, isTemplate, mimeType }: Resource): Violation | [] {
  const at = (key: string): Violation["at"] => ({ file, path: [key] });
  if (!uri.startsWith(scheme) && uri !== "")
    return { at: at(isTemplate ? "uriTemplate" : "uri"), detail: `It is ${JSON.stringify(uri)}.` };
  if (mimeType === appMimeType) return [];
  if (mimeType !== undefined)
    return {
      at: at("mimeType"),
      detail: `It is ${JSON.stringify(mimeType)}.`,
      hint: "Hosts support no other type.",
    };
  return { at: { file, path: [] }, detail: "It has no type.", hint: `Add \`mimeType: ${appMimeType}\`.` };
}
