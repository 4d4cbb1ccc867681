/** `toolwright diff`, `release` and `verify` as a team uses them: in a project with git, in CI, against a server. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonical } from "@toolwright/json-schema";
import { afterAll, describe, expect, test } from "vitest";
import { inProject, toolwright } from "../test/support/cli/cli.ts";
import { withListingServer } from "../test/support/cli/listing-server.ts";
import { writeAll } from "../test/support/compiler.ts";
import { fixture } from "../test/support/fixtures.ts";
import { expectGolden } from "../test/support/golden.ts";
import { knownListing, knownServers } from "../test/support/import/listings.ts";
import { repository } from "../test/support/temporary-project.ts";

const want = join(repository, "generator", "test", "cli", "want");
const epoch = { SOURCE_DATE_EPOCH: "1800000000" };

/** Changes a file of the project by a replacement that must apply. */
function edit(folder: string, path: string, from: string, to: string): void {
  const file = join(folder, path);
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

const tool = "spec/tools/find_book.yaml";
const service = "spec/service.yaml";

/** One change of each class. */
function change(folder: string): void {
  edit(folder, tool, "required: [title]", "required: [title, limit]");
  edit(
    folder,
    tool,
    "    title: { type: string }",
    "    title: { type: string, minLength: 1 }\n    author: { type: string }",
  );
  edit(folder, service, "readOnlyHint: true", "readOnlyHint: false");
  edit(folder, service, "there is no such book", "There is no such book!");
}

/** Writes a list of accepted breaks. */
function reasons(folder: string, ...findings: string[]): void {
  const entries = findings.map((each) => `- finding: ${each}\n  reason: Nobody calls it.\n`);
  writeFileSync(join(folder, "accepted.yaml"), entries.join(""));
}

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** A folder with the first commit of a project, which the other tests copy: each command of git is a process. */
let firstCommit: string | undefined;

afterAll(() => {
  if (firstCommit !== undefined) rmSync(firstCommit, { recursive: true });
});

async function inRepository<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return inProject(async (folder) => {
    if (firstCommit === undefined) {
      git(folder, "init", "-q", "--template=");
      git(folder, "add", "spec");
      git(folder, "commit", "-q", "-m", "Start");
      firstCommit = mkdtempSync(join(tmpdir(), "first-commit-"));
      cpSync(join(folder, ".git"), firstCommit, { recursive: true });
    } else cpSync(firstCommit, join(folder, ".git"), { recursive: true });
    return await use(folder);
  });
}

