/** Steps of scenarios that read resources: what the suite compares, and how a skill names them. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { changesAnswer, hasMethod, type Message } from "../../../conformance/test/support/proxy.ts";
import { readSpec } from "../../files/spec.ts";
import { skillPages } from "../../skills/pages.ts";
import { conformance, modelOf } from "../../test/support/mock/serving.ts";

const scenario = `
workflows:
  - workflowId: a-note-is-read
    steps:
      - stepId: note
        operationId: resource:note
        requestBody: { payload: { note_id: n1 } }
        successCriteria: [{ condition: $result.structuredContent#/text != null }]
        outputs: { text: $result.structuredContent#/text }
      - stepId: feed
        operationId: resource:feed
        unchanged: [{ operationId: "resource:note", payload: { note_id: n1 } }]
        successCriteria: [{ condition: $result.content#/0/resource/text != null }]
      - stepId: again
        operationId: resource:note
        requestBody: { payload: { note_id: n1 } }
        successCriteria: [{ condition: $result.structuredContent#/text == $steps.note.outputs.text }]
`;
const skill = "skills: { read-notes: { description: Reads notes., workflows: [a-note-is-read] } }\n";

const sources = readSpec(join(import.meta.dirname, "../../test/fixtures/resources/spec")).map((source) =>
  source.path === "service.yaml" ? { ...source, text: source.text + skill } : source,
);
const model = modelOf([...sources, { path: "scenarios/reading.yaml", text: scenario }]);

async function judge(change?: (read: number, answer: Message) => Message): Promise<string[]> {
  let reads = 0;
  const fault = changesAnswer(hasMethod("resources/read"), (answer) => change!(++reads, answer));
  const judged = await conformance(model, { kinds: ["scenarios"] }, change && fault);
  return judged.map(({ id, status }) => `${status} ${id.replace("scenarios/a-note-is-read/", "")}`);
}

test("a step reads a resource, and another one compares it", async () => {
  expect(await judge()).toEqual(["held note", "held feed", "held again"]);
});

test("a resource that another reading changes fails the steps that compare it", async () => {
  const changed = (read: number, answer: Message): Message => {
    if (read < 3) return answer;
    const text = JSON.stringify(answer).replace(/\\"text\\":\\"[^"]*\\"/, '\\"text\\":\\"other\\"');
    return JSON.parse(text) as Message;
  };
  expect(await judge(changed)).toEqual(["held note", "failed feed", "failed again"]);
});

test("a skill names the address that a step reads", () => {
  const { "references/workflows.md": text = "" } = skillPages(model.skills[0]!, model);
  expect(text).toContain("### 1. note: read `notes://note/{note_id}`");
});
