/** Tools for comments on files, and the list of what was done. */
import * as z from "zod";
import { accessTo, findFile, findFolder, needActive } from "./access.ts";
import type { Caller } from "./accounts.ts";
import { now, timeAt } from "./clock.ts";
import { activities, files, itemWith, note, threads } from "./drive.ts";
import { nameList, page, pageOf, paging } from "./pages.ts";
import { type Activity, newId, type Thread } from "./records.ts";
import { Refused } from "./refused.ts";
import { once } from "./requests.ts";
import * as schema from "./schemas.ts";
import { tool } from "./tool.ts";
import { showActivity, showThread } from "./views.ts";

const maxComments = 20;

const openThread = tool({
  name: "open_thread",
  mode: "add",
  scope: "drive:write",
  title: "Comment on a file",
  description: "Begins a thread of comments on a file.",
  input: z.strictObject({
    file_id: schema.fileId,
    text: schema.commentText,
    quote: schema.quote.optional(),
    request_id: schema.requestId,
  }),
  output: schema.thread,
  run(input, caller) {
    const file = findFile(input.file_id, caller, "comment");
    return once("open_thread", input, caller, () => {
      needActive(file);
      const comment = { author: caller.person, text: input.text, at: now() };
      const thread: Thread = { id: newId("thr"), file: file.id, quote: input.quote, comments: [comment] };
      threads.set(thread.id, thread);
      note(caller, "commented", file);
      return showThread(thread, caller);
    });
  },
});

function reply(thread: Thread, text: string, { person }: Caller): void {
  if (thread.comments.length >= maxComments)
    throw new Refused("thread_full", `The thread has ${maxComments} comments. Begin another one.`);
  thread.comments.push({ author: person, text, at: now() });
  thread.resolved = undefined;
}

function resolve(thread: Thread, action: "resolve" | "reopen", { person }: Caller): void {
  if ((thread.resolved === undefined) !== (action === "resolve"))
    throw new Refused("thread_state", `The thread is ${thread.resolved ? "resolved" : "open"} already.`);
  thread.resolved = action === "resolve" ? { at: now(), by: person } : undefined;
}

const updateThread = tool({
  name: "update_thread",
  mode: "change",
  scope: "drive:write",
  title: "Answer, resolve or reopen",
  description:
    "Adds a comment to a thread, resolves or reopens it. A reply reopens a resolved thread. Exactly one of reply and action.",
  input: z.strictObject({
    thread_id: schema.threadId,
    reply: schema.commentText.optional(),
    action: z.enum(["resolve", "reopen"]).optional(),
  }),
  output: schema.thread,
  run({ thread_id, reply: text, action }, caller) {
    const thread = threads.get(thread_id);
    const file = thread && files.get(thread.file);
    if (thread === undefined || file === undefined || accessTo(file, caller.person) === undefined)
      throw new Refused(
        "not_found",
        `There is no thread ${thread_id}. list_threads shows those that you see.`,
      );
    findFile(file.id, caller, "comment");
    needActive(file);
    if (text !== undefined && action === undefined) reply(thread, text, caller);
    else if (action !== undefined && text === undefined) resolve(thread, action, caller);
    else throw new Refused("invalid_input", "Send either a reply or an action.");
    note(caller, "commented", file);
    return showThread(thread, caller);
  },
});

const listThreads = tool({
  name: "list_threads",
  mode: "read",
  scope: "drive:read",
  title: "List threads",
  description: "Lists the threads of a file, or of all files that the caller may see, the oldest first.",
  input: z.strictObject({
    file_id: schema.fileId.optional(),
    state: schema.threadState.optional(),
    text: z.string().min(1).max(200).optional().describe("Part of one of the comments."),
    ...paging,
  }),
  output: z.strictObject({ threads: z.array(schema.thread).max(50), ...pageOf }),
  run({ limit, cursor, ...wanted }, caller) {
    const { file_id, state } = wanted;
    if (file_id !== undefined) findFile(file_id, caller);
    const part = wanted.text?.toLowerCase();
    const fitting = [...threads.values()].filter((thread) => {
      const file = files.get(thread.file);
      return (
        file !== undefined &&
        accessTo(file, caller.person) !== undefined &&
        (file_id === undefined || thread.file === file_id) &&
        (state === undefined || (thread.resolved === undefined) === (state === "open")) &&
        (part === undefined || thread.comments.some(({ text }) => text.toLowerCase().includes(part)))
      );
    });
    const { items, ...rest } = page({
      name: nameList("threads", caller, wanted),
      items: fitting,
      limit,
      cursor,
      keyOf: ({ comments }) => comments[0]!.at,
    });
    return { threads: items.map((thread) => showThread(thread, caller)), ...rest };
  },
});

function isVisible({ item, actor }: Activity, { person }: Caller): boolean {
  const found = itemWith(item);
  return found === undefined ? actor === person : accessTo(found, person) !== undefined;
}

const listActivity = tool({
  name: "list_activity",
  mode: "read",
  scope: "drive:read",
  title: "List activity",
  description: "Lists what was done with the folders and files that the caller may see, the latest first.",
  input: z.strictObject({
    folder_id: schema.folderId.optional(),
    file_id: schema.fileId.optional(),
    action: schema.action.optional(),
    from: schema.day.optional().describe("First day, in UTC."),
    until: schema.day.optional().describe("Last day, in UTC."),
    ...paging,
  }),
  output: z.strictObject({ activities: z.array(schema.activity).max(50), ...pageOf }),
  run({ limit, cursor, ...wanted }, caller) {
    const { folder_id, file_id, action, from, until } = wanted;
    if (folder_id !== undefined) findFolder(folder_id, caller);
    if (file_id !== undefined) findFile(file_id, caller);
    const fitting = activities.filter((entry) => {
      const day = timeAt(entry.at).slice(0, 10);
      return (
        (folder_id === undefined || entry.item === folder_id) &&
        (file_id === undefined || entry.item === file_id) &&
        (action === undefined || entry.action === action) &&
        (from === undefined || day >= from) &&
        (until === undefined || day <= until) &&
        isVisible(entry, caller)
      );
    });
    const { items, ...rest } = page({
      name: nameList("activity", caller, wanted),
      items: fitting,
      limit,
      cursor,
      descending: true,
      keyOf: ({ at }) => at,
    });
    return { activities: items.map(showActivity), ...rest };
  },
});

export const talkTools = [openThread, updateThread, listThreads, listActivity];
