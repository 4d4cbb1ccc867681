/** Reads the configuration from environment variables. */

import { BlockList, isIP } from "node:net";
import { type Parse, parseContact, parseMailFrom, parseMailUrl, parsePageAddress } from "./addresses.ts";
import { type AiConfig, readAiConfig } from "./ai.ts";
import { type Budgets, DEFAULT_BUDGETS as most } from "./budgets.ts";
import { readS3Config, type S3Config } from "./s3.ts";
import { DEFAULT_UNSENT, type UnsentLimits } from "./uploads.ts";

export const DEFAULT_DATA_DIR = "./data";

export interface Config {
  /** Address to listen on. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** Address of a PostgreSQL database; undefined: the embedded one in `dataDir`. Has a password in it. */
  readonly databaseUrl: string | undefined;
  /** Protects confirmation codes; undefined: a file in `dataDir` does. Nodes that share a database share it. */
  readonly secretKey: string | undefined;
  /** Origin under which people and agents reach the service; undefined: `http://HOST:PORT` once the port is known. */
  readonly publicUrl: string | undefined;
  /** Further values of `Host` to answer, such as `forms.example.org` or `forms.example.org:8443`. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may call the service. */
  readonly allowedOrigins: readonly string[];
  readonly production: boolean;
  /** The free space on the disk of `dataDir` below which `/readyz` answers 503. */
  readonly minFreeBytes: number;
  /** The limits of a paid account; a trial account has a tenth of them. */
  readonly budgets: Budgets;
  /** The limits of files that visitors upload without sending the form. */
  readonly unsent: UnsentLimits;
  /** The disk space of `dataDir` that uploads leave free; undefined: a tenth of the disk, at most 5 GB. */
  readonly reserveBytes: number | undefined;
  /** Addresses and networks of trusted reverse proxies, such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[];
  /** Addresses and networks that webhooks may reach although they are not public, also without TLS. */
  readonly webhookNetworks: readonly string[];
  /** Whether the server process does jobs itself; else `npm run worker` has to. */
  readonly hasWorker: boolean;
  /** The port for metrics, on the same host; 0: any free port. */
  readonly metricsPort: number | undefined;
  /** The Bearer token for metrics; without `metricsPort` it enables `/metrics` beside the endpoint. */
  readonly metricsToken: string | undefined;
  /** SMTP server, with its password in it; undefined: mails are written to the outbox. */
  readonly mailUrl: string | undefined;
  /** Sender of mails; undefined: `no-reply` at the host of the public address. */
  readonly mailFrom: string | undefined;
  /** The rule for sign-up; undefined: every visitor on loopback, elsewhere visitors with an invitation. */
  readonly signUp: SignUpRule | undefined;
  /** Whether apps that can send no Bearer header sign in by OAuth. */
  readonly connectors: boolean;
  /** The token by which OpenAI's portal for plugins verifies the host; undefined: the service does not answer that question. */
  readonly openaiAppsChallenge: string | undefined;
  /** Contact for account questions: a mail address, or the address of a page. */
  readonly contact: string | undefined;
  /** The operator's legal notice and privacy policy, linked on the first page of the service. */
  readonly legal: LegalPages;
  /** The language model behind prompts; undefined: the built-in generator. */
  readonly ai: AiConfig | undefined;
  /** The bucket of uploads and exports; undefined: a folder in `dataDir`. */
  readonly s3: S3Config | undefined;
  /** Whether tests may move the clock and make responses; on loopback only. */
  readonly testControl: boolean;
}

/** Addresses of pages; undefined: the operator has named none. */
export interface LegalPages {
  readonly imprint: string | undefined;
  readonly privacy: string | undefined;
}

/** The rules for sign-up: every visitor, visitors with an invitation of the operator, or only the operator. */
export type SignUpRule = (typeof SIGN_UP_RULES)[number];

const SIGN_UP_RULES = ["open", "invite", "closed"] as const;

