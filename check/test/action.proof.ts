/**
 * `action.yml` as a runner would run it: its shell steps, with the environment that the file gives them, in a repository of two commits
 * whose second breaks a call. A program named `gh` stands in for GitHub: it keeps comments in a file.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

const repository = join(import.meta.dirname, "../..");

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(join(repository, "action.yml"), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "check-action-"));
const checkout = join(folder, "action");
const programs = join(folder, "bin");
let team = join(folder, "team");

interface Ran {
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly summary: string;
}

/** The part of the language of expressions that action.yml uses: paths, `&&` and literals in an interpolation. */
function evaluate(text: string, context: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
    expression.split(" && ").reduce((value, path) => (value === "" ? "" : (context[path] ?? "")), "true"),
  );
}

function runAction(
  inputs: Readonly<Record<string, string>>,
  pullRequest: string | undefined,
  branch = "main",
): Ran {
  const scratch = mkdtempSync(join(folder, "run-"));
  const summary = join(scratch, "summary.md");
  writeFileSync(summary, "");
  const github = {
    "github.event.pull_request.number": pullRequest ?? "",
    "github.token": "ghs_token_of_the_job",
  };
  const given = Object.entries(action.inputs).map(([name, { default: value = "" }]) => [
    `inputs.${name}`,
    inputs[name] ?? evaluate(value, github),
  ]);
  const context: Record<string, string> = { ...Object.fromEntries(given), ...github };
  const outputs: Record<string, Record<string, string>> = {};
  let log = "";
  for (const step of action.runs.steps) {
    if (step.if !== undefined && evaluate(step.if, context) === "") continue;
    const output = join(scratch, `${step.name}.output`);
    writeFileSync(output, "");
    const ended = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: team,
      encoding: "utf8",
      timeout: 120_000,
      env: {
        ...process.env,
        PATH: `${programs}:${process.env.PATH}`,
        RUNNER_TEMP: scratch,
        GITHUB_ACTION_PATH: checkout,
        GITHUB_REPOSITORY: "team/server",
        GITHUB_WORKSPACE: team,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        ...(pullRequest !== undefined && { GITHUB_BASE_REF: branch }),
        ...Object.fromEntries(
          Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, context)]),
        ),
      },
    });
    log += ended.stdout + ended.stderr;
    const lines = readFileSync(output, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const set = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    outputs[step.name] = set;
    for (const [name, value] of Object.entries(set)) context[`steps.${step.id}.outputs.${name}`] = value;
    if (ended.status !== 0)
      return { code: ended.status ?? 1, log, outputs, summary: readFileSync(summary, "utf8") };
  }
  return { code: 0, log, outputs, summary: readFileSync(summary, "utf8") };
}

/** The program `gh`: `api` lists, makes and edits comments in a file, and writes down each call. */
const gh = `#!/usr/bin/env node
const fs = require("node:fs");
const state = ${JSON.stringify(join(folder, "github.json"))};
const { comments, calls, mayWrite } = JSON.parse(fs.readFileSync(state, "utf8"));
const args = process.argv.slice(2);
const method = args[args.indexOf("--method") + 1] ?? "GET";
const isListing = !args.includes("--method");
const path = args.find((each) => each.startsWith("repos/"));
const field = args.find((each) => each.startsWith("body=@"));
calls.push([isListing ? "GET" : method, path, process.env.GH_TOKEN]);
let code = 0;
if (process.env.GH_TOKEN === "") code = 4;
else if (isListing) {
  for (const { id, body, user, author_association } of comments)
    if (body.startsWith(process.env.MARKER) && (user.type === "Bot" || ["OWNER", "MEMBER", "COLLABORATOR"].includes(author_association)))
      console.log(id);
} else if (!mayWrite) code = 1;
else {
  const body = fs.readFileSync(field.slice("body=@".length), "utf8");
  const id = Number(/comments\\/(\\d+)$/.exec(path)?.[1]);
  if (method === "PATCH") comments.find((each) => each.id === id).body = body;
  else comments.push({ id: comments.length + 1, body, user: { type: "Bot" }, author_association: "NONE" });
}
fs.writeFileSync(state, JSON.stringify({ comments, calls, mayWrite }));
process.exitCode = code;
`;

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly type: "Bot" | "User" };
  readonly author_association: string;
}

const byStranger = (id: number, body: string): Comment => ({
  id,
  body,
  user: { type: "User" },
  author_association: "NONE",
});

interface GitHub {
  readonly comments: readonly Comment[];
  readonly calls: readonly (readonly string[])[];
}

function setGitHub(mayWrite: boolean, comments: GitHub["comments"] = []): void {
  writeFileSync(join(folder, "github.json"), JSON.stringify({ comments, calls: [], mayWrite }));
}

function readGitHub(): GitHub {
  return JSON.parse(readFileSync(join(folder, "github.json"), "utf8"));
}

