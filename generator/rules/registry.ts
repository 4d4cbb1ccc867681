import type { Violation } from "../diagnostic.ts";
import type { Model } from "../model.ts";
import type { Rule } from "./rule.ts";

/** What the Registry takes as a description. */
const longest = 100;

export const registryRules: readonly Rule[] = [
  {
    code: "registry-description",
    sentence: `An entry in the MCP Registry says in 1 to ${longest} characters what the server does.`,
    violations: undescribed,
  },
];

function undescribed({ registry, server }: Model): Violation[] {
  if (!registry || registry.description !== undefined) return [];
  const length = [...(server.description ?? "")].length;
  if (length >= 1 && length <= longest) return [];
  const found = length === 0 ? "`server` has no description" : `The description of \`server\` has ${length}`;
  return [
    {
      at: { file: "service.yaml", path: ["registry"], key: true },
      detail: `${found}.`,
      hint: "Give the entry a `description` of its own.",
    },
  ];
}
