/** What was there before the suite came, and somebody who works at the same time. */
import { setTimeout as delay } from "node:timers/promises";
import { personOf } from "./accounts.ts";
import { emptyBins } from "./drive.ts";
import { tools } from "./mcp.ts";
import { Refused } from "./refused.ts";

const scopes = ["drive:read", "drive:write", "shares:write", "people:read"];

type Run = (name: string, input: object) => Record<string, unknown>;

function workAs(account: string): Run {
  const caller = { person: personOf(account), scopes };
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (name, input) => {
    emptyBins();
    const tool = byName.get(name)!;
    return tool.run(tool.input.parse(input), caller);
  };
}

export function addEarlierThings(account: string): void {
  const run = workAs(account);
  const { id: offers } = run("create_folder", { name: "Offers" });
  const { id: year } = run("create_folder", { parent_id: offers, name: "2025" });
  for (const [index, folder_id] of [offers, year, year].entries()) {
    const text = `Offer ${index + 1}: two desks and a lamp.`;
    const { id: file_id } = run("upload_file", { folder_id, name: `offer-${index + 1}.txt`, text });
    run("upload_version", { file_id, text: `${text} Paid.`, expected_revision: 1, note: "Paid" });
    const { id: thread_id } = run("open_thread", { file_id, text: "Is the lamp still made?" });
    if (index === 0) run("update_thread", { thread_id, action: "resolve" });
    if (index === 1) run("share_item", { file_id, user: personOf("third").email, access: "comment" });
    if (index === 2) run("bin_item", { file_id });
  }
  run("share_item", { folder_id: offers, user: personOf("third").email, access: "view" });
}

/** Makes, changes and bins things of a person, as long as the server runs. */
export async function keepWorking(account: string): Promise<void> {
  const run = workAs(account);
  const { id: folder_id } = run("create_folder", { name: "Minutes of meetings" });
  for (let round = 1; ; round += 1) {
    try {
      await writeMinutes(run, folder_id, round);
    } catch (error) {
      // The lock has ended at once where the clock is moved by hours: the next meeting has its own file.
      if (!(error instanceof Refused)) throw error;
    }
    await delay(50, undefined, { ref: false });
  }
}

async function writeMinutes(run: Run, folder_id: unknown, round: number): Promise<void> {
  const name = `meeting-${round}.md`;
  const { id: file_id } = run("upload_file", { folder_id, name, text: `# ${round}` });
  await delay(50, undefined, { ref: false });
  run("lock_file", { file_id, action: "check_out" });
  run("upload_version", { file_id, text: `# Meeting ${round}`, expected_revision: 1 });
  await delay(50, undefined, { ref: false });
  run("lock_file", { file_id, action: "check_in" });
  const { id: thread_id } = run("open_thread", { file_id, text: "Who comes next time?" });
  run("update_thread", { thread_id, reply: "All of us." });
  run("bin_item", { file_id });
}
