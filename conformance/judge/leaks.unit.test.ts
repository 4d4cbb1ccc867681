import { describe, expect, test } from "vitest";
import { findLeak } from "./leaks.ts";

const leaking: readonly (readonly [what: string, text: string])[] = [
  ["JavaScript", "TypeError: x is undefined\n    at read (/srv/app/notes.js:10:5)"],
  ["JavaScript", "    at async file:///opt/app/main.mjs:3:1"],
  ["JavaScript", "    at read (src/notes.ts:10:5)"],
  ["JavaScript", "    at Object.<anonymous> (dist/server.js:1:2)"],
  ["JavaScript", "TypeError: x is undefined, notes/store.mjs:10:5"],
  ["Python", 'Traceback (most recent call last):\n  File "/app/x.py", line 3'],
  ["JVM", "at org.example.Notes.read(Notes.java:12)"],
  ["JVM", "java.lang.NullPointerException\n\tat org.example.Notes.read(Notes.java:12)"],
  [".NET", "   at Notes.Read(String id) in C:\\src\\Notes.cs:line 7"],
  ["Go", "goroutine 1 [running]:"],
  ["Rust", "thread 'main' panicked at src/main.rs:4:5"],
  ["path", "ENOENT: no such file, open '/home/ana/notes.db'"],
  ["path", "cannot load node_modules/ajv"],
  ["private key", "-----BEGIN RSA PRIVATE KEY-----"],
  ["credentials", "could not connect to postgres://notes:hunter2@db:5432/notes"],
  ["cloud", "AKIAIOSFODNN7EXAMPLE"],
  ["access token", "Bearer tkn_k3Vq8ZrT1xWm5LbY is not enough"],
  ["database", "SQLITE_CONSTRAINT: UNIQUE failed"],
];

const harmless = [
  "There is no note note_00000000. notes_list shows the ids you may use.",
  "/structure/pages/0/fields/1/id is stars, as at /pages/0/fields/0/id already.",
  "Get one here: https://notes.example/settings/tokens.",
  'Send an Authorization header with "Bearer" and a valid access token.',
  "It meets at 10:30:00 at the usual place.",
  "See notes.json:10, or write to ana@notes.example:25.",
  "Choose from the list, or delete it where it stands.",
  "GET /api/mcp is not served.",
];

describe("an error must not reveal internals or secrets", () => {
  test.each(leaking)("%s is found in: %s", (what, text) => {
    expect(findLeak(text, "", ["tkn_k3Vq8ZrT1xWm5LbY"])).toContain(what);
  });

  test.each(harmless)("no leak is found in: %s", (text) => {
    expect(findLeak(text, "", ["tkn_k3Vq8ZrT1xWm5LbY"])).toBeUndefined();
  });

  // A pattern begins, or nearly ends, with each of these pieces, so a text of them takes it the most steps.
  test.each([
    "a",
    "at ",
    "at a(",
    "at a() in ",
    "a.js:1",
    "a.",
    "a-b@",
    "/a",
    "/home/",
    "C:\\",
    "eyJ-",
    "a:b@",
    "://",
    "select a from ",
    'File "',
    "1:",
  ])("half a million letters of %j are looked through at once", (piece) => {
    expect(findLeak(piece.repeat(500_000 / piece.length), "", [])).toBeUndefined();
  });

  test("a path is the user's own where the server runs for the user, a stack frame is not", () => {
    const own = { isLocal: true };
    expect(findLeak("cannot open /home/ana/notes.db", "", [], own)).toBeUndefined();
    expect(findLeak("    at read (/home/ana/notes.js:10:5)", "", [], own)).toContain("stack frame");
  });

  test("a leak beside a repeated part of the request is still found", () => {
    const error = "no such title: /home/ana/x, in /srv/notes.db";
    expect(findLeak(error, '{"title":"/home/ana/x"}', [])).toBe("a path of the machine (/srv/notes.db)");
  });

  test("an error may repeat parts of the request, except the token", () => {
    expect(findLeak("no such title: /home/ana/x", '{"title":"/home/ana/x"}', [])).toBeUndefined();
    expect(findLeak("/root/name must be a text", '{"root":{"name":1}}', [])).toBeUndefined();
    expect(findLeak("/root/name: open /root/notes.db", '{"tree":{}}', [])).toContain("path");
    expect(findLeak("bad: tkn_1", '{"title":"tkn_1"}', ["tkn_1"])).toBe("the access token");
  });

  test.each([
    ["x", "wrong arguments: text is too long", false],
    ["test", "this is a test of a test", false],
    ["test", "refused: Bearer test", true],
    ["t1", "t10 is no table", false],
    ["t1", "the token t1 has ended", true],
    ["a-long-secret", "bad: [a-long-secret]", true],
  ])("the token %s in %j", (token, error, isLeak) => {
    expect(findLeak(error, "", [token]) !== undefined).toBe(isLeak);
  });
});
