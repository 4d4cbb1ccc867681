/** The kind tasks: red for each rule of tasks that a press breaks. */
import { describe, expect, test } from "vitest";
import { testPress } from "../../test/support/press-findings.ts";
import { type PressFault, pressFaults } from "../../test/support/press-server.ts";
import { idsOf } from "../../test/support/test-server.ts";

/** Fault -> the cases that find it. */
const findings: Readonly<Record<PressFault, readonly string[]>> = {
  "every token reads every task": ["press_print/other-account", "press_print/fewer-scopes"],
  "tokens without the scope read tasks": ["press_print/fewer-scopes"],
  "keys are used again": ["press_proof/life"],
  "unknown tasks are working": ["press_print/unknown-id"],
  "updates of unknown tasks are acknowledged": ["press_print/unknown-id"],
  "cancelled tasks complete": ["press_print/cancelled", "press_bind/cancelled", "press_ship/cancelled"],
  "Mcp-Name is not read": ["press_print/headers", "press_proof/headers"],
  "a missing Mcp-Name is accepted": ["press_print/headers", "press_proof/headers"],
  "everybody gets tasks": ["press_print/undeclared", "press_proof/undeclared"],
  "undeclared clients read tasks": ["press_print/methods-undeclared"],
  "results lose their structure": [
    "press_print/life",
    "press_proof/life",
    "press_print/plain-result",
    "press_bind/plain-result",
    "press_ship/plain-result",
  ],
  "results lose their texts": [
    "press_print/plain-result",
    "press_bind/plain-result",
    "press_ship/plain-result",
  ],
  "results are those of other calls": ["press_print/plain-result"],
  "results are marked as errors": ["press_print/plain-result", "press_bind/plain-result"],
  "tasks are forgotten at their end": ["press_print/life"],
  "refusals fail": ["press_print/life"],
  "the task is wrapped": ["press_print/life", "press_proof/life"],
  "ids are counted": ["press_print/life", "press_bind/life", "press_proof/life"],
  "answers under any key are taken": ["press_bind/life", "press_proof/life"],
  "the tasks of 2025-11-25 are declared": ["press_print/declaration"],
  "the extension is declared with settings": ["press_print/declaration"],
  "older versions have tasks": ["press_print/older-version"],
  "tasks are forgotten a second after their end": ["press_print/life"],
  "tasks get other times": ["press_print/life", "press_proof/life"],
};

describe.each(Object.keys(pressFaults) as PressFault[])("reports the fault %s", (fault) => {
  test("by its cases", async () => {
    const report = await testPress(fault, fault === "refusals fail");
    expect(idsOf(report, "failed")).toEqual(
      expect.arrayContaining(findings[fault].map((id) => `tasks/${id}`)),
    );
  });
});
