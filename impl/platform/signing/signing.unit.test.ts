import { expect, test } from "vitest";
import { cursors } from "./cursors.ts";
import { signedTokens } from "./signed-tokens.ts";
import { signedUrls } from "./signed-urls.ts";

const key = Buffer.alloc(32, 1);
const otherKey = Buffer.alloc(32, 2);

test("a signed token comes back as its value, and only for its purpose and key", () => {
  const tokens = signedTokens<{ id: string }>(key, "fill");
  const token = tokens.sign({ id: "ä" });
  expect(tokens.verify(token)).toEqual({ id: "ä" });
  expect(signedTokens(key, "response").verify(token)).toBeUndefined();
  expect(signedTokens(otherKey, "fill").verify(token)).toBeUndefined();
});

test.each([
  ["empty", () => ""],
  ["its payload alone", (token: string) => token.split(".")[0]!],
  ["another payload", (token: string) => `x${token}`],
  ["something behind it", (token: string) => `${token}.x`],
  ["a signature that is too short", (token: string) => token.slice(0, -2)],
  [
    "another last character that decodes to the same bytes",
    (token: string) => token.slice(0, -1) + sameBits(token.at(-1)!),
  ],
])("rejects a token with %s", (_name, change) => {
  const tokens = signedTokens(key, "fill");
  expect(tokens.verify(change(tokens.sign({ id: "a" })))).toBeUndefined();
});

/** The last of 22 characters has four bits that no byte has: the next character of the alphabet differs in these alone. */
function sameBits(last: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return alphabet[alphabet.indexOf(last) + 1]!;
}

test("a cursor belongs to its list", () => {
  const { write, read } = cursors(key);
  const cursor = write(["forms", "acc_1", null], ["2026-03-15", "frm_1"]);
  expect(read(["forms", "acc_1", null], cursor)).toEqual(["2026-03-15", "frm_1"]);
  expect(read(["forms", "acc_2", null], cursor)).toBeUndefined();
});

test("a signed address works until its end, and for its path only", () => {
  let now = new Date("2026-03-15T12:00:00Z");
  const urls = signedUrls(
    key,
    () => "https://forms.example.org",
    () => now,
  );
  const url = new URL(urls.sign("/files/a", new Date("2026-03-15T12:10:00Z")));
  const [expires, signature] = [url.searchParams.get("e")!, url.searchParams.get("s")!];
  expect(urls.check("/files/a", expires, signature)).toBe("valid");
  expect(urls.check("/files/b", expires, signature)).toBe("forged");
  expect(urls.check("/files/a", `${Number(expires) + 1}`, signature)).toBe("forged");
  now = new Date("2026-03-15T12:10:00Z");
  expect(urls.check("/files/a", expires, signature)).toBe("expired");
});
