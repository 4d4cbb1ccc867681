/** `toolwright publish`: puts the entry of a server into the MCP Registry, once for each version. */
import { existsSync, readFileSync } from "node:fs";
import { checkDirectories, type DirectoryVerdict } from "@toolwright/check/directories";
import { shorten, withoutControls } from "@toolwright/check/report";
import { isSchemaObject } from "@toolwright/json-schema";
import { type Command, flags, type Io, say, text, texts, UsageError } from "../command.ts";
import { type Entry, findEntry, isSameEntry, PublishError, type RegistryServer } from "./entry.ts";
import { chooseLogin, describeLogin, runPublisher } from "./publisher.ts";

export const command: Command = {
  options: { ...texts("entry", "registry"), ...flags("dry-run") },
  failures: { kinds: [PublishError], exitCode: 2 },
  async run(values, _, io) {
    const file = text(values, "entry", "generated/server.json");
    const registry = readAddress(text(values, "registry", "https://registry.modelcontextprotocol.io"));
    const { entry, findings } = readEntry(file);
    if (entry === undefined) return refuse(file, findings, io);
    const published = await findEntry(registry, entry);
    if (published.same !== undefined) return compare(published.same, entry, registry, io);
    if (values["dry-run"] === true) return describe(entry, { file, registry, published }, io);
    return await publish(entry, { file, registry }, io);
  },
};

/** @throws UsageError if the text is not the address of a registry */
function readAddress(address: string): URL {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`--registry ${JSON.stringify(address)} is not an address.`);
  return new URL(address);
}

interface ReadEntry {
  /** Undefined: the Registry would reject it. */
  readonly entry: Entry | undefined;
  /** The criteria of the Registry that it breaks. */
  readonly findings: DirectoryVerdict["findings"];
}

/** Reads the file, and the package.json of the working folder, whose name the Registry compares. */
function readEntry(file: string): ReadEntry {
  if (!existsSync(file)) {
    const hint = file.endsWith("generated/server.json")
      ? "Name the server under `registry` in the spec, and run toolwright generate."
      : "";
    throw new PublishError(`There is no ${file}. ${hint}`);
  }
  const serverJson = readJson(file);
  const input = { published: { tools: [] }, serverJson, packageJson: readJson("package.json") };
  const { findings } = checkDirectories(input, ["registry"]);
  const failing = findings.filter(({ level }) => level === "fail");
  return { entry: failing.length === 0 ? (serverJson as Entry) : undefined, findings: failing };
}

/** Null for a file that is not JSON, which fits no schema. Undefined: there is no such file. */
function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function refuse(file: string, findings: DirectoryVerdict["findings"], io: Io): number {
  for (const { code, places, says, shown = [], source } of findings) {
    say(io, `${places.join(", ")}: ${says} [${code}]`);
    for (const line of shown) say(io, `  ${line}`);
    if (source !== undefined) say(io, `  ${source}`);
  }
  say(io, `The MCP Registry would reject ${file}, so nothing was sent.`);
  return 1;
}

function compare(published: RegistryServer, entry: Entry, registry: URL, io: Io): number {
  const { name, version } = entry;
  if (isSameEntry(published, entry)) {
    say(io, `${name} ${version} is in ${registry.host} already, as it is here. Nothing has to be done.`);
    return 0;
  }
  say(
    io,
    `${name} ${version} is in ${registry.host} already, with another entry. A published version stays as it is: give the server a new version.`,
  );
  return 1;
}

/** The parts of a publication. */
interface Plan {
  readonly file: string;
  readonly registry: URL;
  readonly published: { readonly latest: RegistryServer | undefined };
}

/** `--dry-run`: says what would be sent, and who would be logged in. */
function describe(entry: Entry, { file, registry, published: { latest } }: Plan, io: Io): number {
  const { name, version, description, remotes = [], packages = [] } = entry;
  const lines = [
    `Would publish ${name} ${version} to ${registry.host}, from ${file}.`,
    latest === undefined
      ? "  now there  nothing"
      : `  now there  ${shorten(withoutControls(String(latest.version)), 60)}`,
    `  says       ${description}`,
    ...remotes.filter(isSchemaObject).map(({ url }) => `  remote     ${url}`),
    ...packages
      .filter(isSchemaObject)
      .map(({ registryType, identifier }) => `  package    ${registryType} ${identifier}`),
    `  login      ${describeLogin(name, io.env)}`,
    "Nothing was sent.",
  ];
  io.stdout.write(`${lines.map(withoutControls).join("\n")}\n`);
  return 0;
}

async function publish(
  { name, version }: Entry,
  { file, registry }: Omit<Plan, "published">,
  io: Io,
): Promise<number> {
  const login = chooseLogin(name, io.env);
  const steps = [
    ...(login === undefined ? [] : [[...login, "--registry", registry.origin]]),
    ["publish", file],
  ];
  for (const step of steps) {
    const { code, output } = await runPublisher(step, io.env);
    io.stderr.write(output);
    if (code === 0) continue;
    say(io, `mcp-publisher ${step[0]} ended with ${code}, so ${name} ${version} is not published.`);
    if (login === undefined) say(io, describeLogin(name, io.env));
    return 1;
  }
  say(io, `${name} ${version} is published.`);
  return 0;
}