/** The configuration is wrong. One line for each mistake, with the variable, the reason and an example. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const SECRET_NAMES: ReadonlySet<string> = new Set([
  "MAIL_URL",
  "DATABASE_URL",
  "METRICS_TOKEN",
  "SECRET_KEY",
]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from the environment; a variable that is empty counts as not set.
 * @throws ConfigError that names every mistake
 */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  function read<T>(name: string, otherwise: T, example: string, parse: Parse<T>): T {
    const text = environment[name]?.trim();
    if (text === undefined || text === "") return otherwise;
    const parsed = parse(text);
    if ("value" in parsed) return parsed.value;
    // Addresses of mail servers and databases contain passwords. Secrets are not shown in messages.
    const shown = SECRET_NAMES.has(name) ? "set to something" : JSON.stringify(text);
    mistakes.push(`${name} is ${shown}, ${parsed.wrong}. Example: ${name}=${example}`);
    return otherwise;
  }
  const config: Config = {
    host: read("HOST", "127.0.0.1", "127.0.0.1", parseHost),
    port: read("PORT", 3000, "3000", parsePort),
    dataDir: read("DATA_DIR", DEFAULT_DATA_DIR, DEFAULT_DATA_DIR, parseFolder),
    databaseUrl: read(
      "DATABASE_URL",
      undefined,
      "postgres://forms:password@db.example.org/forms",
      parseDatabaseUrl,
    ),
    secretKey: read("SECRET_KEY", undefined, "$(openssl rand -hex 32)", parseSecretKey),
    publicUrl: read("PUBLIC_URL", undefined, "https://forms.example.org", parseOrigin),
    allowedHosts: read("ALLOWED_HOSTS", [], "forms.example.org,intranet:8080", parseList(parseAllowedHost)),
    allowedOrigins: read("ALLOWED_ORIGINS", [], "https://app.example.org", parseList(parseOrigin)),
    minFreeBytes: read("MIN_FREE_MB", 64_000_000, "64", parseMegabytes),
    budgets: {
      structures: read("MAX_STRUCTURES_MB", most.structures, "500", parseMegabytes),
      files: read("MAX_FILES_MB", most.files, "50000", parseMegabytes),
      exports: read("MAX_EXPORTS_MB", most.exports, "2000", parseMegabytes),
      forms: read("MAX_FORMS", most.forms, "2000", parseCount),
      tokens: read("MAX_TOKENS", most.tokens, "100", parseCount),
      shares: read("MAX_SHARES", most.shares, "1000", parseCount),
      webhooks: read("MAX_WEBHOOKS", most.webhooks, "50", parseCount),
      quotes: read("MAX_QUOTES", most.quotes, "2000", parseCount),
    },
    unsent: {
      form: read("MAX_UNSENT_FORM_MB", DEFAULT_UNSENT.form, "200", parseMegabytes),
      network: read("MAX_UNSENT_NETWORK_MB", DEFAULT_UNSENT.network, "500", parseMegabytes),
      all: read("MAX_UNSENT_MB", DEFAULT_UNSENT.all, "5000", parseMegabytes),
    },
    reserveBytes: read("RESERVE_MB", undefined, "5000", parseMegabytes),
    production: read("NODE_ENV", false, "production", parseEnvironment),
    trustedProxies: read("TRUST_PROXY", [], "127.0.0.1,10.0.0.0/8", parseList(parseNetwork)),
    webhookNetworks: read("WEBHOOK_NETWORKS", [], "10.1.2.3,10.2.0.0/16", parseList(parseNetwork)),
    metricsPort: read("METRICS_PORT", undefined, "9464", parsePort),
    metricsToken: read("METRICS_TOKEN", undefined, "$(openssl rand -hex 16)", parseMetricsToken),
    mailUrl: read("MAIL_URL", undefined, "smtps://user:password@mail.example.org", parseMailUrl),
    mailFrom: read("MAIL_FROM", undefined, "Forms <forms@example.org>", parseMailFrom),
    hasWorker: read("WORKER", true, "off", parseSwitch),
    signUp: read("SIGNUP", undefined, "open", parseSignUp),
    connectors: read("CONNECTORS", false, "on", parseSwitch),
    openaiAppsChallenge: read("OPENAI_APPS_CHALLENGE", undefined, "the-token-of-the-portal", parseChallenge),
    contact: read("CONTACT", undefined, "forms@example.org", parseContact),
    legal: {
      imprint: read("IMPRINT_URL", undefined, "https://example.org/imprint", parsePageAddress),
      privacy: read("PRIVACY_URL", undefined, "https://example.org/privacy", parsePageAddress),
    },
    ai: readAiConfig(environment, mistakes),
    s3: readS3Config(environment, mistakes),
    testControl: read("TEST_CONTROL", false, "1", parseFlag),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return config;
}

const parseHost: Parse<string> = (text) =>
  isIP(text) !== 0 || isHostname(text)
    ? { value: text }
    : { wrong: "which is not an IP address or host name (without scheme, port or path)" };

const parsePort: Parse<number> = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? { value: Number(text) }
    : { wrong: "which is not a whole number from 0 to 65535" };

