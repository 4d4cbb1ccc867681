import { describe, expect, test } from "vitest";
import { DEFAULT_BUDGETS } from "./budgets.ts";
import { readConfig } from "./config.ts";
import { isLoopbackOnly } from "./loopback.ts";
import { DEFAULT_UNSENT } from "./uploads.ts";

test("without any variable the service listens on loopback, port 3000, and keeps its data in ./data", () => {
  expect(readConfig({})).toEqual({
    host: "127.0.0.1",
    port: 3000,
    dataDir: "./data",
    publicUrl: undefined,
    allowedHosts: [],
    allowedOrigins: [],
    minFreeBytes: 64_000_000,
    budgets: DEFAULT_BUDGETS,
    unsent: DEFAULT_UNSENT,
    reserveBytes: undefined,
    production: false,
    trustedProxies: [],
    webhookNetworks: [],
    hasWorker: true,
    metricsPort: undefined,
    metricsToken: undefined,
    testControl: false,
    connectors: false,
    legal: {},
  });
});

test("lists are split at commas, addresses reduced to their origin", () => {
  const config = readConfig({
    HOST: "::1",
    PORT: "0",
    PUBLIC_URL: "https://Forms.Example.org/",
    ALLOWED_HOSTS: "a.example.org, B.example.org:8080,[::1]:3000,",
    ALLOWED_ORIGINS: "https://app.example.org/,http://localhost:5173",
    NODE_ENV: "production",
  });
  expect(config).toMatchObject({
    host: "::1",
    port: 0,
    publicUrl: "https://forms.example.org",
    allowedHosts: ["a.example.org", "b.example.org:8080", "[::1]:3000"],
    allowedOrigins: ["https://app.example.org", "http://localhost:5173"],
    production: true,
  });
});

