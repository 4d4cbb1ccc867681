/** An owner whose editor saves and shows large forms as fast as it can. */
import { setTimeout as delay } from "node:timers/promises";
import type { FormStructure } from "../../generated/types.ts";
import { callTool } from "../../impl/test/support/wire.ts";
import { type Attack, judgeResults } from "./attack.ts";
import { signIn } from "./signed-in.ts";
import { cpuSeconds, healthWork, type World } from "./world.ts";

/** A form that costs 0.1 to 0.2 s of CPU in each post. */
function largeForm(): FormStructure {
  const choices = Array.from({ length: 110 }, (_, at) => ({ id: `c${at}`, label: { en: `L${at}` } }));
  const pages = Array.from({ length: 50 }, (_, page) => ({
    id: `p${page}`,
    fields: Array.from({ length: 4 }, (_, at) => ({
      id: `f${page}_${at}`,
      type: "dropdown" as const,
      label: { en: "Choose" },
      choices,
    })),
  }));
  return { title: { en: "Large" }, default_language: "en", languages: ["en"], pages };
}

const SECONDS = 8;
const AT_ONCE = 6;
/** All costly posts may take half of a processor; reading their bodies comes on top. Without bounds they took all of one. */
const MAX_SHARE = 0.85;

/** Prepares an account with a large form. Each call then posts it to the preview, and resolves to the status. */
export async function prepareEditor(world: World, email: string): Promise<() => Promise<number>> {
  const token = await world.mint(email);
  const structure = largeForm();
  const made = await callTool(world.endpoint, token, "service_create_form", { structure });
  const { session } = await signIn(world, email);
  const address = `${world.origin}/forms/${made.structuredContent.form_id}`;
  const headers = { Cookie: `session=${session}`, Origin: world.origin };
  const html = await (await fetch(`${address}/edit`, { headers })).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const body = new URLSearchParams({ csrf, structure: JSON.stringify(structure) });
  return async () => {
    const response = await fetch(`${address}/preview`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  };
}

export const editorPosts: Attack = {
  name: "an editor with large forms, without a break",
  async run(world) {
    const post = await prepareEditor(world, "editor@example.org");
    const [began, before] = [performance.now(), await cpuSeconds(world)];
    const isOver = () => performance.now() - began > SECONDS * 1_000;
    const statuses: number[] = [];
    const send = async () => {
      while (!isOver()) statuses.push(await post());
    };
    const work: number[] = [];
    const watch = async () => {
      while (!isOver()) {
        work.push(await healthWork(world));
        await delay(50);
      }
    };
    await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, send)]);
    const used = (await cpuSeconds(world)) - before;
    const share = used / ((performance.now() - began) / 1_000);
    const most = Math.max(...work);
    return judgeResults(
      [
        ...statuses.map((status) => ["a preview", status === 200 || status === 503, status] as const),
        [`the share of a processor`, share < MAX_SHARE, share],
        ["the health check answers meanwhile", most < 10, most],
      ],
      `${Math.round(share * 100)} % of a processor, ${Math.round((used / statuses.length) * 1_000)} ms each; health check up to ${most.toFixed(2)} s of CPU`,
    );
  },
};
