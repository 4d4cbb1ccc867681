import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds } from "../results/verdict.ts";
import {
  NotesHandlers,
  serveNotes,
  specFolder,
  storedCasesOf,
  tokenScopes,
} from "../test/support/notes-server.ts";
import { type Behaviour, rawProxy } from "../test/support/raw-proxy.ts";
import { main } from "./main.ts";

/** A project with the cases of the notes. With `--spec`, each command would derive them in a process of its own. */
const folder = mkdtempSync(join(tmpdir(), "command-"));
const startFolder = process.cwd();
const program = join(import.meta.dirname, "../bin/toolwright-conformance.js");
const [token = ""] = Object.keys(tokenScopes);
let notes: Awaited<ReturnType<typeof serveNotes>>;

beforeAll(async () => {
  mkdirSync(join(folder, "generated"));
  writeFileSync(join(folder, "generated/cases.json"), storedCasesOf(specFolder));
  notes = await serveNotes();
});

afterAll(async () => {
  await notes.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in this process, in the project. */
async function conformance(args: readonly string[]): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  const to = (name: keyof typeof output) => ({
    write: (text: string) => {
      output[name] += text;
    },
  });
  const io = { stdout: to("stdout"), stderr: to("stderr"), env: {} };
  process.chdir(folder);
  const code = await main(["--report", folder, ...args], io).finally(() => process.chdir(startFolder));
  return { code, ...output };
}

/** Runs the command in its own process, in the project, as users do. */
function inProcess(
  args: readonly string[],
  onStart?: (kill: (signal: NodeJS.Signals) => void, child: ChildProcess) => void,
  cwd = folder,
) {
  const child = spawn(
    process.execPath,
    ["--conditions=toolwright-source", program, "--report", folder, ...args],
    {
      cwd,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onStart?.((signal) => child.kill(signal), child);
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
  return new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

const onNotes = () => ["--url", notes.url];

describe("the command", () => {
  test("--since compares with an earlier report, which the run may replace", async () => {
    const report = join(folder, "report.json");
    const only = ["--token", token, "--only", "manifest", "--since", report];
    const ofCase = (counted: string) => ({ id: "manifest/names", counted });
    const earlier = (counted: string) =>
      writeFileSync(
        report,
        JSON.stringify({ toolwright: 2, date: "2026-11-24T08:00:00.000Z", results: [ofCase(counted)] }),
      );
    earlier("failed");
    const gone = await conformance([...onNotes(), ...only]);
    expect(gone).toMatchObject({ code: 0, stdout: expect.stringContaining("0 new, 1 gone, 0 still there") });
    expect(JSON.parse(readFileSync(report, "utf8")).since).toMatchObject({
      gone: ["manifest/names"],
      failed: [],
    });
    const broken = await rawProxy(notes.url, listNoTools);
    earlier("held");
    const failing = await conformance(["--url", broken.url, ...only]);
    await broken.close();
    expect(failing).toMatchObject({ code: 1, stdout: expect.stringContaining("+ manifest/names fails") });
    expect(await conformance([...onNotes(), ...only, "--since", "none.json"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no report none.json"),
    });
  });

  test("answers that were recorded twice are compared, and a word that changed is named with its place", async () => {
    const [answers, accepted] = [join(folder, "answers.json"), join(folder, "changed.yaml")];
    const few = ["--token", token, "--only", "output,results"];
    const on = (url: string, ...more: string[]) => conformance(["--url", url, ...few, ...more]);
    const first = await on(notes.url, "--record-answers", answers);
    expect(first.stderr).toContain("Record another one before you compare.");
    const early = await on(notes.url, "--compare-answers", answers);
    expect(early).toMatchObject({ code: 2, stderr: expect.stringContaining("has the answers of one run") });
    const second = await on(notes.url, "--record-answers", answers);
    expect(second.stderr).toMatch(/has what 2 runs have in common: \d+ values of \d+ answers/);
    const recorded = readFileSync(answers, "utf8");
    expect(recorded).not.toContain(token);

    const same = await on(notes.url, "--compare-answers", answers);
    expect(same.stdout, same.stdout).not.toContain("answers/notes_create");
    expect(same.stdout).toMatch(/notes_create .*1/);
    const changed = await serveNotes({ handlers: new LoudNotes() });
    const other = await on(changed.url, "--compare-answers", answers);
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining("answers/notes_create") });
    expect(other.stdout).toMatch(/expected +\/title is "Milk", as in 2 runs/);
    writeFileSync(accepted, '- { case: "answers/**", reason: The title is another one since today. }\n');
    const wanted = await on(changed.url, "--compare-answers", answers, "--expected-failures", accepted);
    await changed.close();
    expect(wanted.stdout).toMatch(/ 0 failed/);
    expect(readFileSync(answers, "utf8")).toBe(recorded);
  });

  test("a file of answers has no token, also if the server shows it", async () => {
    const answers = join(folder, "open-answers.json");
    const open = await serveNotes({ handlers: new OpenNotes() });
    const args = ["--url", open.url, "--token", token, "--tool", "notes_ping", "--record-answers", answers];
    await conformance(args);
    await open.close();
    const text = readFileSync(answers, "utf8");
    expect(text).toContain("Your token is $TOKEN.");
    expect(text).not.toContain(token);
  });

  test.each([
    ["both", ["--record-answers", "a.json", "--compare-answers", "a.json"], "cannot be used together"],
    ["a file that is not there", ["--compare-answers", "none.json"], "There is no file none.json"],
  ])("answers of %s are refused before the run", async (_, args, message) => {
    const refused = await conformance([...onNotes(), "--token", token, ...args]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  test("--since repeats the order of the earlier run", async () => {
    const report = join(folder, "ordered.json");
    const earlier = { toolwright: 2, date: "2026-11-24T08:00:00.000Z", seed: 77, results: [] };
    writeFileSync(report, JSON.stringify(earlier));
    const args = [...onNotes(), "--token", token, "--only", "manifest", "--since", report];
    expect((await conformance(args)).stdout).toContain("seed 77");
    expect((await conformance([...args, "--seed", "5"])).stdout).toContain("seed 5");
  });

  test("without a spec, the message names the command that writes one for this server", async () => {
    const empty = mkdtempSync(join(tmpdir(), "no-spec-"));
    const args = ["--url", notes.url, "--token", token];
    const { code, stderr } = await inProcess(args, undefined, empty);
    rmSync(empty, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toContain(`\`npx toolwright import --url '${notes.url}' --token "$TOKEN"\``);
    expect(stderr).not.toContain(token);
  });

  test("the command that repeats a finding passes a token if the run was passed one", async () => {
    const broken = await rawProxy(notes.url, listNoTools);
    const { stdout } = await conformance(["--url", broken.url, "--token", token, "--only", "manifest"]);
    await broken.close();
    expect(stdout).toContain(
      `repeat   npx toolwright conformance --url '${broken.url}' --token "$TOKEN" --case`,
    );
  });

  test("prints help", async () => {
    // The help names a guide by its path from the folder in which the command was loaded.
    const [here, there] = [
      await conformance(["--help"]),
      await inProcess(["--help"], undefined, startFolder),
    ];
    expect(here).toMatchObject({ code: 0, stdout: expect.stringContaining("--allow-unverified FILE") });
    expect(there).toEqual(here);
    for (const kind of kinds) expect(here.stdout).toMatch(new RegExp(`[ \\n]${kind}[,\\n]`));
  });

  test.each([
    ["an unknown option", ["--speed"], /Unknown option '--speed'/],
    ["an unknown kind", ["--only", "colour"], /--only colour is not a kind of case/],
    ["an invalid number", ["--seed", "x"], /--seed x is not a whole number/],
    ["a draw without a number", ["--spend", "summaries"], /--spend summaries is neither none nor a list/],
    [
      "an unknown quota",
      ["--url", "http://127.0.0.1:1/", "--spend", "credits=2"],
      /the spec has no such quota, money, counted refusals, or entity that nothing ends. It has: none/,
    ],
    ["an invalid address", ["--url", "notes"], /--url is not an http/],
    [
      "a missing spec folder",
      ["--url", "http://127.0.0.1:1/", "--spec", "/none"],
      /No cases could be derived/,
    ],
    [
      "a port where nothing listens",
      ["--url", "http://127.0.0.1:1/mcp", "--token", "x"],
      /nothing listens there/,
    ],
    [
      "a selection without cases",
      ["--url", "http://127.0.0.1:1/", "--case", "no/such/case"],
      /No case is selected: --case names no, which the spec does not have\. --plan alone/,
    ],
    [
      "a tool that the spec does not have",
      ["--url", "http://127.0.0.1:1/", "--tool", "note_create"],
      /--tool names note_create, which the spec does not have; did you mean notes_create\?/,
    ],
    ["a missing token", ["--url", "http://127.0.0.1:1/mcp"], /Pass it by --token, the variable TOKEN/],
  ])("exits with 2 for %s", async (_, args, message) => {
    const { code, stderr } = await conformance(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("--plan lists the cases and the duration, and sends nothing", async () => {
    const { code, stdout, stderr } = await conformance([
      "--plan",
      "--url",
      "http://127.0.0.1:1/",
      "--token",
      token,
    ]);
    expect(code).toBe(0);
    const [, cases = ""] = /^(\d+) cases, about \d+ requests, 10 minutes at most/.exec(stderr) ?? [];
    expect(stdout.trim().split("\n")).toHaveLength(Number(cases));
    expect(stdout).toContain(
      "input/notes_create/title/maxLength/above\ttitle of 41 characters, one too many, is refused.",
    );
  });

  test("tests a server by its spec and writes the reports", async () => {
    const args = [...onNotes(), "--spec", specFolder, "--token", token];
    const { code, stdout, stderr } = await conformance(args);
    expect(code).toBe(2);
    expect(stdout).toMatch(/notes_create {2,}· +1/);
    expect(stdout).toMatch(/0 failed/);
    expect(stderr).toMatch(/cases, about \d+ requests, 10 minutes at most/);
    for (const file of ["report.html", "report.json", "junit.xml", "report.sarif"]) {
      expect(existsSync(join(folder, file))).toBe(true);
      expect(readFileSync(join(folder, file), "utf8")).not.toContain(token);
    }
  });

  test("accepts unverified cases that a file lists with a reason", async () => {
    const list = join(folder, "accepted.yaml");
    writeFileSync(
      list,
      "- { case: 'authorization/**', cause: no-hook, count: 20, reason: Only one token. }\n- { case: 'input/notes_get/id/pattern/at', reason: Ids. }\n",
    );
    const { code, stdout } = await conformance([...onNotes(), "--token", token, "--allow-unverified", list]);
    expect(code, stdout).toBe(0);
    writeFileSync(list, "- { case: 'authorization/**' }\n");
    const rejected = await conformance([...onNotes(), "--token", token, "--allow-unverified", list]);
    expect(rejected).toMatchObject({ code: 2, stderr: expect.stringMatching(/has no reason/) });
  });

  test("exits with 1 for a finding, and its curl line hides the token", async () => {
    const server = await rawProxy(notes.url, ({ body, response }) => {
      if (!body.includes('"tools/list"')) return false;
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(`{"jsonrpc":"2.0","id":${JSON.parse(body).id},"result":{"tools":[]}}`);
      return true;
    });
    const { code, stdout } = await conformance(["--url", server.url, "--token", token, "--only", "manifest"]);
    await server.close();
    expect(code).toBe(1);
    expect(stdout).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(stdout).not.toContain(token);
  });

  test("SIGINT ends a run with a report, even while a call waits and if it comes twice, as from npm", async () => {
    let interrupt = () => {};
    const stuck = await rawProxy(notes.url, ({ body }) => {
      if (!body.includes('"tools/call"')) return false;
      interrupt();
      return true;
    });
    const needed = join(folder, "needed.yaml");
    writeFileSync(needed, '- { case: "**", reason: A run that ends early cannot know. }');
    const args = [
      "--url",
      stuck.url,
      "--token",
      token,
      "--expected-failures",
      needed,
      // The end waits for the answer to the call that is under way, since that may have made something.
      "--timeout",
      "5",
    ];
    const ended = inProcess(args, (kill) => {
      interrupt = () => {
        interrupt = () => {};
        kill("SIGINT");
        kill("SIGINT");
      };
    });
    expect(await ended).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/Interrupted: cases that had not run are not verified/),
    });
    await stuck.close();
  });

  test("finishes the run with its exit code when its output is closed early, as by `head`", async () => {
    const report = join(folder, "unread");
    const args = [...onNotes(), "--token", token, "--report", report];
    const { code, stderr } = await inProcess(args, (_, child) => child.stdout!.destroy());
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.not.stringContaining("EPIPE") });
    expect(existsSync(join(report, "report.json"))).toBe(true);
  });

  test("signals until it ends cut off a call that is never answered, and leave a report", async () => {
    const report = join(folder, "signals");
    let called = () => {};
    const calls = new Promise<void>((resolve) => (called = resolve));
    const stuck = await rawProxy(notes.url, ({ body }) => {
      if (!body.includes('"tools/call"')) return false;
      called();
      return true;
    });
    const args = ["--url", stuck.url, "--token", token, "--timeout", "300"];
    const ended = inProcess([...args, "--report", report], async (kill, child) => {
      await calls;
      for (const signal of ["SIGTERM", "SIGINT", "SIGINT"] as const) kill(signal);
      // Slowly: while Node ends, a signal has its default effect again.
      const again = setInterval(() => kill("SIGINT"), 1_500);
      child.stderr!.on("data", (text) => text.includes("whole report") && clearInterval(again));
    });
    const { code, stdout, stderr } = await ended;
    await stuck.close();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/Stopping/) });
    expect(stdout).toContain("Interrupted: cases that had not run are not verified.");
    const { notes: written } = JSON.parse(readFileSync(join(report, "report.json"), "utf8"));
    expect(written).toContain("Interrupted: cases that had not run are not verified.");
  });

  test.each([
    ["SIGHUP", "node"],
    ["SIGTERM", "a shell that starts node in the background"],
  ] as const)(
    "%s while the server of the target starts also ends that server (%s)",
    async (signal, starter) => {
      const { port, arrival } = await listenForProcess();
      const server = [process.execPath, "-e", programWithoutAddress(port)];
      const target = join(folder, "starting.yaml");
      const command = starter === "node" ? server : ["sh", "-c", '"$@" & wait', "sh", ...server];
      writeFileSync(target, JSON.stringify({ start: { command, url: "listening at (.*)" } }));
      const args = ["--target", target];
      let kill: (signal: NodeJS.Signals) => void = () => undefined;
      const ended = inProcess(args, (send) => (kill = send));
      const connection = await arrival;
      kill(signal);
      expect(await ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Interrupted before the server of the target was ready"),
      });
      await connection.gone;
    },
  );
});

test("a program over stdio has the variables of the target file", async () => {
  const target = join(folder, "variables.yaml");
  const command = [process.execPath, "-e", `process.exit(process.env.NOTES_KEY === "a-key" ? 4 : 3)`];
  writeFileSync(target, JSON.stringify({ command, env: { NOTES_KEY: "a-key" } }));
  await expect(conformance(["--target", target])).resolves.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the server ended with 4"),
  });
});