describe("diff", () => {
  test("compares a git revision with the spec, in groups, with values that show breaking changes", async () => {
    await inRepository(async (folder) => {
      expect(await toolwright(folder, ["diff", "git:HEAD"])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/no difference\n$/),
      });
      change(folder);
      const { code, stdout, stderr } = await toolwright(folder, ["diff", "git:HEAD"]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expectGolden(join(want, "diff.txt"), stdout);
    });
  });

  test("reads the contents of resources at a revision", async () => {
    await inProject(async (folder) => {
      mkdirSync(join(folder, "spec/resources"));
      writeFileSync(join(folder, "spec/resources/guide.yaml"), "uri: books://guide\nfile: guide.md\n");
      writeFileSync(join(folder, "spec/resources/guide.md"), "# Books\n");
      writeFileSync(join(folder, "spec/resources/logo.yaml"), "uri: books://logo\nfile: logo.bin\n");
      writeFileSync(join(folder, "spec/resources/logo.bin"), new Uint8Array([0x89, 0xff]));
      edit(folder, service, "tools:", "resources: [guide, logo]\ntools:");
      git(folder, "init", "-q");
      git(folder, "add", "spec");
      git(folder, "commit", "-q", "-m", "Start");
      expect(await toolwright(folder, ["diff", "git:HEAD"])).toMatchObject({ code: 0, stderr: "" });
    });
  });

  test.each(["json", "github", "sarif", "markdown"])("--format %s", async (format) => {
    await inRepository(async (folder) => {
      change(folder);
      const { code, stdout } = await toolwright(folder, ["diff", "git:HEAD", "--format", format]);
      expect(code).toBe(1);
      const version = JSON.parse(readFileSync(join(repository, "generator", "package.json"), "utf8")).version;
      expectGolden(
        join(want, `diff.${format}`),
        stdout.replaceAll(`"version": "${version}"`, '"version": "VERSION"'),
      );
    });
  });

  test("passes accepted breaking changes with their reasons, and fails on a stale entry", async () => {
    await inRepository(async (folder) => {
      change(folder);
      const list = (...findings: string[]) => reasons(folder, ...findings);
      const diff = () => toolwright(folder, ["diff", "git:HEAD", "--accept", "accepted.yaml"]);
      list("input-property-required find_book input", "input-range-narrowed find_book input /*");
      const accepted = await diff();
      expect(accepted).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("accepted  Nobody calls it."),
      });
      list(
        "input-property-required find_book input",
        "input-range-narrowed * input /title",
        "tool-removed lend_book tool",
      );
      const stale = await diff();
      expect(stale).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("tool-removed lend_book tool"),
      });
      list("input-property-required find_book input");
      expect((await diff()).code).toBe(1);
    });
  });

  test("compares manifests, release files and a running server", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["manifest", "--out", "old.json"]);
      await toolwright(folder, ["release"]);
      const { tools } = JSON.parse(readFileSync(join(folder, "old.json"), "utf8"));
      change(folder);
      for (const args of [
        ["old.json"],
        ["old.json", "spec"],
        ["spec/releases/1.0.0.json"],
        ["release:1.0.0"],
        ["release:latest", "spec"],
        [],
      ]) {
        const { code, stdout } = await toolwright(folder, ["diff", ...args, "--format", "json"]);
        expect({ args, code, breaking: JSON.parse(stdout).counts.breaking }).toEqual({
          args,
          code: 1,
          breaking: 2,
        });
      }
      await withListingServer({ name: "library", version: "1.0.0" }, tools, async (url) => {
        expect((await toolwright(folder, ["diff", "old.json", "--url", url])).code).toBe(0);
        expect((await toolwright(folder, ["diff", url, "spec"])).code).toBe(1);
      });
    });
  });

  test.each([
    [["diff", "nothing.json"], "There is no nothing.json. Name a spec folder,"],
    [["diff", "git:nowhere"], "git does not know nowhere here"],
    [["diff", "git:--all"], "git does not know --all here"],
    [["diff", "release:9.9.9"], "has no release 9.9.9. There are none."],
    [["diff", "spec", "spec", "--url", "http://127.0.0.1:1/"], "--url replaces NEW."],
    [["diff", "spec", "--header", "A: b"], "--header goes with --url."],
    [["diff", "spec", "--format", "xml"], "--format xml is not one of human, json, github, sarif, markdown."],
    [["diff", "spec", "spec", "spec"], '"spec" is not expected here.'],
    [
      ["diff", "spec", "--accept", "bad.yaml"],
      "bad.yaml, entry 1: `reason` is missing. Say why the break is accepted.",
    ],
    [["verify", "--release", "latest"], 'Name one of --url URL and --command "COMMAND".'],
    [["verify", "--url", "http://127.0.0.1:1/"], "Name one of --release and --manifest."],
    [
      ["verify", "--url", "http://127.0.0.1:1/", "--release", "latest"],
      "has no release latest. There are none.",
    ],
    [["release", "--sign", "bad.yaml"], "The key is no private key in PEM."],
    [["release", "--tag", "latest"], '--tag "latest" does not name a version, such as v1.2.0.'],
    [["release", "--tag", "v1.0.0"], "has no release 1.0.0. There are none."],
    [["release", "--tag", "v1.0.0", "--check"], "--tag writes nothing: leave --check out."],
    [["release", "--key", "bad.yaml"], "--key goes with --tag."],
  ])("explains why %j cannot be compared", async (args, says) => {
    await inRepository(async (folder) => {
      writeFileSync(join(folder, "bad.yaml"), "- finding: tool-removed a tool\n");
      const { code, stdout, stderr } = await toolwright(folder, args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(says);
    });
  });

  test("names an unreadable old tool, and compares the others", async () => {
    await inProject(async (folder) => {
      const entry = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
      const broken = { name: "lend_book", inputSchema: { type: "array" } };
      const write = (file: string, ...tools: object[]) =>
        writeFileSync(join(folder, file), JSON.stringify({ tools }));
      write("old.json", entry("find_book"), broken);
      write("new.json", entry("find_book", { title: "Find" }), entry("lend_book"));
      const { code, stdout } = await toolwright(folder, ["diff", "old.json", "new.json"]);
      expect(code).toBe(0);
      expect(stdout).toContain("[text-edited]");
      expect(stdout).not.toContain("[tool-added]");
      expect(stdout).toContain("note: lend_book was not compared, since the old side cannot be read:");
      const back = await toolwright(folder, ["diff", "new.json", "old.json"]);
      expect(back).toMatchObject({ code: 1 });
      expect(back.stdout).toContain("[text-edited]");
      expect(back.stdout).not.toContain("[tool-removed]");
      expect(back.stdout).toContain(
        "problem: lend_book was not compared, since the new side cannot be read:",
      );
      write("none.json", broken);
      expect(await toolwright(folder, ["diff", "new.json", "none.json"])).toMatchObject({ code: 2 });
    });
  });

  test("each command names a malformed tool of a server, and reads the others", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"]);
      const { manifest, server, protocolVersions } = JSON.parse(
        readFileSync(join(folder, "spec/releases/1.0.0.json"), "utf8"),
      );
      const [first, ...others] = manifest.tools;
      const twice = { ...first, title: "Again" };
      const bare = { name: "ping", inputSchema: { properties: {} } };
      const tools = [first, bare, twice, ...others];
      const problems = [
        'Tool "ping": inputSchema is not a JSON Schema that says `type: object`, which is not MCP.',
        `Two tools are called "${first.name}".`,
      ];
      const use = async (url: string) => {
        const read = (...args: string[]) => toolwright(folder, [...args, "--url", url]);
        const imported = await read("import", "--out", "imported");
        expect(imported).toMatchObject({ code: 1 });
        for (const problem of problems) expect(imported.stderr).toContain(`Left out: ${problem}`);
        const { stdout } = await toolwright(folder, ["manifest", "--spec", "imported"]);
        expect(JSON.parse(stdout)).toEqual(manifest);
        for (const command of ["manifest", "portability"]) {
          const { code, stderr } = await read(command);
          expect({ command, code }).toEqual({ command, code: 1 });
          for (const problem of problems) expect(stderr).toContain(`left out: ${problem}`);
        }
        for (const args of [
          ["diff", "release:latest"],
          ["verify", "--release", "latest"],
        ]) {
          const { code, stdout } = await read(...args);
          expect({ args, code }).toEqual({ args, code: 1 });
          for (const problem of problems) expect(stdout).toContain(problem);
          expect(stdout).not.toContain("[tool-removed]");
        }
      };
      await withListingServer(server, tools, use, protocolVersions);
    });
  });

  test("annotations point to the release or the spec; between two servers, to no file", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"]);
      const released = readFileSync(join(folder, "spec/releases/1.0.0.json"), "utf8");
      const { manifest, server } = JSON.parse(released);
      const line = 1 + released.split("\n").findIndex((each) => each.includes(canonical(manifest.tools[0])));
      const others = manifest.tools.map((each: object) => ({ ...each, name: "other" }));
      await withListingServer(server, others, async (url) => {
        const annotations = async (old: string, format = "github") =>
          (await toolwright(folder, ["diff", old, "--url", url, "--format", format])).stdout;
        expect(await annotations("release:latest")).toMatch(
          new RegExp(`^::error file=spec/releases/1\\.0\\.0\\.json,line=${line},title=tool-removed::`, "m"),
        );
        expect(await annotations("spec")).toMatch(/^::error file=spec\/tools\/find_book\.yaml,line=1,/m);
        await withListingServer(server, manifest.tools, async (other) => {
          expect(await annotations(other)).toMatch(/^::error title=tool-removed::/m);
          const { runs } = JSON.parse(await annotations(other, "sarif"));
          expect(runs[0].results[0]).toMatchObject({ ruleId: "tool-removed", locations: [] });
        });
        const portability = ["portability", "--url", url, "--format", "github"];
        expect((await toolwright(folder, portability)).stdout).not.toContain("file=");
      });
    });
  });

  test("shows many changed descriptions of parameters as one block, with a line for each tool", async () => {
    await inProject(async (folder) => {
      const properties = (words: string) =>
        Object.fromEntries(
          ["a", "b", "c", "d", "e", "f"].map((name) => [name, { description: `${words} ${name}` }]),
        );
      const write = (file: string, words: string) =>
        writeFileSync(
          join(folder, file),
          JSON.stringify({
            tools: [{ name: "find_book", inputSchema: { type: "object", properties: properties(words) } }],
          }),
        );
      write("old.json", "Old");
      write("new.json", "New");
      const { stdout } = await toolwright(folder, ["diff", "old.json", "new.json"]);
      expectGolden(join(want, "diff-of-descriptions.txt"), stdout);
    });
  });

  test("compares what is published where a scenario still calls a tool by its old name", async () => {
    await inProject(async (folder) => {
      const { sources } = fixture("lending");
      const renamed = sources.map(({ path, text }) => ({
        path: path.replace("lend_book", "check_out"),
        text: path.startsWith("scenarios/") ? text : text.replaceAll("lend_book", "check_out"),
      }));
      for (const [name, files] of Object.entries({ old: sources, new: renamed }))
        writeAll(
          join(folder, name),
          files.map(({ path, text }) => ({ path, text })),
        );
      const { code, stdout, stderr } = await toolwright(folder, ["diff", "old", "new"]);
      expect(code).toBe(1);
      expect(stdout).toContain("check_out has the same input: perhaps it was renamed.");
      expect(stderr).toContain('There is no tool "lend_book".');
      expect(stderr).toContain("check_out takes these arguments");
    });
  });

  test("reports the errors of a spec, and compares nothing", async () => {
    await inRepository(async (folder) => {
      edit(folder, tool, "scope: books:read", "scope: books:raed");
      const { code, stdout, stderr } = await toolwright(folder, ["diff", "git:HEAD"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain('Did you mean "books:read"?');
      expect(stderr).toContain("The spec in spec has errors.");
    });
  });
});

