import type { Resolver } from "@toolwright/json-schema";
import { authSchemes } from "@toolwright/runtime";
import { entityTable, roleList } from "../docs/behaviour.ts";
import { blocks, code, prose, words } from "../docs/markdown.ts";
import { promptSections, resourceSections } from "../docs/resources.ts";
import { shapeSection } from "../docs/shape.ts";
import { makeShapes, type Shape, type Shapes } from "../docs/shapes.ts";
import { stateSection } from "../docs/states.ts";
import { accountStateTable, failureTable, limitTable, scopeTable } from "../docs/tables.ts";
import { toolIndex, toolSection } from "../docs/tool.ts";
import type { Model } from "../model/model.ts";
import { resolver } from "../schema/roots.ts";
import { withWrappedProse } from "../typescript/wrap.ts";
import { type GeneratedFile, header } from "./file.ts";

/** Emits docs/tools.md: a reference of the server for people, in GitHub's Markdown. */
export function emitDocs(model: Model): GeneratedFile {
  const resolve = resolver(model);
  const shapes = makeShapes(resolve);
  const tools = model.tools.map((tool) => toolSection(tool, model, shapes));
  const resources = [
    ...section("Resources", resourceSections(model, shapes)),
    ...section("Prompts", promptSections(model, shapes)),
  ];
  const page = blocks(
    `<!-- ${header} -->`,
    `# ${words(model.server.title ?? model.server.name)}: tools`,
    prose(model.server.description ?? ""),
    serverLine(model),
    authLine(model),
    toolIndex(model),
    ...tools,
    ...resources,
    ...section("Shapes", shapeSections(shapes, resolve)),
    ...section("Entities", model.entities.length > 0 ? [entityTable(model), roleList(model)] : []),
    ...section("States", model.states.map(stateSection)),
    ...section("Account states", model.accountStates.length > 0 ? [accountStateTable(model)] : []),
    ...section("Scopes", model.scopes.length > 0 ? [scopeTable(model, resolve)] : []),
    ...section("Limits", model.limits.length > 0 ? [limitTable(model)] : []),
    ...section("Failures", model.failures.length > 0 ? [failureTable(model)] : []),
  );
  return { path: "docs/tools.md", text: `${withWrappedProse(page)}\n` };
}

function section(title: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`## ${title}`, ...parts];
}

/** The sections of all shapes. A section may link further shapes, so the loop ends when all are described. */
function shapeSections(shapes: Shapes, resolve: Resolver): string[] {
  const described = new Map<Shape, string>();
  for (let next = shapes.all(); described.size < next.length; next = shapes.all()) {
    for (const shape of next)
      if (!described.has(shape)) described.set(shape, shapeSection(shape, shapes, resolve));
  }
  return [...described].sort(([a], [b]) => (a.anchor < b.anchor ? -1 : 1)).map(([, text]) => text);
}

function serverLine({ server, endpoint }: Model): string {
  const where = endpoint.transport === "stdio" ? "over stdio" : `at ${code(`POST ${endpoint.path}`)}`;
  const versions = server.protocolVersions.map(words).join(" and ");
  return `Server ${code(server.name)} ${words(server.version)}, MCP ${versions}, ${where}.`;
}

function authLine({ auth }: Model): string {
  const schemes = authSchemes(auth);
  if (schemes.length === 0) return "No token is needed.";
  const own = auth.tokenSource === undefined ? "" : ` Tokens come from ${words(auth.tokenSource)}.`;
  const source = `${own}${tokenOrigin(auth)}`;
  const denial =
    auth.denial === "http-403"
      ? "answered with HTTP 403"
      : `refused with ${code("insufficient_scope")}, a tool result with ${code("isError")}`;
  const stepUp = schemes.length > 1 ? "; with a token of OAuth it is answered with HTTP 403" : "";
  return `Every request carries ${code("Authorization: Bearer TOKEN")}.${source} A call without a scope that the tool needs is ${denial}${stepUp}.`;
}

function tokenOrigin({ scheme, offers }: Model["auth"]): string {
  if (scheme === "oauth")
    return " Tokens come from the authorization server that the metadata of this server names (OAuth 2.1).";
  if (scheme !== "bearer") return " Clients can also sign in (OAuth 2.1).";
  return offers ? " Where the deployment is configured for it, clients can also sign in (OAuth 2.1)." : "";
}