/** A program that never prints its address; it connects to the port, and the connection closes when it ends. */
function programWithoutAddress(port: number): string {
  return `require("node:net").connect(${port}, "127.0.0.1").resume()`;
}

/** Listens on a port; `arrival` resolves when a process connects, then `gone` when it ends. */
async function listenForProcess(): Promise<{ port: number; arrival: Promise<{ gone: Promise<unknown> }> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const arrival = once(server, "connection").then((connection) => {
    const [socket] = connection as [Socket];
    server.close();
    socket.resume().on("error", () => undefined);
    return { gone: once(socket, "close") };
  });
  return { port, arrival };
}

/** Lists no tools. */
/** Gives the whole token of the caller away. */
class OpenNotes extends NotesHandlers {
  override ping(): object {
    return { ok: true, hint: `Your token is ${token}.` };
  }
}

/** Gives titles back in capital letters. */
class LoudNotes extends NotesHandlers {
  override create(...args: Parameters<NotesHandlers["create"]>): object {
    const note = super.create(...args);
    return "title" in note ? { ...note, title: String(note.title).toUpperCase() } : note;
  }
}

function listNoTools({ body, response }: Parameters<Behaviour>[0]): boolean {
  if (!body.includes('"tools/list"')) return false;
  const answer = { jsonrpc: "2.0", id: JSON.parse(body).id, result: { tools: [] } };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  return true;
}
