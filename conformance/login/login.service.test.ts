/** `--login`: the suite signs in at a certified authorization server, and tests with the token that it gets. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMcpServer } from "@toolwright/runtime";
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Io } from "../cli/io.ts";
import { main } from "../cli/main.ts";
import { casesOf, NotesHandlers, serviceOf, specFolder } from "../test/support/notes-server.ts";
import { browse, type RunningProvider, startProvider } from "../test/support/oauth/oidc-provider.ts";
import { signIn } from "./login.ts";

const folder = mkdtempSync(join(tmpdir(), "login-"));
const spec = join(folder, "spec");
let provider: RunningProvider;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  cpSync(specFolder, spec, { recursive: true });
  const service = join(spec, "service.yaml");
  writeFileSync(service, readFileSync(service, "utf8").replace(/^auth:.*$/m, "auth: { scheme: oauth }"));
  const cases = casesOf(spec);
  provider = await startProvider(cases.scopes);
  const server = createMcpServer({
    service: serviceOf(cases),
    handlers: new NotesHandlers(),
    oauth: jwtIssuer(provider),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  url = await server.listen(0);
  close = () => server.close(0);
});
afterAll(async () => {
  provider.close();
  await close();
  rmSync(folder, { recursive: true });
});

/** Makes the streams of a command. When the address is printed, it is opened as in a browser. */
function ioOf(output: { stdout: string; stderr: string }): Io {
  return {
    env: { BROWSER: "none" },
    stdout: {
      write(text: string) {
        output.stdout += text;
      },
    },
    stderr: {
      write(text: string) {
        output.stderr += text;
        const [, address] = /^ {2}(http\S+)$/m.exec(text) ?? [];
        if (address) void browse(address);
      },
    },
  };
}

test("the command signs in, and runs the checks of OAuth with the token", async () => {
  const output = { stdout: "", stderr: "" };
  const args = ["--spec", spec, "--report", folder, "--url", url, "--login", "--only", "oauth"];
  expect(await main(args, ioOf(output))).toBe(2);
  expect(output.stdout).toContain("12 held, 0 failed, 5 not verified");
  expect(output.stdout).toContain("the hook issue creates one");
});

test("a client that the authorization server knows signs in without registration, for fewer scopes", async () => {
  const login = { url: new URL(url), clientId: "known", scopes: ["notes:read"] };
  const { token, scopes } = await signIn(login, ioOf({ stdout: "", stderr: "" }));
  expect(scopes).toEqual(["notes:read"]);
  expect(await jwtIssuer(provider).authenticate(token, url)).toMatchObject({
    account: "ana",
    client: "known",
  });
});

test.each([
  [
    "a server that is not there",
    () => ({ url: new URL("http://127.0.0.1:9/mcp"), clientId: undefined, scopes: [] }),
  ],
  ["a scope that no user has", () => ({ url: new URL(url), clientId: undefined, scopes: ["nothing"] })],
])("%s is an error for the user, in one sentence", async (_, login) => {
  await expect(signIn(login(), ioOf({ stdout: "", stderr: "" }))).rejects.toThrow(/^The sign-in failed: /);
});
