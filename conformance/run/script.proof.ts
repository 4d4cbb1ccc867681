/** More scripts of findings: calls at once, time, pauses of the server, processes. */
import { afterAll, test } from "vitest";
import { expectShown, removeFolder, type ScriptRow } from "../test/support/tracker-server/scripts.ts";

afterAll(removeFolder);

const rows: readonly ScriptRow[] = [
  ["http", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["http", "total-is-wrong", /"issues":\[\],"total":1/, /"issues":\[\],"total":0/],
  ["http", "delete-takes-the-next-one", /"code":"not_found".*"code":"not_found"/s, /"code":"not_found"/],
  ["sessions", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["pauses", "move-is-open-to-everybody", /"state":"closed"\}\}\}/, /"code":"not_found"/],
  ["stdio", "states-are-ignored", /"state":"in_progress"\}\}\}/, /"code":"wrong_state"/],
  ["stdio", "comment-key-is-ignored", /"number":2/, /"number":1/],
  ["http", "export-never-ends", /"titles":/, /"code":"export_gone"/],
  ["http", "summary-draws-twice", /"used":2/, /"used":1/],
  ["http", "revoked-tokens-are-accepted", /hook revoke.*"used":0/s, /hook revoke.*is not valid/s],
];

test.each(rows)("%s: %s", async (...row) => {
  await expectShown(row);
});
