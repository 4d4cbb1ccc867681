/** Rules about the server as a whole. */
import { isUri, uriHint } from "../description/uri.ts";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { iconsOf } from "./passed-through.ts";
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
  {
    code: "address-is-a-uri",
    acceptable: true,
    sentence: "An address that MCP shows is a URI: whole, and with odd characters percent-encoded.",
    violations: (model) =>
      addresses(model)
        .filter(({ text }) => !isUri(text))
        .map(({ text, at }) => ({
          at,
          detail: `${JSON.stringify(text)} is not a URI.`,
          hint: uriHint(text),
        })),
  },
];

/** Of the server's home page and of icons. */
function addresses(model: Model): { text: string; at: SpecLocation }[] {
  const { websiteUrl } = model.server;
  const home = { text: websiteUrl, at: { file: "service.yaml", path: ["server", "websiteUrl"] } };
  const icons = iconsOf(model).map(({ icon, at }) => ({ text: icon.src, at: locationBelow(at, ["src"]) }));
  return [home, ...icons].filter(
    (address): address is { text: string; at: SpecLocation } => typeof address.text === "string",
  );
}

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
