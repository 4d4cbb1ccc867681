/** Rules about the entry in the MCP Registry. */
import { isUri, isUriTemplate, uriHint } from "../description/icons.ts";
import type { Path, Violation } from "../diagnostics/diagnostic.ts";
import type { Model, RegistryModel } from "../model/model.ts";
import type { Rule } from "./rule.ts";

/** The Registry's limit for descriptions, in characters. */
const maxDescriptionLength = 100;
const maxVersionLength = 255;
/** Matches a range of versions, or a moving version: `^1.2.3`, `>=1`, `1.x`, `1 - 2`. */
const range = /^[\^~<>=]|(?:^|\.)[xX*](?:\.|$)|\|\|| - /;

export const registryRules: readonly Rule[] = [
  {
    code: "registry-description",
    sentence: `The description of an entry in the MCP Registry has 1 to ${maxDescriptionLength} characters.`,
    violations: findUndescribed,
  },
  {
    code: "registry-version",
    sentence: `An entry in the MCP Registry has one exact version, in at most ${maxVersionLength} characters.`,
    violations: inexact,
  },
  {
    code: "registry-address",
    sentence:
      "An address in an entry of the MCP Registry is a URI; addresses of servers may contain `{name}`.",
    violations: ({ registry }) => (registry ? listAddresses(registry).flatMap(checkAddress) : []),
  },
];

function findUndescribed({ registry, server }: Model): Violation[] {
  if (!registry || registry.description !== undefined) return [];
  const length = [...(server.description ?? "")].length;
  if (length >= 1 && length <= maxDescriptionLength) return [];
  const found = length === 0 ? "`server` has no description" : `The description of \`server\` has ${length}`;
  const at = { file: "service.yaml", path: ["registry"], key: true };
  return [{ at, detail: `${found}.`, hint: "Give the entry a `description` of its own." }];
}

function inexact({ registry, server }: Model): Violation[] {
  const versions = [
    { version: server.version, path: ["server", "version"] },
    ...(registry?.packages ?? []).map(({ version }, index) => ({
      version,
      path: ["registry", "packages", index, "version"],
    })),
  ];
  return versions.flatMap(({ version, path }): Violation | [] => {
    if (!registry || typeof version !== "string") return [];
    const isLong = [...version].length > maxVersionLength;
    if (!isLong && !range.test(version)) return [];
    const detail = isLong ? `It has ${[...version].length}.` : `${JSON.stringify(version)} is a range.`;
    return { at: { file: "service.yaml", path }, detail, hint: "Write one version, such as `1.2.3`." };
  });
}

interface Address {
  readonly text: unknown;
  readonly path: Path;
  /** Whether it may contain names in braces. */
  readonly isTemplate: boolean;
}

function listAddresses({ repository, packages = [], remotes = [] }: RegistryModel): Address[] {
  const address = (text: unknown, path: Path, isTemplate: boolean): Address => ({ text, path, isTemplate });
  return [
    address(repository?.url, ["repository", "url"], false),
    ...packages.flatMap(({ registryBaseUrl, transport }, index) => [
      address(registryBaseUrl, ["packages", index, "registryBaseUrl"], false),
      address((transport as { url?: unknown }).url, ["packages", index, "transport", "url"], true),
    ]),
    ...remotes.map(({ url }, index) => address(url, ["remotes", index, "url"], true)),
  ];
}

function checkAddress({ text, path, isTemplate }: Address): Violation | [] {
  if (typeof text !== "string" || (isTemplate ? isUriTemplate(text) : isUri(text))) return [];
  const at = { file: "service.yaml", path: ["registry", ...path] };
  const wanted = isTemplate ? "neither a URI nor a template of one" : "not a URI";
  return { at, detail: `${JSON.stringify(text)} is ${wanted}.`, hint: uriHint(text) };
}
