import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes our spec with each tool `copies` times (14 tools each), all over the same types, as the tools of one service are:
 * 10 copies are 140 tools, 100 copies 1,400.
 */
export function growSpec(spec: string, copies: number, folder: string): void {
  cpSync(spec, folder, { recursive: true });
  const names = readdirSync(join(spec, "tools")).map((file) => file.replace(/\.yaml$/, ""));
  const all = Array.from({ length: copies }, (_, copy) =>
    names.map((name) => ({ name, grown: copy === 0 ? name : `${name}_no${copy}x` })),
  ).flat();
  for (const { name, grown } of all.slice(names.length)) {
    const text = readFileSync(join(spec, "tools", `${name}.yaml`), "utf8");
    writeFileSync(join(folder, "tools", `${grown}.yaml`), withoutWork(text));
  }
  const service = readFileSync(join(spec, "service.yaml"), "utf8");
  const list = all.map(({ grown }) => `  - ${grown}\n`).join("");
  const grownService = withCopiesInRoles(service, all).replace(/^tools:\n( {2}- .*\n)+/m, `tools:\n${list}`);
  writeFileSync(join(folder, "service.yaml"), grownService);
}

/** A copy of a tool is open to the roles that the tool is open to. */
function withCopiesInRoles(
  service: string,
  all: readonly { readonly name: string; readonly grown: string }[],
): string {
  return service.replace(/^ +allow:\n( +\w+: \[.*\]\n)+/m, (block) =>
    block.replace(/\[(.*)\]/g, (_, tools: string) => {
      const allowed = tools.split(", ");
      return `[${all.flatMap(({ name, grown }) => (allowed.includes(name) ? [grown] : [])).join(", ")}]`;
    }),
  );
}

/** Removes what a tool says of the work that it begins: the states of the work name one tool, which is no copy. */
function withoutWork(tool: string): string {
  return tool.replace(/^spends:\n( {2}.*\n)+/m, "").replace(/, returned_in: \[[^\]]*\]/, "");
}
