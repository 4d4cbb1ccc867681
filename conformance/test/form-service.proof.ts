/** Our server as an operator starts it: its target file, with three accounts of its own commands; and what one token can decide. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readCaseFile } from "../cases/load.ts";
import { parseOptions } from "../cli/options.ts";
import { planRun, testTarget } from "../cli/test-target.ts";
import { runSuite } from "../run/suite.ts";
import { startServer } from "../target/started.ts";

const repository = join(import.meta.dirname, "..", "..");
const source = "--conditions=toolwright-source";
const run = promisify(execFile);
const all =
  "forms:read,forms:write,shares:write,responses:read,responses:read:pii,responses:export,billing:read";

interface Line {
  readonly token: string;
  readonly token_id: string;
}

/** Starts the form service, and makes tokens by its own command. */
async function serve() {
  const server = await startServer(
    {
      command: [process.execPath, source, "impl/main.ts"],
      env: { HOST: "127.0.0.1", PORT: "0", PUBLIC_URL: "", DATA_DIR: "{folder}", NODE_ENV: "test" },
      url: '"endpoint":"([^"]+)"',
    },
    repository,
  );
  onTestFinished(() => server.stop());
  const env = { ...process.env, ...server.environment };
  const tokenCommand = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, ["impl/bin/service-mcp.js", "token", ...args], { cwd: repository, env }))
      .stdout;
  const create = (account: string, ...scopes: string[]) =>
    tokenCommand(
      ...["create", "--json", "--create-account", "--plan", "business", "--account", account],
      ...scopes.flatMap((list) => ["--scopes", list]),
    );
  return { server, tokenCommand, create };
}

const readLines = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("three accounts and scoped tokens verify access, with and without a share", {
  timeout: 120_000,
}, async () => {
  const { server, tokenCommand, create } = await serve();
  const withoutRead = all.replace("forms:read,", "");
  const withoutShares = all.replace("shares:write,", "");
  const owner = "owner@example.org";
  // Several with every scope: one alone would wait for the window of its rate.
  const tokens = await create(owner, all, all, all, ...all.split(","), withoutRead, withoutShares);
  const others = await create("other@example.org", all, all);
  const colleagues = await create("colleague@example.org", all);
  const revoked: Line = JSON.parse(await create(owner, all));
  await tokenCommand("revoke", revoked.token_id);

  const report = join(server.environment.DATA_DIR!, "report");
  const { stdout, stderr } = await run(
    process.execPath,
    [
      ...[source, "conformance/bin/toolwright-conformance.js", "--url", server.url, "--report", report],
      ...["--target", "conformance/targets/form-service.yaml"],
      ...["--only", "authorization,access,output", "--tool", "service_get_form,service_share_form"],
    ],
    {
      cwd: repository,
      env: {
        ...process.env,
        TOKEN: "",
        FORM_SERVICE_TOKENS: tokens,
        FORM_SERVICE_OTHER_TOKENS: others,
        FORM_SERVICE_COLLEAGUE_TOKENS: colleagues,
        FORM_SERVICE_COLLEAGUE_EMAIL: "colleague@example.org",
        FORM_SERVICE_REVOKED_TOKEN: revoked.token,
      },
    },
  ).catch((error: { stdout: string; stderr: string }) => error);

  expect(stderr).toContain("report.html has the whole report");
  const { results } = JSON.parse(readFileSync(join(report, "report.json"), "utf8"));
  const ids = (status: string): string[] =>
    results.filter((each: { status: string }) => each.status === status).map(({ id }: { id: string }) => id);
  expect(ids("failed")).toEqual([]);
  // The service makes no token without scopes, and none has expired: the shortest lifetime is a day.
  expect(ids("unverified")).toEqual([
    "authorization/service_get_form/expired-token",
    "authorization/service_get_form/no-scopes",
    "authorization/service_share_form/expired-token",
    "authorization/service_share_form/no-scopes",
  ]);
  expect(ids("held")).toEqual(
    expect.arrayContaining([
      "access/service_get_form/form/shared",
      "access/service_get_form/form_id/other-account",
      "access/service_share_form/form_id/other-account",
      "authorization/service_get_form/only-billing:read",
      "authorization/service_get_form/revoked-token",
      "authorization/service_get_form/without-forms:read",
      "output/service_share_form/example/grant",
    ]),
  );
  for (const { token } of readLines(`${tokens}${others}`)) expect(stdout).not.toContain(token);
});

test("within ten minutes one token decides most of what it can of the kinds that say most, and every place that arguments can break", {
  timeout: 300_000,
}, async () => {
  const { server, create } = await serve();
  // Equal tokens decide what one does, without waiting for the windows of its rate.
  const tokens = readLines(await create("owner@example.org", ...Array.from({ length: 6 }, () => all)));
  const cases = readCaseFile(new URL("../../generated/cases.json", import.meta.url));
  const target = { folder: ".", url: server.url, tokens: tokens.map(({ token }) => ({ token })) };
  // 1,200 with the token, and 42 without it.
  const mostRequests = 1_242;
  const options = parseOptions(["--max-requests", `${mostRequests}`]);
  const plan = planRun(options, cases, { ...target, tokens: target.tokens.slice(0, 1) });
  const { signal } = new AbortController();
  const onResult = () => undefined;
  const watched = { signal, onResult };
  const { requests, results } = await testTarget({ options, cases, target, plan, watched }, runSuite);
  expect(requests).toBeLessThanOrEqual(mostRequests);
  const verdicts = new Map(results.map(({ subject, verdict }) => [subject.id, verdict]));
  const cause = (id: string) => {
    const verdict = verdicts.get(id);
    return verdict?.status === "unverified" ? verdict.cause : verdict?.status;
  };

  const whole = cases.cases.filter(({ kind }) =>
    ["scenarios", "states", "access", "pages", "modes"].includes(kind),
  );
  expect(results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
  const shares = [...Map.groupBy(whole, ({ kind }) => kind)].map(([kind, group]) => {
    const decided = group.filter(({ id }) => ["held", "inapplicable"].includes(cause(id) ?? ""));
    const left = group.filter(({ id }) => cause(id) === "left-out");
    return [kind, decided.length / (decided.length + left.length)] as const;
  });
  expect(shares.filter(([, share]) => share < 0.75)).toEqual([]);
  // The target has no other account, no narrower token, no hook and no money, and no account has the address in the example of sharing.
  const causes = new Set(whole.map(({ id }) => cause(id)));
  const known = ["held", "inapplicable", "left-out", "no-account", "no-control", "refused", "setup", "spent"];
  expect([...causes].filter((each) => !known.includes(String(each)))).toEqual([]);

  const refused = cases.cases.filter((each) => each.kind === "input" && each.expect === "refused");
  const byKeyword = Map.groupBy(refused, (each) =>
    "breaks" in each ? `${each.tool} ${each.breaks?.keyword}` : "",
  );
  const isUntried = ([, group]: [string, readonly { readonly id: string }[]]) =>
    !group.some(({ id }) => cause(id) === "held");
  expect([...byKeyword].filter(isUntried).map(([keyword]) => keyword)).toEqual([]);
  const byPlace = Map.groupBy(refused, ({ at }) => at);
  expect(byPlace.size).toBeGreaterThan(500);
  expect([...byPlace].filter(isUntried).map(([place]) => place)).toEqual([]);
});
