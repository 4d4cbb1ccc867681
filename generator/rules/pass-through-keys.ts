/** Rules about keys that a spec passes through to the manifest. */
import type { SchemaObject } from "@toolwright/json-schema";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { listOperations } from "../model/operations.ts";
import { locationBelow } from "../resolve/limits.ts";
import type { Rule } from "./rule.ts";

/** MCP's rules for keys that a spec passes through to the manifest; the language itself does not restrict them. */
export const passedThroughRules: readonly Rule[] = [
  {
    code: "icon-shape",
    acceptable: true,
    sentence: "An icon has a `src`; its other properties have the shape that MCP defines.",
    violations: (model) => listIcons(model).flatMap(({ icon, at }) => misshapenIcon(icon, at)),
  },
  {
    code: "task-support",
    acceptable: true,
    sentence: `\`execution.taskSupport\` is one of MCP's words.`,
    violations: ({ tools }) =>
      tools.flatMap((tool) => {
        const { value, at } = findTaskSupport(tool);
        if (value === undefined || taskSupport.some((each) => each === value)) return [];
        return {
          at,
          detail: `It is ${JSON.stringify(value)}.`,
          hint: didYouMean(String(value), taskSupport)!,
        };
      }),
  },
  {
    code: "tasks-not-served",
    acceptable: true,
    sentence: "Every tool can run without a task.",
    violations: ({ tools }) =>
      tools.map(findTaskSupport).flatMap(({ value, at }) => {
        const detail =
          "The runtime serves the tasks of MCP 2026-07-28, not those of 2025-11-25, so no client could call this tool.";
        return value === "required"
          ? { at, detail, hint: "Leave it out, and write `task: may` or `task: always` in the spec." }
          : [];
      }),
  },
];

/** MCP 2025-11-25, Tasks, Tool-Level Negotiation. */
function findTaskSupport({ execution, file }: Tool): { value: unknown; at: SpecLocation } {
  return { value: execution?.taskSupport, at: { file, path: ["execution", "taskSupport"] } };
}

const taskSupport: readonly string[] = ["forbidden", "optional", "required"];

/** Every icon of the server and of its tools. */
export function listIcons(model: Model): { icon: SchemaObject; at: SpecLocation }[] {
  const lists = [
    { icons: model.server.icons, at: { file: "service.yaml", path: ["server", "icons"] } },
    ...listOperations(model).map(({ icons, file }) => ({ icons, at: { file, path: ["icons"] } })),
  ];
  return lists.flatMap(({ icons = [], at }) =>
    icons.map((icon, index) => ({ icon: icon as SchemaObject, at: locationBelow(at, [index]) })),
  );
}

const isText = (value: unknown): boolean => typeof value === "string";

const shapes: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, words: string]>> = {
  src: [isText, "a text"],
  mimeType: [isText, "a text"],
  sizes: [(value) => Array.isArray(value) && value.every(isText), 'a list of texts such as "48x48"'],
  theme: [(value) => value === "light" || value === "dark", '"light" or "dark"'],
};

function misshapenIcon(icon: SchemaObject, at: SpecLocation): Violation[] {
  if (!Object.hasOwn(icon, "src"))
    return [{ at, detail: 'It has no "src".', hint: "Give it an https: or data: address of the image." }];
  return Object.entries(shapes)
    .filter(([key, [fits]]) => Object.hasOwn(icon, key) && !fits(icon[key]))
    .map(([key, [, words]]) => ({
      at: locationBelow(at, [key]),
      detail: `${JSON.stringify(key)} is ${JSON.stringify(icon[key])}, not ${words}.`,
    }));
}