describe("release", () => {
  test("freezes a release, rejects a breaking change in CI, and freezes the next release", async () => {
    await inProject(async (folder) => {
      const first = await toolwright(folder, ["release"], epoch);
      expect(first).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^spec\/releases\/1\.0\.0\.json is released: sha256:[0-9a-f]{64}\n/),
      });
      expect(await toolwright(folder, ["release"])).toMatchObject({
        code: 0,
        stderr: "spec/releases/1.0.0.json is the interface of spec.\n",
      });
      await toolwright(folder, ["generate"]);
      expect((await toolwright(folder, ["generate", "--check"])).code).toBe(0);

      change(folder);
      const warned = await toolwright(folder, ["generate"]);
      expect(warned.code).toBe(0);
      expect(warned.stderr).toContain("warning[break-has-version]");
      const again = await toolwright(folder, ["generate"]);
      expect(again.stderr).toContain("warning[break-has-version]");
      const refused = await toolwright(folder, ["generate", "--check"]);
      expect(refused.code).toBe(1);
      expectGolden(join(want, "break-has-version.txt"), refused.stderr);
      const frozen = await toolwright(folder, ["release"], epoch);
      expect(frozen).toMatchObject({
        code: 1,
        stderr:
          "Release 1.0.0 is frozen, and the interface is no longer that one. Set server.version to 2.0.0 or later.\n",
      });

      edit(folder, service, "version: 1.0.0", "version: 1.1.0");
      const small = await toolwright(folder, ["release", "--check"], epoch);
      expect(small).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("demands a major step, and 1.1.0 makes a smaller one."),
      });
      edit(folder, service, "version: 1.1.0", "version: 2.0.0");
      const silent = await toolwright(folder, ["release"], epoch);
      expect(silent.code).toBe(1);
      expectGolden(join(want, "release-without-reasons.txt"), silent.stderr);
      reasons(
        folder,
        "input-property-required find_book input",
        "input-range-narrowed find_book input /title",
      );
      const accept = ["--accept", "accepted.yaml"];
      const dry = await toolwright(folder, ["release", "--check", ...accept], epoch);
      expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining("2.0.0.json would be written") });
      expect((await toolwright(folder, ["release", ...accept], epoch)).code).toBe(0);
      expectGolden(
        join(want, "changelog.md"),
        readFileSync(join(folder, "spec", "CHANGELOG.md"), "utf8").replace(
          /sha256:[0-9a-f]{64}/g,
          "sha256:…",
        ),
      );
      const manifest = await toolwright(folder, ["manifest", "--release", "1.0.0"]);
      expect(JSON.parse(manifest.stdout).tools[0].inputSchema.required).toEqual(["title"]);
    });
  });

  test("writes one line for each tool and each entry, and reads releases with other line breaks", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"], epoch);
      const file = join(folder, "spec/releases/1.0.0.json");
      const written = readFileSync(file, "utf8");
      const release = JSON.parse(written);
      const lines = written.split("\n").map((line) => line.replace(/,$/, ""));
      for (const entry of release.manifest.tools) expect(lines).toContain(canonical(entry));
      for (const [name, entry] of Object.entries(release.rules))
        expect(lines).toContain(`${JSON.stringify(name)}:${canonical(entry)}`);
      expect(written.replaceAll("\n", "")).toBe(canonical(release));
      writeFileSync(file, JSON.stringify(release, null, 2));
      expect(await toolwright(folder, ["release"], epoch)).toMatchObject({
        code: 0,
        stderr: "spec/releases/1.0.0.json is the interface of spec.\n",
      });
    });
  });

  test("reports a version lower than the last one", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"], epoch);
      edit(folder, service, "version: 1.0.0", "version: 0.9.0");
      expect(await toolwright(folder, ["release"], epoch)).toMatchObject({
        code: 1,
        stderr: "Version 0.9.0 comes before release 1.0.0. Set server.version to 1.0.1 or later.\n",
      });
      const { stderr } = await toolwright(folder, ["generate"]);
      expect(stderr).toContain("warning[version-goes-forward]");
      expect(stderr).toContain("Version 0.9.0 comes before release 1.0.0.");
      const { stdout } = await toolwright(folder, ["diff"]);
      expect(stdout).toContain("note: The version goes back: 1.0.0 -> 0.9.0.");
    });
  });

  test("replaces a release until a tag has its version, with a reason for each breaking change", async () => {
    await inRepository(async (folder) => {
      await toolwright(folder, ["release"], epoch);
      change(folder);
      const replace = ["release", "--replace-unpublished"];
      expect(await toolwright(folder, replace, epoch)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^2 breaks have no reason\./),
      });
      reasons(
        folder,
        "input-property-required find_book input",
        "input-range-narrowed find_book input /title",
        "tool-removed lend_book tool",
      );
      const accept = [...replace, "--accept", "accepted.yaml"];
      expect(await toolwright(folder, accept, epoch)).toMatchObject({
        code: 1,
        stderr: "Take the stale entries out of the list.\n",
      });
      reasons(
        folder,
        "input-property-required find_book input",
        "input-range-narrowed find_book input /title",
      );
      expect(await toolwright(folder, accept, epoch)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("spec/releases/1.0.0.json is released"),
      });
      expectGolden(
        join(want, "changelog-of-replaced.md"),
        readFileSync(join(folder, "spec", "CHANGELOG.md"), "utf8").replace(
          /sha256:[0-9a-f]{64}/g,
          "sha256:…",
        ),
      );
      edit(folder, tool, "minLength: 1", "minLength: 0");
      expect(await toolwright(folder, replace, epoch)).toMatchObject({ code: 0 });
      const broken = readFileSync(join(folder, "spec", "CHANGELOG.md"), "utf8").split("### Broken before")[1];
      expect(broken?.match(/^- /gm)).toHaveLength(2);
      edit(folder, tool, "minLength: 0", "minLength: 2");
      git(folder, "tag", "v1.0.0");
      expect(await toolwright(folder, accept, epoch)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Release 1.0.0 is published: the tag v1.0.0 carries it."),
      });
      edit(folder, service, "version: 1.0.0", "version: 2.0.0");
      expect(await toolwright(folder, replace, epoch)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("the last release is 1.0.0, and the spec has the version 2.0.0"),
      });
    });
  });

  test("every command rejects a release that was changed by hand", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"]);
      edit(folder, "spec/releases/1.0.0.json", '"title"', '"name"');
      for (const args of [
        ["diff"],
        ["release"],
        ["generate", "--check"],
        ["manifest", "--release", "latest"],
      ]) {
        const { code, stderr } = await toolwright(folder, args);
        expect({ args, code }).toEqual({ args, code: args[0] === "manifest" ? 1 : 2 });
        expect(stderr).toContain("spec/releases/1.0.0.json was changed after it was released");
      }
    });
  });

  test("checks that a signature belongs to the key and to the release", async () => {
    const pem = (key: { export(options: object): string | Buffer }, type: string) =>
      String(key.export({ type, format: "pem" }));
    const [own, other] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")];
    await inProject(async (folder) => {
      writeFileSync(join(folder, "key.pem"), pem(own.privateKey, "pkcs8"));
      writeFileSync(join(folder, "public.pem"), pem(own.publicKey, "spki"));
      writeFileSync(join(folder, "other.pem"), pem(other.publicKey, "spki"));
      expect((await toolwright(folder, ["release", "--sign", "key.pem"])).code).toBe(0);
      const { manifest, server, protocolVersions } = JSON.parse(
        readFileSync(join(folder, "spec/releases/1.0.0.json"), "utf8"),
      );
      await withListingServer(
        server,
        manifest.tools,
        async (url) => {
          const verify = (...more: string[]) =>
            toolwright(folder, ["verify", "--url", url, "--release", "latest", ...more]);
          expect(await verify()).toMatchObject({
            code: 0,
            stdout: "",
            stderr: expect.stringContaining("1 tool, byte for byte"),
          });
          expect((await verify("--key", "public.pem")).code).toBe(0);
          expect(await verify("--key", "other.pem")).toMatchObject({
            code: 1,
            stdout: expect.stringContaining("signed by another key"),
          });
          edit(folder, "spec/releases/1.0.0.json", '"value":"', '"value":"AAAA');
          expect(await verify()).toMatchObject({
            code: 1,
            stdout: expect.stringContaining("does not belong to this release"),
          });
        },
        protocolVersions,
      );
    });
  });
});

