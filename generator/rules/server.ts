import type { Violation } from "../diagnostic.ts";
import type { Model } from "../model.ts";
import { didYouMean } from "../suggest.ts";
import type { Rule } from "./rule.ts";

/** Every revision of MCP that has been published. */
const revisions: readonly string[] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

export const serverRules: readonly Rule[] = [
  {
    code: "protocol-version",
    acceptable: true,
    sentence: "A protocol version is a revision of MCP.",
    violations: unknownRevisions,
  },
];

function unknownRevisions({ server }: Model): Violation[] {
  return server.protocolVersions.flatMap((version, index): Violation[] => {
    if (revisions.includes(version)) return [];
    return [
      {
        at: { file: "service.yaml", path: ["server", "protocolVersions", index] },
        detail: `MCP has no ${JSON.stringify(version)} that we know.`,
        hint: didYouMean(version, revisions)!,
      },
    ];
  });
}
