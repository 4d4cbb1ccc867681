/** The cases about lists that show nothing of other accounts. */
import { expect, test } from "vitest";
import { caseFileOf } from "../../test/support/case-file.ts";

const job = `{ type: object, properties: { job_id: { $ref: ../types/job_id.yaml }, parts: { type: array, items: { type: object, properties: { part_id: { $ref: ../types/part_id.yaml } }, required: [part_id] } } }, required: [job_id, parts] }`;
const output = `output: { type: object, properties: { job: ${job} }, required: [job] }\n`;
const input =
  "input: { type: object, properties: { job_id: { $ref: ../types/job_id.yaml } }, required: [job_id] }\n";

const spec = {
  "service.yaml": `
toolwright: 1
server: { name: jobs, version: 1.0.0, protocolVersions: ["2025-11-25"] }
endpoint: { transport: streamable-http }
auth: { scheme: bearer, tokenSource: Settings }
modes:
  read: { readOnlyHint: true }
  write: { readOnlyHint: false }
failures:
  not_found: { when: nothing has this id, retryable: false }
entities:
  job: { id: types/job_id.yaml, made_by: { tool: make_job, path: /job/job_id }, observed_by: [show_job] }
  part: { id: types/part_id.yaml, made_by: { tool: add_part, path: "/job/parts/*/part_id" }, private: not_found, observed_by: [show_job] }
tools: [make_job, show_job, add_part, drop_part, copy_job]
`,
  "types/job_id.yaml": "type: string\npattern: ^job_[a-z]+$\n",
  "types/part_id.yaml": "type: string\npattern: ^part_[a-z]+$\n",
  "tools/make_job.yaml": `mode: write
title: Make
description: Makes.
input: { type: object, properties: {} }
${output}`,
  "tools/show_job.yaml": `mode: read\ntitle: Show\ndescription: Shows.\n${input}${output}`,
  "tools/add_part.yaml": `mode: write\ntitle: Add\ndescription: Adds.\n${input}${output}`,
  "tools/drop_part.yaml": `mode: write
title: Drop
description: Drops.
input: { type: object, properties: { part_id: { $ref: ../types/part_id.yaml } }, required: [part_id] }
${output}failures: [not_found]
`,
  "tools/copy_job.yaml": `mode: write\ntitle: Copy\ndescription: Copies.\n${input}${output}copies: { source: job_id, copy: /job/job_id }\n`,
};

test("a call that makes a thing lists nothing in it that was there before, so just other tools are searched", () => {
  const ids = caseFileOf(spec).cases.map(({ id }) => id);
  expect(ids.filter((id) => /^access\/.*\/list\//.test(id))).toEqual([
    "access/show_job/list/job/parts/part_id",
  ]);
});