describe("verify", () => {
  test("finds changes of a deployed server", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"]);
      await toolwright(folder, ["manifest", "--out", "manifest.json"]);
      const { manifest, server, protocolVersions } = JSON.parse(
        readFileSync(join(folder, "spec/releases/1.0.0.json"), "utf8"),
      );
      const changed = structuredClone(manifest.tools);
      changed[0].inputSchema.properties.limit.maximum = 20;
      changed.push({ name: "delete_book", inputSchema: { type: "object" } });
      await withListingServer({ ...server, version: "1.0.1" }, changed, async (url) => {
        const { code, stdout } = await toolwright(folder, ["verify", "--url", url, "--release", "1.0.0"]);
        expect(code).toBe(1);
        expectGolden(join(want, "verify.txt"), stdout.replaceAll(url, "http://server/"));
        expect((await toolwright(folder, ["verify", "--url", url, "--manifest", "manifest.json"])).code).toBe(
          1,
        );
      });
      // The same tools, but the server leaves a revision of MCP out.
      await withListingServer(server, manifest.tools, async (url) => {
        expect(
          await toolwright(folder, ["verify", "--url", url, "--manifest", "manifest.json"]),
        ).toMatchObject({ code: 0 });
        const { code, stdout } = await toolwright(folder, ["verify", "--url", url, "--release", "1.0.0"]);
        expect(code).toBe(protocolVersions.length > 1 ? 1 : 0);
        if (protocolVersions.length > 1)
          expect(stdout).toContain("was published, and the server does not serve it.");
      });
    });
  });

  test("takes a list of types and a choice of types as the same", async () => {
    await inProject(async (folder) => {
      const server = { name: "library", version: "1.0.0" };
      const toolsWith = (of: object) => [
        { name: "find", inputSchema: { type: "object" as const, properties: { of } } },
      ];
      const list = toolsWith({ type: ["string", "null"], maxLength: 3 });
      const choice = toolsWith({ anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] });
      for (const [released, deployed] of [
        [list, choice],
        [choice, list],
      ] as const)
        await withListingServer(server, deployed, async (url) => {
          writeFileSync(join(folder, "manifest.json"), JSON.stringify({ tools: released }));
          const result = await toolwright(folder, ["verify", "--url", url, "--manifest", "manifest.json"]);
          expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining("the other spelling") });
        });
    });
  });

  test("fails to verify an unreachable server", async () => {
    await inProject(async (folder) => {
      await toolwright(folder, ["release"]);
      const { code, stderr } = await toolwright(folder, [
        "verify",
        "--url",
        "http://127.0.0.1:1/",
        "--release",
        "latest",
      ]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^toolwright: http:\/\/127\.0\.0\.1:1\//);
    });
  });
});

