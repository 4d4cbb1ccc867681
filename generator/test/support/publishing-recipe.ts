/** docs/publishing.md and the workflows of a new project, from the first release to a server that was changed behind its back. */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startServer } from "./packed/server.ts";
import { type Recipe, type Team, teamOf } from "./publishing-team.ts";
import { installPublisher, serveRegistry } from "./registry.ts";
import { repository } from "./temporary-project.ts";
import { commandsOf, examplesOf, runStep, stepsOf } from "./workflow.ts";

const page = readFileSync(join(repository, "docs", "publishing.md"), "utf8");
const commands = commandsOf(page);
const examples = examplesOf(page);

/** Goes through the page, and runs the steps of CI wherever a team would push. */
export async function followRecipe(recipe: Recipe): Promise<void> {
  const team = teamOf(recipe);
  await team.succeed(
    "git init --quiet --initial-branch main && git add . && git commit --quiet --message Start",
  );
  await team.push();
  await team.passes("ci");
  await releaseFirst(team);
  await breakCallers(team);
  await releaseNext(team);
  await tamper(team);
  await enterRegistry(team);
  await deploy(team);
}

async function releaseFirst({ project, succeed, push, passes }: Team): Promise<void> {
  writeKeys(project);
  const [first, tagged] = commands.get("The first release")!;
  await succeed(first!);
  await succeed(tagged!);
  await push();
  await passes("release", { GITHUB_REF_NAME: "v0.1.0" });
  await passes("ci");
}

/** The release is refused while the version is unchanged, and while a reason is missing. */
async function breakCallers({ project, sh, succeed, passes, fails, edit }: Team): Promise<void> {
  const service = "spec/service.yaml";
  const limit = /^ {2}title_length: .*$/m;
  const [after] = limit.exec(examples.get(service)!)!;
  const [before] = limit.exec(readFileSync(join(project, service), "utf8"))!;
  edit(service, before, after);
  await succeed("npm run generate");
  await fails("ci", /::error file=spec\/tools\/notes_add\.yaml,line=\d+,.*title=input-range-narrowed::/);
  expect(await sh("npx toolwright generate --check")).toMatchObject({
    code: 1,
    output: expect.stringContaining("Set server.version to 0.2.0 or later"),
  });
  await fails("release", "v0.1.0 is not the interface of spec (0.1.0)", { GITHUB_REF_NAME: "v0.1.0" });
  edit(service, "version: 0.1.0", "version: 0.2.0");
  writeFileSync(join(project, "accepted-breaks.yaml"), examples.get("accepted-breaks.yaml")!);
  await succeed(commands.get("A change that breaks callers")![0]!);
  await passes("ci");
}

/** Until the list is empty, CI reports its entries as stale. */
async function releaseNext({ succeed, push, passes, fails }: Team): Promise<void> {
  const [freeze, ...rest] = commands.get("A change that breaks callers")![1]!.split("\n");
  await succeed(freeze!);
  await fails("ci", "stale-accepted-break");
  await succeed(rest.join("\n"));
  await passes("ci");
  await push();
  await passes("release", { GITHUB_REF_NAME: "v0.2.0" });
  await fails("release", "has no release 0.3.0. There are 0.1.0, 0.2.0.", { GITHUB_REF_NAME: "v0.3.0" }, 2);
}

/** A release that a branch takes away, and one that another key has signed. */
async function tamper({ project, sh, succeed, fails }: Team): Promise<void> {
  await succeed("git rm --quiet spec/releases/0.1.0.json && git commit --quiet --message Tidy");
  await fails("ci", "deleted file");
  await succeed("git reset --quiet --hard origin/main");
  const tag = "npx toolwright release --tag v0.2.0 --key release-key.pub.pem";
  await succeed(tag);
  writeFileSync(join(project, "release-key.pub.pem"), keys()[0]);
  expect(await sh(tag)).toMatchObject({ code: 1, output: expect.stringContaining("signed by another key") });
  await succeed("git reset --quiet --hard origin/main");
}

