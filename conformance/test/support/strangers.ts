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
  surgery: {
    command: [...typescript, "surgery-program.ts"],
    target: { refusalCode: "/content/0/text", tokens: listTokens("sg_main", "sg_other") },
  },
  parking: {
    command: [...typescript, "parking-program.ts"],
    target: { refusalCode: "/content/0/text", tokens: listTokens("pk-main", "pk-other") },
  },
  bureau: {
    command: [...typescript, "bureau-program.ts"],
    // The SDK refuses invalid arguments by itself, without a code.
    target: { refusalCode: "/_meta/code", tokens: listTokens("bu-main", "bu-other") },
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
    target: {
      refusalCode: "/_meta/code",
      coded: true,
      tokens: [...listTokens("trk_main", "trk_other"), { token: "trk_frozen", state: "frozen" }],
    },
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
      ],
    },
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
  payroll: {
    command: [...typescript, "payroll-program.ts"],
    // Refusals are sentences without a code.
    target: { tokens: listTokens("pay-main", "pay-other") },
  },
  pharmacy: {
    command: [...typescript, "pharmacy-program.ts"],
    target: {
      refusalCode: "/_meta/pharmacy.example~1code",
      coded: true,
      tokens: [
        { token: "pharm-main", scopes: "all" },
        { token: "pharm-main-stock", scopes: ["stock:read", "stock:write"] },
        { token: "pharm-main-nothing", scopes: [] },
        { token: "pharm-other", scopes: "all", account: "other" },
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
  summit: {
    command: [...typescript, "summit-program.ts"],
    // Texts of refusals begin with their code. The SDK refuses invalid arguments by itself, without one.
    target: { refusalCode: "/content/0/text", tokens: listTokens("summit-main", "summit-other") },
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