/** A server without a dependency, over stdio. */
const server = (maximum: number) => `
const tools = [{
  name: "find_book",
  description: "Finds books. Use it before lend_book. ::error::not a command <!-- @everyone",
  annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { limit: { type: "integer", minimum: 1, maximum: ${maximum}, description: "How many." } }, additionalProperties: false },
}];
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "library", version: process.env.VERSION ?? "none" } }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": (params) => {
    const limit = params.arguments?.limit ?? 1;
    return { content: [{ type: "text", text: String(limit) }], isError: !(limit >= 1) };
  },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let message;
  try { message = JSON.parse(line); } catch { return console.log(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Not JSON" } })); }
  if (message?.id === undefined) return;
  if (message.method === "tools/call" && message.params?.name !== "find_book")
    return console.log(JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32602, message: "Unknown tool" } }));
  const answer = results[message.method];
  const body = answer ? { result: answer(message.params ?? {}) } : { error: { code: -32601, message: "Unknown method" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
});
`;

const inputs = { command: "node server.cjs", env: "VERSION=1.0.0\n" };

function git(...args: readonly string[]): void {
  const named = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  execFileSync("git", [...named, ...args], { cwd: team, stdio: "pipe" });
}

beforeAll(() => {
  for (const path of [checkout, team, programs]) mkdirSync(path);
  // The action from a checkout of what is committed or about to be.
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: repository,
    encoding: "utf8",
  });
  for (const file of files
    .split("\n")
    .filter((name) =>
      /^(check|conformance|json-schema|runtime|generator|impl|evidence)\/|^[^/]*\.(json|yml)$|^\.npmrc$/.test(
        name,
      ),
    ))
    cpSync(join(repository, file), join(checkout, file));
  writeFileSync(join(programs, "gh"), gh);
  chmodSync(join(programs, "gh"), 0o755);

  const origin = join(folder, "origin.git");
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", origin]);
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", origin);
  writeFileSync(join(team, "server.cjs"), server(100));
  const program = join(repository, "check/bin/toolwright-check.js");
  const update = ["--command", inputs.command, "--env", "VERSION=1.0.0", "--update"];
  execFileSync(process.execPath, [program, ...update], { cwd: team, stdio: "pipe" });
  git("add", ".");
  git("commit", "-qm", "A server and its lock file");
  git("push", "-q", "origin", "main");
  git("checkout", "-qb", "change");
  writeFileSync(join(team, "server.cjs"), server(10));
  execFileSync(process.execPath, [program, ...update], { cwd: team, stdio: "pipe" });
  git("commit", "-qam", "Find fewer books");
  git("push", "-q", "origin", "change");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a pull request that breaks a call", () => {
  test("gets one comment, which later runs edit", () => {
    // The second one could be edited by its author afterwards.
    const forged = "<!-- toolwright-check ./mcp.lock.json -->\n### ✅ Nothing that worked breaks.";
    setGitHub(true, [byStranger(1, "A comment of a person about toolwright-check"), byStranger(2, forged)]);
    const first = runAction(inputs, "7");
    expect(first).toMatchObject({ code: 1 });
    expect(first.outputs["Check the server"]).toMatchObject({
      verdict: "1 call that worked is refused now.",
      "exit-code": "1",
    });
    expect(first.log).toMatch(
      /^::error file=mcp\.lock\.json,line=\d+,title=input-range-narrowed::find_book input \/limit/m,
    );
    expect(first.summary).toContain('find_book {"limit":');
    const { comments, calls } = readGitHub();
    expect(comments).toHaveLength(3);
    expect(comments[2]?.body).toMatch(
      /^<!-- toolwright-check \.\/mcp\.lock\.json -->\n### ❌ 1 call that worked/,
    );
    expect(calls).toEqual([
      ["GET", "repos/team/server/issues/7/comments?per_page=100", "ghs_token_of_the_job"],
      ["POST", "repos/team/server/issues/7/comments", "ghs_token_of_the_job"],
    ]);

    // The change is taken back, and its lock file with it.
    git("checkout", "-q", "main", "--", ".");
    const second = runAction(inputs, "7");
    expect(second).toMatchObject({ code: 0 });
    expect(readGitHub().comments.map(({ body }) => body.split("\n")[1])).toEqual([
      undefined,
      "### ✅ Nothing that worked breaks.",
      expect.stringMatching(/^### ✅ Nothing that worked breaks\./),
    ]);
    expect(readGitHub().calls.at(-1)?.slice(0, 2)).toEqual(["PATCH", "repos/team/server/issues/comments/3"]);
    git("checkout", "-q", "change", "--", ".");
  });

  test("of a fork, which may not write a comment, has the verdict in the summary of the job", () => {
    setGitHub(false);
    const { code, log, summary } = runAction(inputs, "7");
    expect(code).toBe(1);
    expect(log).toContain(
      "::notice::The comment cannot be written, so the verdict is in the job summary only.",
    );
    expect(summary).toContain("### ❌ 1 call that worked is refused now.");
  });

  test.each([
    ["never", 0],
    ["breaks", 1],
    ["sometimes", 1],
  ])("with fail-on: %s ends with %i", (failOn, code) => {
    setGitHub(true);
    expect(runAction({ ...inputs, "fail-on": failOn }, "7").code).toBe(code);
  });
});

