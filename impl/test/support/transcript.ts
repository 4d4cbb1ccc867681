/** Lays out what happened between a caller, the service and a model as lines of a transcript. */
import type { Reply } from "./model-server.ts";
import type { Outcome } from "./wire.ts";

/** A speaker and a text. */
export type Line = readonly [who: string, what: string];

const MAX_SHOWN = 260;
const NAME_WIDTH = 12;

export function section(title: string, lines: readonly Line[]): string {
  const text = lines.map(([who, what]) =>
    what
      .split("\n")
      .map((line, index) => `${(index === 0 ? who : "").padEnd(NAME_WIDTH)}${line}`.trimEnd())
      .join("\n"),
  );
  return `## ${title}\n\n\`\`\`text\n${text.join("\n")}\n\`\`\`\n`;
}

export function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}...`;
}

/** The requests that the model got, each with its reply. @param showsFirst whether the first request is shown, too */
export function conversation(
  bodies: readonly string[],
  replies: readonly Reply[],
  showsFirst = false,
): Line[] {
  return bodies.flatMap((body, index): Line[] => {
    const number = `request ${index + 1}`;
    const reply: Line = ["model", `${number}: ${describe(replies[Math.min(index, replies.length - 1)]!)}`];
    if (index === 0) return showsFirst ? [["service", lastMessage(body)], reply] : [reply];
    const isSame = body === bodies[index - 1];
    return [["service", isSame ? "sends the same request again" : lastMessage(body)], reply];
  });
}

/** Both protocols have a list of messages; the content is a text or a list of parts. */
function lastMessage(body: string): string {
  const { content } = JSON.parse(body).messages.at(-1);
  return typeof content === "string" ? content : content.map(({ text }: { text: string }) => text).join("");
}

function describe(reply: Reply): string {
  if (typeof reply === "string") return shortened(reply);
  if ("status" in reply) {
    const { status, headers = {} } = reply as { status: number; headers?: Record<string, string> };
    const asks = headers["retry-after"] === undefined ? "" : `, Retry-After: ${headers["retry-after"]}`;
    return `HTTP ${status}${asks}`;
  }
  if ("cutAfter" in reply) return `${reply.cutAfter} (and the connection breaks)`;
  if ("refusal" in reply) return `${String(reply.refusal)} (and the ${String(reply.by)} refuses)`;
  if ("endless" in reply) return `${String(reply.endless).slice(0, 20)}... (without end)`;
  return shortened(JSON.stringify(reply));
}

/** Returns the lines that the caller reads. */
export function outcomeLines({
  isError,
  content,
  structuredContent,
  _meta,
}: Outcome): readonly [Line, ...Line[]] {
  const failure = _meta?.["dev.toolwright/failure"];
  if (isError) {
    const { code, retryable } = failure as { code: string; retryable?: boolean };
    return [
      ["caller gets", `${code}, ${retryable ? "retryable" : "not retryable"}`],
      ["", content[0]!.text],
    ];
  }
  const { title, field_count, changes, generator, warnings } = structuredContent;
  const made =
    changes === undefined ? `"${title}", ${field_count} fields` : `changes ${JSON.stringify(changes)}`;
  return [
    ["caller gets", `${made}, by ${generator.kind} "${generator.name}"`],
    ...warnings.map(({ code, message }: { code: string; message: string }) => ["", `${code}: ${message}`]),
  ];
}
