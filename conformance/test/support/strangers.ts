/** The servers of strangers in `test/strangers/`, each a program of its own, and the ways in which they are run. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { CaseFile } from "../../cases/format.ts";
import type { Report } from "../../results/report.ts";
import { startServer } from "../../target/started.ts";
import type { HookName, Target } from "../../target/target.ts";
import { httpTransport } from "../../wire/http.ts";
import { casesOf } from "./notes-server.ts";
import { type TestOptions, testServer } from "./test-server.ts";

const folder = join(import.meta.dirname, "../strangers");
const typescript = [process.execPath, "--conditions=toolwright-source"];
const python = findPython();

export interface Stranger {
  /** The program and its arguments, in the folder of the server. It prints its URL when it listens. */
  readonly command: readonly string[];
  /** The server uses the time of the machine: the suite gets no hook `clock`. */
  readonly hasNoClock?: true;
  /** Why whole runs leave the server out: it cannot run on this machine. */
  readonly missing?: string;
  readonly target: Pick<Target, "tokens" | "refusalCode" | "invalidInput" | "coded" | "bindings">;
}

export const strangers: Readonly<Record<string, Stranger>> = {
  booking: {
    command: [...typescript, "booking-program.ts"],
    target: {
      refusalCode: "/_meta/code",
      bindings: { name: { text: "Room {random}" } },
      tokens: listTokens("bk_owner", "bk_other"),
    },
  },
  school: {
    command: [...typescript, "school-program.ts"],
    target: { refusalCode: "/_meta/code", tokens: listTokens("sch_north", "sch_other") },
  },
  ledger: {
    command: [python ?? "python3", "ledger_program.py"],
    ...(python === undefined && { missing: "no Python with FastMCP 4" }),
    target: { refusalCode: "/_meta/code", tokens: listTokens("led_main", "led_other") },
  },
  clinic: {
    command: [...typescript, "clinic-program.ts"],
    target: { refusalCode: "/_meta/code", tokens: listTokens("cl_town", "cl_other") },
  },
  hotel: {
    command: [...typescript, "hotel-program.ts"],
    // Not every refusal has a code: the SDK refuses requests without an object of arguments by itself.
    target: { refusalCode: "/_meta/code", tokens: listTokens("hotel-lake", "hotel-other") },
  },
  helpdesk: {
    command: [...typescript, "helpdesk-program.ts"],
    hasNoClock: true,
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      // The hook `mint` makes the tokens of the other account, and those with fewer scopes.
      tokens: [{ token: "hd-main-token", scopes: "all" }],
    },
  },
  inventory: {
    command: [...typescript, "inventory-program.ts"],
    hasNoClock: true,
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      tokens: [
        { token: "inv-main", scopes: "all" },
        { token: "inv-main-readers", scopes: ["stock:read"] },
        { token: "inv-main-nothing", scopes: [] },
        { token: "inv-other", scopes: "all", account: "other" },
      ],
    },
  },
  library: {
    command: [...typescript, "library-program.ts"],
    // tmcp refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("lib-main-desk", "lib-other-desk") },
  },
  courier: {
    command: [...typescript, "courier-program.ts"],
    target: { refusalCode: "/_meta/code", coded: true, tokens: listTokens("courier-main", "courier-other") },
  },
  shop: {
    command: [...typescript, "shop-program.ts"],
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      tokens: [
        { token: "shop-main", scopes: "all" },
        { token: "shop-main-readers", scopes: ["catalog:read", "orders:read"] },
        { token: "shop-main-nothing", scopes: [] },
        { token: "shop-other", scopes: "all", account: "other" },
      ],
    },
  },
  tickets: {
    command: [...typescript, "tickets-program.ts"],
    // fastmcp refuses invalid arguments and unknown tools by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("box-main", "box-other") },
  },
  hire: {
    command: [...typescript, "hire-program.ts"],
    target: {
      coded: true,
      tokens: [
        { token: "hire-main", scopes: "all" },
        { token: "hire-main-desk", scopes: ["desk:read", "desk:write"] },
        { token: "hire-main-nothing", scopes: [] },
        { token: "hire-other", scopes: "all", account: "other" },
      ],
    },
  },
  garden: {
    command: [...typescript, "garden-program.ts"],
    target: {
      coded: true,
      tokens: [
        { token: "garden-main", scopes: "all" },
        { token: "garden-main-reader", scopes: ["garden:read"] },
        { token: "garden-main-nothing", scopes: [] },
        { token: "garden-other", scopes: "all", account: "other" },
      ],
    },
  },
  cycles: {
    command: [...typescript, "cycles-program.ts"],
    // Not every refusal has a code: the SDK refuses requests without an object of arguments by itself.
    target: { refusalCode: "/_meta/code", tokens: listTokens("cyc-main", "cyc-other") },
  },
  conference: {
    command: [...typescript, "conference-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("cfp-main", "cfp-other") },
  },
  auction: {
    command: [...typescript, "auction-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("auc-main", "auc-other") },
  },
  recruiting: {
    command: [...typescript, "recruiting-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("ats-main", "ats-other") },
  },
  tracker: {
    command: [...typescript, "tracker-program.ts"],
    target: { refusalCode: "/_meta/code", coded: true, tokens: listTokens("trk_main", "trk_other") },
  },
  gym: {
    command: [python ?? "python3", "gym_program.py"],
    ...(python === undefined && { missing: "no Python with FastMCP 4" }),
    // FastMCP refuses unknown tools by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("gym-main", "gym-other") },
  },
  boxes: {
    command: [python ?? "python3", "boxes_program.py"],
    ...(python === undefined && { missing: "no Python with FastMCP 4" }),
    // The SDK refuses requests without an object of arguments by itself, and unknown tools have no code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("boxes-main", "boxes-other") },
  },
  agency: {
    command: [...typescript, "agency-program.ts"],
    // tmcp refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("agency-main", "agency-other") },
  },
  vet: {
    command: [...typescript, "vet-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("vet-main", "vet-other") },
  },
  leave: {
    command: [...typescript, "leave-program.ts"],
    // fastmcp refuses invalid arguments and unknown tools by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("leave-main", "leave-other") },
  },
  claims: {
    command: [...typescript, "claims-program.ts"],
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      tokens: [
        { token: "hm-main", scopes: "all" },
        { token: "hm-main-desk", scopes: ["office:read", "office:write"] },
        { token: "hm-main-nothing", scopes: [] },
        { token: "hm-other", scopes: "all", account: "other" },
      ],
    },
  },
  restaurant: {
    command: [...typescript, "restaurant-program.ts"],
    // Codes of refusals stand in brackets in its texts.
    target: {
      refusalCode: "/content/0/text",
      invalidInput: "INVALID_INPUT",
      coded: true,
      tokens: listTokens("rest-main", "rest-other"),
    },
  },
  landlord: {
    command: [...typescript, "landlord-program.ts"],
    // Refusals are sentences without a code.
    target: { tokens: listTokens("ll-main", "ll-other") },
  },
};

/** A way to run a server: variables of its environment, and what the suite gets of it. */
interface Variant {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly hooks: readonly HookName[];
  /** The suite knows just one token, without hooks. */
  readonly hasOneToken?: true;
}

const ofTokens: readonly HookName[] = ["mint", "revoke", "expire"];

/** Seeds take them in turn. */
const variants: readonly Variant[] = [
  { name: "a clock that stands", environment: { CLOCK: "stands" }, hooks: [...ofTokens, "clock"] },
  { name: "an empty server and no hooks", environment: {}, hooks: [] },
  {
    name: "a clock that goes on, and data that was there",
    environment: { CLOCK: "moves", SEEDED: "1" },
    hooks: [...ofTokens, "clock"],
  },
  {
    name: "a second user, and data that was there",
    environment: { SECOND_USER: "third", SEEDED: "1" },
    hooks: ofTokens,
  },
  { name: "200 ms a call", environment: { LATENCY_MS: "200", SEEDED: "1" }, hooks: ofTokens },
  { name: "one token", environment: { SEEDED: "1" }, hooks: [], hasOneToken: true },
  {
    name: "a second user of the same account, and a clock that stands",
    environment: { SECOND_USER: "main", CLOCK: "stands" },
    hooks: [...ofTokens, "clock"],
  },
];

export function variantOf(seed: number): Variant {
  return variants[(seed - 1) % variants.length]!;
}

const caseFiles = new Map<string, CaseFile>();

function casesOfStranger(name: string): CaseFile {
  const cases = caseFiles.get(name) ?? casesOf(join(folder, name, "spec"));
  caseFiles.set(name, cases);
  return cases;
}

/** Runs the suite at a stranger's server that has just been started. `mistake`: what the server does wrong. */
export async function testStranger(
  name: string,
  seed: number,
  { mistake, ...testing }: TestOptions & { readonly mistake?: string } = {},
): Promise<Report> {
  const { command, target, hasNoClock } = strangers[name]!;
  const { environment, hooks, hasOneToken } = variantOf(seed);
  const env = { ...environment, PYTHONDONTWRITEBYTECODE: "1", ...(mistake && { BREAK: mistake }) };
  const server = await startServer({ command, env, url: "(http://\\S+)\\n" }, join(folder, name));
  const limits = { timeoutMs: 60_000, maxBytes: 16 * 1024 * 1024 };
  try {
    return await testServer(server.url, {
      cases: casesOfStranger(name),
      transport: httpTransport({ url: new URL(server.url), limits, parallel: 8 }),
      seed,
      ...testing,
      target: {
        name,
        bindings: {},
        ...target,
        tokens: hasOneToken ? target.tokens!.slice(0, 1) : target.tokens!,
        hooks: Object.fromEntries(
          hooks.filter((each) => !(hasNoClock && each === "clock")).map((each) => [each, "/control"]),
        ),
      },
    });
  } finally {
    await server.stop();
  }
}

/** Tokens with every scope: one of the account that the run works with, and one of another account. */
function listTokens(main: string, other: string): NonNullable<Target["tokens"]> {
  return [
    { token: main, scopes: "all" },
    { token: other, scopes: "all", account: "other" },
  ];
}

/** Finds a Python with FastMCP: the one that `FASTMCP_PYTHON` names, or `python3`. */
function findPython(): string | undefined {
  return [process.env.FASTMCP_PYTHON, "python3"].find((program) => {
    if (program === undefined) return false;
    try {
      const version = execFileSync(program, ["-c", "import fastmcp; print(fastmcp.__version__)"], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      return version.toString().startsWith("4.");
    } catch {
      return false;
    }
  });
}
