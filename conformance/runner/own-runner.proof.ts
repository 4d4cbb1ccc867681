/**
 * The generated conformance.test.ts, run by vitest in a project: it passes for a server that follows its spec, once all is verified,
 * and reports the faults of another.
 */
import type { Call } from "@toolwright/runtime";
import { expect, test } from "vitest";
import { NotesHandlers, serveNotes } from "../test/support/notes-server.ts";
import { tested } from "../test/support/own-runner.ts";

test("vitest runs the cases: they pass for a server that follows its spec", async () => {
  const { url, close } = await serveNotes();
  const { code, output } = await tested(url).finally(close);
  expect(output).toMatch(/✓ .*manifest/);
  expect(output).toContain("every accepted result is still needed");
  expect(output).not.toMatch(/Tests .*failed/);
  expect(code).toBe(0);
});

test("vitest runs the cases: a case that could not be verified fails, and says what would verify it", async () => {
  const { url, close } = await serveNotes();
  const { code, output } = await tested(url, false).finally(close);
  expect(code).toBe(1);
  expect(output).toMatch(/× .*input\/notes_get\/id\/pattern\/at/);
  expect(output).toContain(
    "Not verified: the call was refused with not_found. Add a binding to the target file",
  );
});

test("vitest runs the cases: they fail for a server that breaks its spec, and the message says why", async () => {
  class Forgetful extends NotesHandlers {
    override get({ id }: { id: string }, call: Call<"not_found">): object {
      const { title: _, ...rest } = super.get({ id }, call) as { title: string };
      return rest;
    }
  }
  const { url, close } = await serveNotes({ handlers: new Forgetful() });
  const { code, output } = await tested(url).finally(close);
  expect(code).toBe(1);
  expect(output).toMatch(/× .*notes_get/);
  expect(output).toMatch(/expected /);
});
