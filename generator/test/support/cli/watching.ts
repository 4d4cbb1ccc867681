/** Runs `toolwright generate --watch` in a project. */
import { once } from "node:events";
import { expect } from "vitest";
import { inProject, start } from "./cli.ts";

/** A watching process, and its output. */
export interface Watching {
  readonly folder: string;
  /** Does something, then waits until the process has said what matches. */
  after(act: () => void, said: RegExp): Promise<void>;
}

/** Starts it, and checks that Ctrl-C ends it. */
export async function watching(use: (watching: Watching) => Promise<void>): Promise<void> {
  await inProject(async (folder) => {
    const child = start(folder, ["generate", "--watch"]);
    let said = "";
    child.stderr!.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
    const ended = once(child, "exit").then(() => "ended");
    const heard = async (pattern: RegExp, from: number): Promise<void> => {
      while (!pattern.test(said.slice(from))) {
        const next = await Promise.race([once(child.stderr!, "data"), ended]);
        if (next === "ended") throw new Error(`The process ended, after: ${said}`);
      }
    };
    try {
      await heard(/Watching spec\/\. Ctrl-C ends it\.\n/, 0);
      await use({
        folder,
        after(act, pattern) {
          const from = said.length;
          act();
          return heard(pattern, from);
        },
      });
      child.kill("SIGINT");
      const [code] = await once(child, "close");
      expect({ code, end: said.slice(-9) }).toEqual({ code: 0, end: "Stopped.\n" });
    } finally {
      child.kill("SIGKILL");
    }
  });
}
