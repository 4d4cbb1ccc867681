/** Every finding prints a command line that finds it again, on a server that has not seen the run. */
import { expect, test } from "vitest";
import { parseOptions } from "../cli/options.ts";
import { type Report, repeatCommand } from "../results/report.ts";
import type { Failed } from "../results/verdict.ts";
import { NotesHandlers, type NotesOptions, serveNotes } from "../test/support/notes-server.ts";
import { testServer } from "../test/support/test-server.ts";
import type { TrackerFault } from "../test/support/tracker-server/faults.ts";
import { findings } from "../test/support/tracker-server/findings.ts";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";

/** The finding of each of these cases: what a run by its command says of it. */
async function repeated(
  report: Report,
  ids: readonly string[],
  again: (options: ReturnType<typeof parseOptions>) => Promise<Report>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const example of report.results.filter(({ subject }) => ids.includes(subject.id))) {
    const command = repeatCommand(report, example);
    const args = [...command.matchAll(/ (--\S+) (?:'([^']*)'|(\S+))/g)].flatMap(([, name, quoted, plain]) => [
      name!,
      quoted ?? plain!,
    ]);
    const { results } = await again(parseOptions(args, {}));
    const same = results.find(({ subject }) => subject.id === example.subject.id);
    found[example.subject.id] = same?.verdict.status ?? "not run";
  }
  return found;
}

const trackerFaults: readonly TrackerFault[] = [
  "refused-moves-are-applied",
  "comment-key-is-ignored",
  "total-is-wrong",
  "reporter-leaks",
];

test("findings of behaviour", async () => {
  const withFaults = async (cases: readonly string[], seed = 1) => {
    const served = await serveTracker(trackerFaults);
    return testTracker(served, { selection: { cases }, seed }).finally(served.close);
  };
  const ids = trackerFaults.map((fault) => findings[fault][0]);
  const report = await withFaults(ids);
  const found = await repeated(report, ids, (options) => withFaults(options.case, options.seed));
  expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, "failed"])));
}, 300_000);

/** Findings that no call of their own case shows: one call of another case, or the denied calls together. */
const elsewhere: readonly (readonly [id: string, shownBy: RegExp, options: () => NotesOptions])[] = [
  [
    "output/notes_create/fits",
    /^input\/notes_create\/title\/maxLength\/at$/,
    () => ({
      changeTool: (tool) => ({ ...tool, output: () => true }),
      handlers: new (class extends NotesHandlers {
        override create(...[input, call]: Parameters<NotesHandlers["create"]>) {
          return { ...super.create(input, call), ...(input.title.length === 40 && { secret: 1 }) };
        }
      })(),
    }),
  ],
  [
    "authorization/notes_create/unchanged",
    /^authorization\/notes_create\/\*$/,
    () => ({ changeTool: (tool) => (tool.name === "notes_create" ? { ...tool, scopes: [] } : tool) }),
  ],
];

test.each(elsewhere)(
  "the finding of %s names the cases that show it",
  async (id, shownBy, options) => {
    const run = async (cases: readonly string[], seed = 1) => {
      const notes = await serveNotes(options());
      return testServer(notes.url, { selection: { cases }, seed }).finally(notes.close);
    };
    const report = await run([]);
    const { verdict } = report.results.find(({ subject }) => subject.id === id)!;
    const { shownBy: pattern, evidence } = verdict as Failed;
    expect(pattern ?? evidence?.shownBy).toMatch(shownBy);
    const found = await repeated(report, [id], (options) => run(options.case, options.seed));
    expect(found).toEqual({ [id]: "failed" });
  },
  300_000,
);