test("a pull request that changes nothing gets no comment, and a push compares with the committed lock file", () => {
  setGitHub(true);
  git("checkout", "-q", "main");
  expect(runAction(inputs, "8")).toMatchObject({
    code: 0,
    log: expect.stringContaining("Nothing that worked breaks."),
  });
  expect(readGitHub().comments).toEqual([]);
  setGitHub(true);
  expect(runAction(inputs, undefined)).toMatchObject({ code: 0 });
  expect(readGitHub().calls).toEqual([]);
  git("checkout", "-q", "change");
});

test("texts of the server are no commands of the runner", () => {
  setGitHub(true);
  const { log } = runAction(inputs, "7");
  const [, stop = "", rest = ""] = /^::stop-commands::([0-9a-f]{32})\n([\s\S]*)/m.exec(log) ?? [];
  const after = rest.slice(rest.indexOf(`::${stop}::`));
  expect(after.split("\n").filter((line) => /^::(?!error file=|warning file=)/.test(line))).toEqual([
    `::${stop}::`,
  ]);
});

test("inputs with quotes, spaces and commands of a shell are arguments, and nothing else", () => {
  setGitHub(true);
  const evil = '$(touch pwned) `touch pwned`; "; touch pwned; #';
  const { code, log } = runAction({ ...inputs, lock: evil, base: evil, env: `A=${evil}` }, "7");
  expect(code).toBe(1);
  expect(log).toContain("git does not know");
  expect(() => readFileSync(join(team, "pwned"))).toThrow();
});

test("a base branch whose name is a command of a shell is a name", () => {
  setGitHub(true);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell would read it.
  const branch = "main$(touch${IFS}pwned)`touch${IFS}pwned`;touch${IFS}pwned&'";
  git("push", "-q", "origin", `refs/heads/main:refs/heads/${branch}`);
  const { code, outputs, log } = runAction(inputs, "7", branch);
  expect(code).toBe(1);
  expect(log).toContain(`compared with mcp.lock.json at origin/${branch}`);
  expect(outputs["Check the server"]).toMatchObject({ verdict: "1 call that worked is refused now." });
  expect(() => readFileSync(join(team, "pwned"))).toThrow();
});

test("without a token the verdict is in the summary, and the log says why", () => {
  setGitHub(true);
  const { code, log, summary } = runAction({ ...inputs, "github-token": "" }, "7");
  expect(code).toBe(1);
  expect(log).toContain("::notice::The comments of the pull request cannot be read");
  expect(summary).toContain("### ❌ 1 call that worked is refused now.");
});

test("a checkout of one commit fetches the base, and a checkout with a history keeps it", () => {
  expect(execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: team, encoding: "utf8" })).toBe("2\n");
  const whole = team;
  team = join(folder, "shallow");
  execFileSync("git", [
    "clone",
    "-q",
    "--depth=1",
    "-b",
    "change",
    `file://${join(folder, "origin.git")}`,
    team,
  ]);
  setGitHub(true);
  expect(runAction(inputs, "7").outputs["Check the server"]).toMatchObject({
    verdict: "1 call that worked is refused now.",
  });
  team = whole;
});

test("for: names directories, whose criteria are a section of the comment", () => {
  setGitHub(true);
  const { code, summary } = runAction({ ...inputs, for: "claude" }, "7");
  expect(code).toBe(1);
  expect(summary).toMatch(/directories(<\/b>)?: /);
});

test("the job for GitLab compares with the target branch, and writes its reports", () => {
  const guide = readFileSync(join(repository, "docs/check.md"), "utf8");
  const [, yaml = ""] = /^```yaml\n# \.gitlab-ci\.yml\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const { mcp }: { mcp: { script: readonly string[] } } = parse(yaml);
  const lines = mcp.script
    .filter((line) => !/^pip |^git clone |npm ci/.test(line))
    .map((line) => line.replaceAll("/tmp/toolwright", checkout).replace("python server.py", inputs.command));
  expect(lines).toHaveLength(2);
  const { status, stdout } = spawnSync("bash", ["-ec", lines.join("\n")], {
    cwd: team,
    encoding: "utf8",
    env: { ...process.env, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main", VERSION: "1.0.0" },
  });
  expect(status).toBe(1);
  expect(stdout).toContain("1 call that worked is refused now.");
  for (const report of ["mcp.md", "mcp.xml"]) {
    expect(readFileSync(join(team, report), "utf8")).toContain("find_book input /limit");
    rmSync(join(team, report));
  }
});

test("a server that cannot be started fails the job, and makes no comment", () => {
  setGitHub(true);
  const { code, log, summary } = runAction({ command: "node nowhere.cjs", "fail-on": "never" }, "7");
  expect(code).toBe(1);
  expect(log).toMatch(/^::error::The server could not be checked\./m);
  expect(summary).toContain("The server could not be checked.");
  expect(readGitHub().comments).toEqual([]);
});
