/** `npm run dev` of a new project with other mistakes than `development-server.process.proof.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { developing, note, notes, started, titleOf, tool } from "../test/support/development-server.ts";

test("keeps the running server while a module does not load; reads enums and other syntax that Node does not strip", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    const handler = "src/handlers/add.ts";
    const right = server.save(handler, "return", "retrun )");
    await server.said(/The server does not start\. The running server stays until the next save/);
    expect(await notes(server)).toHaveLength(1);
    server.write(handler, `${right}\nexport enum Size { Small = 1 }\n`);
    await server.said(started);
    expect(await notes(server)).toEqual([]);
  });
});

test("serves the last generated files if the spec has a mistake at the start", async () => {
  await developing(
    async (server) => {
      await server.said(/error\[[\s\S]*listens at http[\s\S]*Stop with/);
      expect(await titleOf(server)).toBe("Add a note");
      server.save(tool, "mode: wrote", "mode: write");
      await server.said(started);
    },
    {
      prepare: (project) => {
        const path = join(project, tool);
        writeFileSync(path, readFileSync(path, "utf8").replace("mode: write", "mode: wrote"));
      },
    },
  );
});

test("keeps the other tools callable while a tool has no handler", async () => {
  await developing(async (server) => {
    await server.said(started);
    await server.call("notes_add", note);
    server.write(
      "spec/tools/notes_count.yaml",
      "mode: read\nscope: notes:read\ndescription: Counts.\ninput: { type: object, additionalProperties: false }\noutput: { type: object, properties: { count: { type: integer } }, required: [count], additionalProperties: false }\n",
    );
    server.save("spec/service.yaml", "tools: [", "tools: [notes_count, ");
    await server.said(/handlers lack count\(\)[\s\S]*The server does not start\. The running server stays/);
    expect(await notes(server)).toHaveLength(1);
    const handler = "return {\n    count: () => ({ count: 1 }),";
    server.save("src/handlers/index.ts", "return {", handler);
    await server.said(started);
    expect(await server.call("notes_count", {})).toMatchObject({ structuredContent: { count: 1 } });
  });
});

test("ends its server if it is killed, as tsx does on a busy machine", async () => {
  await developing(
    async (server) => {
      await server.said(started);
      await server.kill();
    },
    { runner: "node" },
  );
});