const ai = { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://127.0.0.1:11434/v1", AI_MODEL: "m" };

const broken: [name: string, environment: Record<string, string>, message: string][] = [
  [
    "a host with a scheme",
    { HOST: "http://localhost" },
    'HOST is "http://localhost", which is not an IP address or host name (without scheme, port or path). Example: HOST=127.0.0.1',
  ],
  [
    "a legal notice that runs a script",
    { IMPRINT_URL: "javascript:alert(1)" },
    'IMPRINT_URL is "javascript:alert(1)", which is not the http:// or https:// address of a page. Example: IMPRINT_URL=https://example.org/imprint',
  ],
  [
    "a challenge of two words",
    { OPENAI_APPS_CHALLENGE: "one two" },
    'OPENAI_APPS_CHALLENGE is "one two", which is not one word of visible ASCII characters.',
  ],
  ["a host with a port", { HOST: "localhost:3000" }, 'HOST is "localhost:3000", which is not an IP address'],
  [
    "a word as port",
    { PORT: "http" },
    'PORT is "http", which is not a whole number from 0 to 65535. Example: PORT=3000',
  ],
  ["a flag in words", { TEST_CONTROL: "yes" }, 'TEST_CONTROL is "yes", which is not 0 or 1.'],
  ["a port too large", { PORT: "65536" }, 'PORT is "65536", which is not a whole number'],
  ["a negative port", { PORT: "-1" }, 'PORT is "-1", which is not a whole number'],
  ["a folder no system accepts", { DATA_DIR: "da\0ta" }, "DATA_DIR is"],
  [
    "a public address without scheme",
    { PUBLIC_URL: "forms.example.org" },
    "which is not an http:// or https:// address",
  ],
  [
    "a public address of another scheme",
    { PUBLIC_URL: "ftp://forms.example.org" },
    "which is not an http:// or https://",
  ],
  [
    "a public address with a path",
    { PUBLIC_URL: "https://example.org/forms" },
    "more than scheme, host and port",
  ],
  [
    "a public address with a password",
    { PUBLIC_URL: "https://a:b@example.org" },
    "more than scheme, host and port",
  ],
  [
    "an allowed host with a scheme",
    { ALLOWED_HOSTS: "a.org,https://b.org" },
    'where "https://b.org" stands, which is not a host',
  ],
  ["an allowed host with an impossible port", { ALLOWED_HOSTS: "a.org:99999" }, 'where "a.org:99999" stands'],
  [
    "an allowed origin without scheme",
    { ALLOWED_ORIGINS: "app.example.org" },
    'where "app.example.org" stands',
  ],
  [
    "a misspelt environment",
    { NODE_ENV: "prod" },
    'NODE_ENV is "prod", which is not production, development or test.',
  ],
  [
    "a proxy by its name",
    { TRUST_PROXY: "10.0.0.0/8,proxy" },
    'TRUST_PROXY is "10.0.0.0/8,proxy", where "proxy" stands, which is not an address or network. Example:',
  ],
  [
    "a database of another kind, without telling its password",
    { DATABASE_URL: "mysql://forms:sesame@db.example.org/forms" },
    "DATABASE_URL is set to something, which is not a postgres:// address",
  ],
  ["a server without a database", { DATABASE_URL: "postgres://db.example.org" }, "the name of a database"],
  ["proxies that are everybody", { TRUST_PROXY: "0.0.0.0/0" }, "which trusts strangers"],
  ["proxies that are all of IPv4, as IPv6", { TRUST_PROXY: "::ffff:0:0/96" }, "which trusts strangers"],
  ["a half of it", { TRUST_PROXY: "0:0:0:0:0:ffff:8000:0/97" }, "which trusts strangers"],
  ["a network that has it in it", { TRUST_PROXY: "::/64" }, "which trusts strangers"],
  ["proxies that are everybody by IPv6", { TRUST_PROXY: "10.0.0.1,::/0" }, "which trusts strangers"],
  ["proxies that are half the world", { TRUST_PROXY: "128.0.0.0/1" }, "which trusts strangers"],
  [
    "a network of webhooks that is none",
    { WEBHOOK_NETWORKS: "10.0.0.0/8,localhost" },
    'where "localhost" stands',
  ],
  [
    "a network of webhooks that is too small",
    { WEBHOOK_NETWORKS: "10.0.0.1/33" },
    'where "10.0.0.1/33" stands',
  ],
  ["a network that is too small", { TRUST_PROXY: "10.0.0.0/33" }, 'where "10.0.0.0/33" stands'],
  ["a switch where proxies are named", { TRUST_PROXY: "1" }, 'where "1" stands'],
  ["a model without a provider", { AI_MODEL: "x" }, "AI_PROVIDER is missing beside AI_MODEL"],
  ["a key without a model", { AI_PROVIDER: "anthropic", AI_API_KEY: "sk-1" }, "AI_MODEL is missing"],
  ["another provider", { AI_PROVIDER: "openai", AI_MODEL: "x" }, 'AI_PROVIDER is "openai", which is not'],
  [
    "a model without an address",
    { AI_PROVIDER: "openai-compatible", AI_MODEL: "x" },
    "AI_BASE_URL is missing",
  ],
  ["Anthropic without a key", { AI_PROVIDER: "anthropic", AI_MODEL: "x" }, "AI_API_KEY is missing"],
  [
    "an endpoint with a password",
    { ...ai, AI_BASE_URL: "https://a:sesame@b.org" },
    "AI_BASE_URL is not an http:// or",
  ],
  [
    "a key with a line break",
    { ...ai, AI_API_KEY: "sesame\nx" },
    "AI_API_KEY is set to something that no header",
  ],
  [
    "a wait that handlers do not have",
    { ...ai, AI_WAIT_SECONDS: "60" },
    'AI_WAIT_SECONDS is "60", which is not a number of seconds up to 40',
  ],
  ["another fallback", { ...ai, AI_FALLBACK: "yes" }, 'AI_FALLBACK is "yes", which is not builtin'],
  [
    "a price without a model",
    { ...ai, AI_PRICES: "3/15" },
    'AI_PRICES has "3/15", which is not MODEL=INPUT/OUTPUT',
  ],
  [
    "a review by somebody else",
    { ...ai, AI_REVIEW: "off" },
    'AI_REVIEW is "off", which is not model or builtin',
  ],
  ["an image model without a language model", { AI_IMAGE_MODEL: "x" }, "AI_MODEL is missing"],
  [
    "settings of an image model without its name",
    { ...ai, AI_IMAGE_API_KEY: "sesame" },
    "AI_IMAGE_MODEL is missing beside other AI_IMAGE_ variables",
  ],
  [
    "an image model at Anthropic",
    { AI_PROVIDER: "anthropic", AI_MODEL: "m", AI_API_KEY: "sk-1", AI_IMAGE_MODEL: "x" },
    "AI_IMAGE_BASE_URL is missing",
  ],
  [
    "an address of images with a password",
    { ...ai, AI_IMAGE_MODEL: "x", AI_IMAGE_BASE_URL: "https://a:sesame@b.org" },
    "AI_IMAGE_BASE_URL is not an http:// or",
  ],
  [
    "a key of images with a line break",
    { ...ai, AI_IMAGE_MODEL: "x", AI_IMAGE_API_KEY: "sesame\nx" },
    "AI_IMAGE_API_KEY is set to something that no header",
  ],
  [
    "a picture larger than browsers show",
    { ...ai, AI_IMAGE_MODEL: "x", AI_IMAGE_SIZE: "8192x64" },
    'AI_IMAGE_SIZE is "8192x64", which is not WIDTHxHEIGHT in pixels, up to 4096',
  ],
  ["a metrics token that can be guessed", { METRICS_TOKEN: "secret" }, "16 or more visible ASCII characters"],
];

test.each(broken)("refuses %s", (_name, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
  expect(() => readConfig(environment)).not.toThrow("sesame");
});

test("a model has its endpoint, key, fallback and prices; without AI_* there is none", () => {
  expect(readConfig({ AI_MODEL: "" }).ai).toBeUndefined();
  const prices = "m=3/15, local-model=0/0.5, painter=0.04/image";
  expect(readConfig({ ...ai, AI_FALLBACK: "builtin", AI_PRICES: prices }).ai).toEqual({
    provider: "openai-compatible",
    baseUrl: "http://127.0.0.1:11434/v1",
    model: "m",
    apiKey: undefined,
    fallback: true,
    waitMs: undefined,
    reviewsByModel: true,
    images: undefined,
    prices: new Map<string, object>([
      ["m", { input: 3, output: 15 }],
      ["local-model", { input: 0, output: 0.5 }],
      ["painter", { image: 0.04 }],
    ]),
  });
});

test("an image model takes its endpoint from the language model, and never a key to another endpoint", () => {
  const own = { AI_IMAGE_BASE_URL: "http://127.0.0.1:7860/v1", AI_IMAGE_SIZE: "1024x768" };
  const keyed = { ...ai, AI_API_KEY: "sk-1", AI_IMAGE_MODEL: "painter" };
  expect([readConfig(keyed).ai?.images, readConfig({ ...keyed, ...own }).ai?.images]).toEqual([
    { baseUrl: ai.AI_BASE_URL, model: "painter", apiKey: "sk-1", size: undefined },
    { baseUrl: own.AI_IMAGE_BASE_URL, model: "painter", apiKey: undefined, size: "1024x768" },
  ]);
  expect(readConfig({ ...ai, AI_REVIEW: "builtin" }).ai?.reviewsByModel).toBe(false);
});

test("names every mistake, one a line", () => {
  const read = () => readConfig({ PORT: "x", NODE_ENV: "y" });
  expect(read).toThrow(/^PORT is .*\nNODE_ENV is [^\n]*$/);
});

describe("only loopback", () => {
  const cases: [loopback: boolean, environment: Record<string, string>][] = [
    [true, {}],
    [true, { HOST: "localhost" }],
    [true, { HOST: "::1", ALLOWED_HOSTS: "localhost:8080,[::1]" }],
    [true, { HOST: "127.1.2.3", PUBLIC_URL: "http://localhost:9000", NODE_ENV: "test" }],
    [false, { HOST: "0.0.0.0" }],
    [false, { HOST: "::" }],
    [false, { HOST: "192.168.0.7" }],
    [false, { HOST: "127.0.0.1.example.org" }],
    [false, { PUBLIC_URL: "https://forms.example.org" }],
    [false, { ALLOWED_HOSTS: "forms.example.org" }],
    [false, { TRUST_PROXY: "127.0.0.1" }],
    [false, { NODE_ENV: "production" }],
  ];
  test.each(cases)("%s with %o", (loopback, environment) => {
    expect(isLoopbackOnly(readConfig(environment))).toBe(loopback);
  });
});

test.each([
  ["METRICS_TOKEN", "two words, and a secret"],
  ["MAIL_URL", "smtp:secret"],
  ["DATABASE_URL", "mysql://forms:secret@db/forms"],
])("a mistake in %s does not show its secret", (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(`${name} is set to something, which`);
  expect(read).not.toThrow("secret");
});
