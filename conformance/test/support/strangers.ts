/** The servers of strangers in `test/strangers/`, each a program of its own. */
import { execFileSync } from "node:child_process";
import type { Target } from "../../target/target.ts";

const typescript = [process.execPath, "--conditions=toolwright-source"];
const python = findPython(/^3\.(1[1-9]|[2-9]\d)\./);

export interface Stranger {
  /** The program and its arguments, in the folder of the server. It prints its URL when it listens. */
  readonly command: readonly string[];
  /** The server is run over stdio, and prints no URL. The variable and the command are those of its clock. */
  readonly stdio?: { readonly clock?: { readonly variable: string; readonly hook: readonly string[] } };
  /** The server uses the time of the machine: the suite gets no hook `clock`. */
  readonly hasNoClock?: true;
  /** The server works behind its answers, and a hook holds its steps. */
  readonly hasWork?: true;
  /** Why whole runs leave the server out: it cannot run on this machine. */
  readonly missing?: string;
  readonly target: Pick<Target, "tokens" | "refusalCode" | "invalidInput" | "coded" | "bindings">;
}

export const strangers: Readonly<Record<string, Stranger>> = {
  surgery: {
    command: [...typescript, "surgery-program.ts"],
    target: { refusalCode: "/content/0/text", tokens: listTokens("sg_main", "sg_other") },
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
  biobank: {
    command: [...typescript, "biobank-program.ts"],
    hasWork: true,
    target: {
      refusalCode: "/content/0/text",
      coded: true,
      tokens: [
        { token: "bio-main", scopes: "all" },
        { token: "bio-main-reader", scopes: ["samples:read"] },
        { token: "bio-main-nothing", scopes: [] },
        { token: "bio-other", scopes: "all", account: "other" },
        { token: "bio-suspended", state: "suspended" },
      ],
    },
  },
  landlord: {
    command: [...typescript, "landlord-program.ts"],
    // Refusals are sentences without a code.
    target: { tokens: listTokens("ll-main", "ll-other") },
  },
  wallet: {
    command: [...typescript, "wallet-program.ts"],
    stdio: { clock: { variable: "WALLET_CLOCK", hook: [process.execPath, "clock-program.ts"] } },
    // Refusals are sentences without a code, and over stdio there are no tokens.
    target: {},
  },
  drive: {
    command: [...typescript, "drive-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: {
      refusalCode: "/_meta/code",
      bindings: { user: { value: "carla.nunes@harbour.example", account: "colleague" } },
      tokens: [
        ...listTokens("drive-main", "drive-other"),
        { token: "drive-colleague", scopes: "all", account: "colleague" },
      ],
    },
  },
  depot: {
    command: [python ?? "python3", "depot_program.py"],
    ...(python === undefined && { missing: "no Python 3.11" }),
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      tokens: [
        { token: "dep-main", scopes: "all" },
        { token: "dep-main-clerk", scopes: ["stock:read", "stock:write"] },
        { token: "dep-main-nothing", scopes: [] },
        { token: "dep-other", scopes: "all", account: "other" },
      ],
    },
  },
};

/** Tokens with every scope: one of the account that the run works with, and one of another account. */
function listTokens(main: string, other: string): NonNullable<Target["tokens"]> {
  return [
    { token: main, scopes: "all" },
    { token: other, scopes: "all", account: "other" },
  ];
}

/** Finds a Python of a version. */
function findPython(version: RegExp): string | undefined {
  try {
    const program = "import sys; print(sys.version)";
    const printed = execFileSync("python3", ["-c", program], { stdio: ["ignore", "pipe", "ignore"] });
    return version.test(printed.toString()) ? "python3" : undefined;
  } catch {
    return undefined;
  }
}
