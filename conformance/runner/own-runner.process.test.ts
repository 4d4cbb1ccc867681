/** The generated conformance.test.ts, run by vitest in a project: it reports the faults of a server. `own-runner.proof.ts` has the rest. */
import type { Call } from "@toolwright/runtime";
import { expect, test } from "vitest";
import { NotesHandlers, serveNotes } from "../test/support/notes-server.ts";
import { tested } from "../test/support/own-runner.ts";

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