/** The job of the release that publishes the entry, at a registry of the test. */
async function enterRegistry({ project, env, succeed }: Team): Promise<void> {
  appendFileSync(join(project, "spec", "service.yaml"), `\n${examples.get("registry")}`);
  await succeed("npm run generate && npx toolwright generate --check");
  expect(JSON.parse(readFileSync(join(project, "generated", "server.json"), "utf8"))).toMatchObject({
    name: "io.github.example/notes",
    version: "0.2.0",
    remotes: [{ type: "streamable-http", url: "https://notes.example.org/mcp" }],
  });
  const home = mkdtempSync(join(tmpdir(), "publisher-"));
  const publisher = installPublisher(home);
  await using registry = await serveRegistry();
  const steps = stepsOf(project).filter(({ run }) => run.startsWith("npx toolwright publish"));
  const outputs: string[] = [];
  for (const step of steps) {
    const atRegistry = { ...step, run: `${step.run} --registry ${registry.url}` };
    const inWorkflow = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://actions.example/token" };
    const { code, output } = await runStep(project, atRegistry, { ...env, ...publisher.env, ...inWorkflow });
    expect({ code, output }).toMatchObject({ code: 0 });
    outputs.push(output);
  }
  expect(outputs).toEqual([
    expect.stringContaining("Would publish io.github.example/notes 0.2.0"),
    expect.stringContaining("io.github.example/notes 0.2.0 is published."),
  ]);
  expect(publisher.calls()).toEqual([
    `login github-oidc --registry ${registry.url}`,
    "publish generated/server.json",
  ]);
  rmSync(home, { recursive: true });
  await succeed("git reset --quiet --hard origin/main && rm generated/server.json");
}

/** The server as it was released, and then one that was changed behind its back. */
async function deploy({ project, env, sh, succeed, passes, fails }: Team): Promise<void> {
  const verify = commands.get("After deploying")![0]!;
  await serving(project, env, async (deployed) => {
    await succeed(verify, deployed);
    await passes("verify", deployed);
  });
  const manifest = join(project, "generated", "manifest.json");
  const published = readFileSync(manifest, "utf8");
  writeFileSync(manifest, published.replace('"maxLength": 100', '"maxLength": 200'));
  expect(readFileSync(manifest, "utf8")).not.toBe(published);
  await serving(project, env, async (deployed) => {
    await fails(
      "verify",
      /::error .*not-as-published::notes_find is another one, first at .inputSchema/,
      deployed,
    );
    expect(await sh(verify, deployed)).toMatchObject({
      code: 1,
      output: expect.stringContaining("maxLength differs"),
    });
  });
  writeFileSync(manifest, published);
  await fails(
    "verify",
    "toolwright: http://127.0.0.1:1/mcp",
    { SERVER_URL: "http://127.0.0.1:1/mcp", SERVER_TOKEN: "none" },
    2,
  );
}

/** The project's own server on a free port, deployed as far as its clients can tell. */
async function serving(
  project: string,
  env: NodeJS.ProcessEnv,
  use: (deployed: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const token = "a-token-of-the-test";
  const { printed, stop } = await startServer(project, process.execPath, ["src/main.ts"], {
    ...env,
    TOKEN: token,
  });
  try {
    const [url] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(printed)!;
    await use({ SERVER_URL: url, SERVER_TOKEN: token });
  } finally {
    await stop();
  }
}

/** Writes the keys that the `openssl` commands of the page create. */
function writeKeys(project: string): void {
  const [publicKey, privateKey] = keys();
  writeFileSync(join(project, "release-key.pub.pem"), publicKey);
  writeFileSync(join(project, "release-key.pem"), privateKey);
  appendFileSync(join(project, ".gitignore"), "release-key.pem\n");
}

function keys(): [publicKey: string, privateKey: string] {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = (key: KeyObject, type: "spki" | "pkcs8") => String(key.export({ type, format: "pem" }));
  return [pem(publicKey, "spki"), pem(privateKey, "pkcs8")];
}
