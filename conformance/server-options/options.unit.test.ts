/** The options that reach a server: one reading and one wording for all commands, and no value of a secret in a message. */
import { expect, test } from "vitest";
import {
  commandSource,
  credentialsAmong,
  type OptionValues,
  redactSecrets,
  secretsOf,
  showSource,
  sourceIn,
  sourceName,
  timeoutIn,
  unexpectedArgument,
  urlSource,
} from "./index.ts";

const env = { API_KEY: "sk-of-the-environment" };

test("a command gets the variables that are named, with the value of the environment where there is none", () => {
  const values = { command: "npx 'my server'", env: ["MODE=a=b", "EMPTY=", "API_KEY"] };
  expect(sourceIn(values, env)).toEqual({
    kind: "stdio",
    command: "npx 'my server'",
    environment: { MODE: "a=b", EMPTY: "", API_KEY: "sk-of-the-environment" },
  });
});

test("headers have names in lower case, and a token is one of them", () => {
  expect(urlSource("https://a.example/mcp", { token: "t", header: ["X-Key: a b "] })).toEqual({
    kind: "http",
    url: new URL("https://a.example/mcp"),
    headers: { "x-key": "a b", authorization: "Bearer t" },
  });
});

test("user name and password of an address are a header, and in no name of the server", () => {
  const source = urlSource("https://ana:p%40ss@a.example/mcp?key=secret-of-query", {});
  expect(source.headers).toEqual({ authorization: `Basic ${Buffer.from("ana:p@ss").toString("base64")}` });
  expect(sourceName(source)).toBe("https://a.example/mcp");
  expect(source.url.href).not.toContain("ss@");
});

const mistakes: readonly [OptionValues, string][] = [
  [{ url: "https://a", command: "b" }, 'Name one of --url URL and --command "COMMAND".'],
  [{ command: "b", token: "t" }, "--token goes with --url."],
  [{ command: "b", header: ["A: b"] }, "--header goes with --url."],
  [{ command: "b", login: true }, "--login goes with --url."],
  [{ url: "https://a", env: ["A=b"] }, "--env goes with --command."],
  [{ timeout: "5" }, "--timeout goes with --url or --command."],
  [{ url: "https://a", "client-id": "x" }, "--client-id goes with --login."],
  [{ url: "https://a", login: true, token: "t" }, "--login gets a token."],
  [{ url: "https://a", token: "hunter2 hunter2" }, "A --token has no spaces, and is not empty."],
  [
    { url: "https://a", token: "hunter2", header: ["authorization: hunter2"] },
    "--token is an Authorization header.",
  ],
  [
    { url: "https://u:hunter2@a", token: "t" },
    "The user name and password in --url are an Authorization header.",
  ],
  [{ url: "https://a", header: ["hunter2"] }, 'A --header looks like "NAME: VALUE".'],
  [{ url: "https://a", header: ["A: hunter2\r\nB: c"] }, 'A --header looks like "NAME: VALUE".'],
  [{ url: "ftp://u:hunter2@a" }, "--url is not an http or https URL."],
  [{ url: "" }, "--url is empty."],
  [{ command: " " }, "--command is empty."],
  [{ command: "node 'a" }, "The command has a ' that does not end."],
  [{ command: "b", env: ["A=b", "hunter2"] }, "The 2. one is neither."],
  [{ command: "b", env: ["=hunter2"] }, "The 1. one is neither."],
];

test.each(mistakes)("%j: says what to write, and no value", (values, words) => {
  const read = () => sourceIn(values, env);
  expect(read).toThrow(words);
  expect(read).not.toThrow("hunter2");
});

test.each(["0", "soon", "3601", "-1"])("--timeout %s is refused", (timeout) => {
  expect(() => timeoutIn({ timeout })).toThrow("--timeout is a number of seconds, up to 3600.");
});

test("an argument that is left over is not shown where it may be a part of a secret", () => {
  expect(unexpectedArgument("spec", ["spec"])).toBe('"spec" is not expected here.');
  const args = ["--header=Authorization:", "Bearer", "hunter2"];
  expect(unexpectedArgument("hunter2", args)).toBe(
    "An argument is not expected here. A value with spaces needs quotes, and each variable or header an --header of its own.",
  );
});

test("secrets are replaced by the names of their variables, also in JSON", () => {
  const stdio = commandSource("node a", { env: ['KEY=with "quotes" in it', "DEBUG=1"] });
  const http = urlSource("https://a.example", { header: ["X-Api-Key: abcdefgh"], token: "tok-1" });
  const secrets = [stdio, http].flatMap(secretsOf);
  const text = 'tok-1 and tok-12, abcdefgh, 1 tool, with "quotes" in it';
  expect(redactSecrets(text, secrets)).toBe("$TOKEN and tok-12, $X_API_KEY, 1 tool, $KEY");
  expect(redactSecrets(JSON.stringify(text), secrets)).not.toContain("quotes");
});

test("a server is shown as options without its secrets", () => {
  const http = urlSource("https://ana:hunter22@a.example/mcp", { header: ["X-Key: hunter22"] });
  const stdio = commandSource("node 'a b'", { env: ["KEY=hunter22"] });
  const shown = [...showSource(http), ...showSource(stdio)].join(" ");
  expect(shown).toBe(
    `--url 'https://a.example/mcp' --header "x-key: $X_KEY" --command 'node '\\''a b'\\''' --env 'KEY'`,
  );
  expect(secretsOf(http).map(({ shownAs }) => shownAs)).toEqual(["$X_KEY", "$TOKEN"]);
});

test("a key in the query of an address is a secret, decoded or not", () => {
  const source = urlSource("https://a.example/mcp?api_key=hunter2%2Bhunter2&v=1", {});
  expect(showSource(source).join(" ")).toBe('--url "https://a.example/mcp?api_key=$API_KEY&v=1"');
  const text = "hunter2+hunter2, hunter2%2Bhunter2";
  expect(redactSecrets(text, secretsOf(source))).toBe("$API_KEY, $API_KEY");
});

test("settings are no credentials: an interface may have them for other reasons", () => {
  const env = ["REGION=eu-central-1", "DB_PASSWORD=hunter2", "DSN=postgres://ana:hunter2@db"];
  const secrets = secretsOf(commandSource("node a", { env }));
  expect(credentialsAmong(secrets).map(({ shownAs }) => shownAs)).toEqual(["$DB_PASSWORD", "$DSN"]);
});
