/** Rules about the server as a whole. */
import { authSchemes } from "@toolwright/runtime";
import { isUri, uriHint } from "../description/icons.ts";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { inService, keyBelow, locationBelow } from "../resolve/limits.ts";
import { listIcons } from "./pass-through-keys.ts";
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
  {
    code: "notification-has-its-list",
    sentence: "A server notifies only of features that it has.",
    violations: ({ server, resources, prompts }) =>
      (server.notifications ?? []).flatMap((kind, index): Violation | [] => {
        const lists = { prompts, resources, updates: resources, tools: undefined, log: undefined };
        if (lists[kind]?.length !== 0) return [];
        const detail = `This spec has no ${kind === "prompts" ? "prompts" : "resources"}.`;
        const at = inService(["server", "notifications", index]);
        return { at, detail, hint: "Leave it out until there are some." };
      }),
  },
  {
    code: "oauth-over-http",
    sentence: "OAuth needs an endpoint over HTTP.",
    violations: ({ auth, endpoint }) =>
      takesOAuth(auth) && endpoint.transport === "stdio"
        ? [
            {
              at: inService(["auth"]),
              detail: "A server over stdio gets its credentials from its environment.",
              hint: "Use `scheme: none`, or `transport: streamable-http`.",
            },
          ]
        : [],
  },
  {
    code: "oauth-scope",
    sentence: "With OAuth, a scope is ASCII without spaces, quotes and backslashes.",
    violations: ({ auth, scopes }) =>
      scopes
        .filter(({ name }) => takesOAuth(auth) && !scopeToken.test(name))
        .map(({ name, at }) => ({
          at: keyBelow(at),
          detail: `${JSON.stringify(name)} cannot be part of a list of scopes.`,
          hint: "Rename it: clients send scopes in one text, with spaces between them (RFC 6749, section 3.3).",
        })),
  },
];

const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function takesOAuth(auth: Model["auth"]): boolean {
  return auth.offers !== undefined || authSchemes(auth).includes("oauth");
}

/** Returns the addresses of the server's home page and of icons. */
function addresses(model: Model): { text: string; at: SpecLocation }[] {
  const { websiteUrl } = model.server;
  const home = { text: websiteUrl, at: inService(["server", "websiteUrl"]) };
  const icons = listIcons(model).map(({ icon, at }) => ({ text: icon.src, at: locationBelow(at, ["src"]) }));
  return [home, ...icons].filter(
    (address): address is { text: string; at: SpecLocation } => typeof address.text === "string",
  );
}

function unknownRevisions({ server }: Model): Violation[] {
  return server.protocolVersions.flatMap((version, index): Violation | [] => {
    if (revisions.includes(version)) return [];
    const detail = `MCP has no ${JSON.stringify(version)} that we know.`;
    const at = inService(["server", "protocolVersions", index]);
    return { at, detail, hint: didYouMean(version, revisions) };
  });
}