describe("an imported server", () => {
  const imported = async (url: string) =>
    await inProject(async (folder) => {
      expect(await toolwright(folder, ["import", "--url", url, "--out", "theirs"])).toMatchObject({
        code: 0,
      });
      expect(await toolwright(folder, ["release", "--spec", "theirs"])).toMatchObject({ code: 0 });
      const verify = ["verify", "--spec", "theirs", "--release", "latest", "--url", url];
      expect(await toolwright(folder, verify)).toMatchObject({ code: 0, stdout: "" });
      const [file = expect.fail()] = readdirSync(join(folder, "theirs/releases"));
      return JSON.parse(readFileSync(join(folder, "theirs/releases", file), "utf8")).protocolVersions;
    });

  test.each(knownServers)("verifies the imported and released $name", async ({ file }) => {
    const { server, tools } = knownListing(file);
    const { name, version } = server as { name: string; version: string };
    await withListingServer({ name, version }, tools, async (url) => {
      expect(await imported(url)).toEqual(["2025-11-25"]);
    });
  });

  test.each([[["2025-06-18"]], [["2025-11-25", "2026-07-28"]]])(
    "of %j: the spec says so",
    async (versions) => {
      const tools = [{ name: "ping", inputSchema: { type: "object" } }];
      const use = async (url: string) => expect(await imported(url)).toEqual(versions);
      await withListingServer({ name: "clock", version: "1.0.0" }, tools, use, versions);
    },
  );
});

