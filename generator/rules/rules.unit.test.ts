import { expect, test } from "vitest";
import { rulesPage } from "../../.ci/rules.ts";
import { ruleRows, rules } from "./index.ts";

test("the page of the guide has an example of each rule", () => {
  const page = rulesPage();
  for (const { code, sentence } of ruleRows) expect(page).toContain(`## \`${code}\`\n\n${sentence} (`);
});

test("codes are kebab-case, and each stands for one rule", () => {
  const codes = ruleRows.map(({ code }) => code);
  expect(codes.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test("a rule is a sentence", () => {
  expect(rules.filter(({ sentence }) => !/^\S.*\.$/.test(sentence))).toEqual([]);
});
