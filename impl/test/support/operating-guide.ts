/** Reads impl/docs/operating.md and the files beside it for the tests of their contents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const repository = join(import.meta.dirname, "../../..");

export function read(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

/** The commands of a Markdown text, in order: lines of `console` blocks behind `$ `, with their continuations behind `> `. */
export function commandsIn(markdown: string): string[] {
  const commands: string[] = [];
  for (const [, block = ""] of markdown.matchAll(/```console\n([\s\S]*?)```/g))
    for (const line of block.split("\n")) {
      if (line.startsWith("$ ")) commands.push(line.slice(2));
      else if (line.startsWith("> ")) commands.push(`${commands.pop()}\n${line.slice(2)}`);
    }
  return commands;
}

/** Why a command of the guide is not run by a proof: it changes the machine, or needs what npm does not have. */
export const notRun: readonly (readonly [command: RegExp, why: string])[] = [
  [/^useradd /, "makes a user of the machine"],
  [/^systemctl |^cp .*\/etc\//, "changes the machine; the proof starts what the unit starts"],
  [/^(mkdir|printf) .*\/etc\//, "changes the machine; a proof starts Caddy with the same Caddyfile"],
  [/^cat > \.env /, "the proof gives the settings itself; a test holds their names against compose.yaml"],
  [/^docker /, "needs Docker; the proof takes the steps of the Dockerfile and the settings of compose.yaml"],
  [/^pg_(dump|restore) /, "PostgreSQL's own tools are not in npm"],
  [/^git fetch --tags$/, "the version is there already in the proof"],
];

/** `NAME=value` of a file of settings; a value may be in quotes. */
export function settingsIn(text: string): Record<string, string> {
  const lines = text.matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries(
    [...lines].map(([, name, value = ""]) => [name, value.replace(/^"(.*)"$/, "$1")]),
  );
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly networks: unknown;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
}

/** The environment of a service of compose.yaml, with the values of `.env` in place of `${NAME}`. */
export function environmentOf(
  service: ComposeService,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, variable: string) => values[variable] ?? ""),
  ]);
  return Object.fromEntries(filled);
}
