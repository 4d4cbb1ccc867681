/** `npm run dev` of a new project while the spec has a mistake; `development-server.proof.ts` makes other mistakes. */
import { expect, test } from "vitest";
import { developing, note, notes, started, titleOf, tool } from "../test/support/development-server.ts";

test("keeps the running server, with its notes and token, while the spec has a mistake", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    const right = server.save(tool, "mode: write", "mode: wrote");
    await server.said(/error\[[\s\S]*The spec has a mistake\. The running server stays until the next save/);
    expect(await notes(server)).toHaveLength(1);
    // A save elsewhere mends nothing.
    server.save("src/notebook.ts", "/** Notes in memory,", "/** All notes in memory,");
    await server.said(/error\[[\s\S]*The running server stays/);
    expect(await notes(server)).toHaveLength(1);
    server.write(tool, right.replace(/^title: .*$/m, "title: Write it down"));
    await server.said(started);
    expect(await titleOf(server)).toBe("Write it down");
    expect(await notes(server)).toEqual([]);
  });
});