const parseMegabytes: Parse<number> = (text) =>
  /^\d{1,9}$/.test(text)
    ? { value: Number(text) * 1_000_000 }
    : { wrong: "which is not a whole number of megabytes" };

const parseCount: Parse<number> = (text) =>
  /^\d{1,9}$/.test(text) ? { value: Number(text) } : { wrong: "which is not a whole number" };

const parseFolder: Parse<string> = (text) =>
  text.includes("\0") ? { wrong: "which contains a NUL character" } : { value: text };

const parseDatabaseUrl: Parse<string> = (text) => {
  const url = URL.parse(text);
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
    ? { value: text }
    : { wrong: "which is not a postgres:// address with the name of a database" };
};

const parseOrigin: Parse<string> = (text) => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    return { wrong: "which is not an http:// or https:// address" };
  const extra =
    url.pathname !== "/" ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    url.password !== "";
  return extra ? { wrong: "which has more than scheme, host and port" } : { value: url.origin };
};

const parseAllowedHost: Parse<string> = (text) => {
  const [, host = "", port = "0"] = /^(\[.*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const named = host.startsWith("[") ? isIP(host.slice(1, -1)) === 6 : isHostname(host);
  return named && Number(port) <= 65_535
    ? { value: text.toLowerCase() }
    : { wrong: "which is not a host or host:port (without scheme or path)" };
};

const parseSignUp: Parse<SignUpRule> = (text) => {
  const value = SIGN_UP_RULES.find((rule) => rule === text);
  return value === undefined ? { wrong: `which is not ${SIGN_UP_RULES.join(", ")}` } : { value };
};

const parseEnvironment: Parse<boolean> = (text) =>
  ["production", "development", "test"].includes(text)
    ? { value: text === "production" }
    : { wrong: "which is not production, development or test" };

const parseFlag: Parse<boolean> = (text) =>
  text === "0" || text === "1" ? { value: text === "1" } : { wrong: "which is not 0 or 1" };

const parseSwitch: Parse<boolean> = (text) =>
  text === "on" || text === "off" ? { value: text === "on" } : { wrong: "which is not on or off" };

/** The length of the prefix `::ffff:0:0/96`, which contains all IPv4 addresses. */
const MAPPED_BITS = 96;

function meetsMapped(address: string, bits: number): boolean {
  if (isIP(address) !== 6) return false;
  const [network, mapped] = [new BlockList(), new BlockList()];
  network.addSubnet(address, bits, "ipv6");
  mapped.addSubnet("::ffff:0:0", MAPPED_BITS, "ipv6");
  return network.check("::ffff:0:0", "ipv6") || mapped.check(address, "ipv6");
}

/** NaN: it is not a number of bits. */
function readPrefixLength(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
}

const parseNetwork: Parse<string> = (text) => {
  const [address = "", prefix, ...more] = text.split("/");
  // The largest private networks are 10.0.0.0/8 and fc00::/7.
  const [shortest, longest] = isIP(address) === 4 ? [8, 32] : [7, 128];
  const bits = prefix === undefined ? longest : readPrefixLength(prefix);
  if (isIP(address) === 0 || !(bits <= longest) || more.length > 0)
    return { wrong: "which is not an address or network" };
  if (bits < shortest || (bits < MAPPED_BITS + 8 && meetsMapped(address, bits)))
    return { wrong: "which trusts strangers: no private network is so large" };
  return { value: text };
};

const parseMetricsToken: Parse<string> = (text) =>
  /^[\x21-\x7e]{16,}$/.test(text)
    ? { value: text }
    : { wrong: "which is not 16 or more visible ASCII characters" };

const parseChallenge: Parse<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text)
    ? { value: text }
    : { wrong: "which is not one word of visible ASCII characters" };

const parseSecretKey: Parse<string> = (text) =>
  /^[\x21-\x7e]{32,}$/.test(text)
    ? { value: text }
    : { wrong: "which is not 32 or more visible ASCII characters" };

function parseList(parse: Parse<string>): Parse<readonly string[]> {
  return (text) => {
    const value: string[] = [];
    for (const part of text.split(",").map((item) => item.trim())) {
      if (part === "") continue;
      const parsed = parse(part);
      if ("wrong" in parsed) return { wrong: `where ${JSON.stringify(part)} stands, ${parsed.wrong}` };
      value.push(parsed.value);
    }
    return { value };
  };
}

/** RFC 1123 labels; an IPv4 address is one as well. */
function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split(".").every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  );
}