describe("verify with resources and prompts", () => {
  const fixture = join(repository, "generator/test/fixtures/resources");
  type Entry = Record<string, unknown>;
  type Lists = Record<"resources" | "resourceTemplates" | "prompts", Entry[]>;

  /** Runs `verify` and `diff` on a deployment of the fixture with changed lists. */
  async function judge(change: (lists: Lists) => Partial<Lists>) {
    return await inProject(async (folder) => {
      rmSync(join(folder, "spec"), { recursive: true });
      cpSync(join(fixture, "spec"), join(folder, "spec"), { recursive: true });
      expect(await toolwright(folder, ["release"])).toMatchObject({ code: 0 });
      const { server, manifest, protocolVersions } = JSON.parse(
        readFileSync(join(folder, "spec/releases/1.0.0.json"), "utf8"),
      );
      const read = (file: string) => JSON.parse(readFileSync(join(fixture, "want", file), "utf8"));
      const lists = change({ ...read("resources.json"), ...read("prompts.json") });
      const use = async (url: string) => {
        const verified = await toolwright(folder, ["verify", "--url", url, "--release", "latest"]);
        const { stdout } = await toolwright(folder, ["diff", "release:latest", "--url", url]);
        return { ...verified, codes: [...stdout.matchAll(/\[([a-z-]+)\]$/gm)].map(([, code]) => code) };
      };
      return await withListingServer(server, manifest.tools, use, protocolVersions, lists);
    });
  }

  test("verifies a deployment that equals the release", async () => {
    expect(await judge((lists) => lists)).toMatchObject({ code: 0, stdout: "", codes: [] });
  });

  const without = (entries: Entry[], index: number) => entries.filter((_, at) => at !== index);
  const withArguments = ({ prompts: [first, ...rest] }: Lists, change: (list: Entry[]) => Entry[]) => ({
    prompts: [{ ...first, arguments: change(first?.arguments as Entry[]) }, ...rest],
  });
  test.each<[string, (lists: Lists) => Partial<Lists>, says: string, code: string]>([
    [
      "a resource is gone",
      (all) => ({ resources: without(all.resources, 1) }),
      "resource notes://feed is not there.",
      "resource-removed",
    ],
    [
      "a template is gone",
      (all) => ({ resourceTemplates: without(all.resourceTemplates, 0) }),
      "resource notes://note/{note_id} is not there.",
      "resource-removed",
    ],
    [
      "another scope is needed",
      ({ resources: [first, ...rest] }) => ({
        resources: [{ ...first, _meta: { "dev.toolwright/scopes": ["notes:secret"] } }, ...rest],
      }),
      "resource notes://guide: A token needs notes:secret.",
      "auth-scope-added",
    ],
    [
      "an argument is gone",
      (all) => withArguments(all, (list) => without(list, 1)),
      "prompt summarise is another one, first at /inputSchema/properties/tone.",
      "input-property-removed",
    ],
    [
      "an argument has to be given",
      (all) => withArguments(all, (list) => list.map((each) => ({ ...each, required: true }))),
      "prompt summarise is another one, first at /inputSchema/required/1.",
      "input-property-required",
    ],
    [
      "an argument has other words",
      (all) => withArguments(all, (list) => list.map((each) => ({ ...each, description: "Any text." }))),
      "prompt summarise is another one, first at /inputSchema/properties/note_id/description.",
      "input-description-changed",
    ],
    [
      "a page asks for more",
      ({ resources }) => ({
        resources: resources.map((each) => (each.name === "panel" ? { ...each, _meta: { ui: {} } } : each)),
      }),
      "resource ui://notes/panel is another one, first at /_meta/ui",
      "entry-changed",
    ],
    [
      "a prompt that no release has",
      ({ prompts }) => ({ prompts: [...prompts, { name: "obey" }] }),
      "prompt obey was not published.",
      "prompt-added",
    ],
  ])("%s", async (_, change, says, code) => {
    const { code: exit, stdout, codes } = await judge((lists) => ({ ...lists, ...change(lists) }));
    expect(exit).toBe(1);
    expect(stdout).toContain(`problem: ${says}`);
    expect(stdout).toContain(`[${code}]`);
    expect(codes).toContain(code);
  });

  test("verifies a server without resources and prompts", async () => {
    const { code, stdout } = await judge(() => ({}));
    expect(code).toBe(1);
    expect(stdout.match(/^problem: (resource|prompt) .* is not there\.$/gm)).toHaveLength(8);
  });

  test.each<[Partial<Lists>, string]>([
    [{ resources: [{ uri: 1 }] }, "resources 1 has no uri."],
    [{ resources: [{ uri: "a:b" }, { uri: "a:b" }] }, 'Two resources are called "a:b".'],
    [{ prompts: [{ name: "x", arguments: ["a"] }] }, 'prompts "x": arguments is not a list of maps'],
  ])("fails to verify %j", async (lists, says) => {
    const { code, stderr } = await judge((all) => ({ ...all, ...lists }));
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });
});
