import type { GeneratedFile } from "./file.ts";
import { importNames, printTypeScript } from "./print.ts";

const about = `/**
 * One test for each case, for teams that use their own test runner. CONFORMANCE_URL, CONFORMANCE_COMMAND or
 * CONFORMANCE_TARGET (a file) names the server under test, and TOKEN is its token; the default is conformance/targets/local.yaml.
 */`;

const tests = `for (const { name, ids } of conformance.groups) {
  describe(name, () => {
    test.for(ids)("%s", { timeout: conformance.timeoutMs }, (id, { skip }) => conformance.check(id, skip));
  });
}
test("every accepted result is still needed", { timeout: conformance.timeoutMs }, () => conformance.checkAccepted());`;

/** Emits conformance.test.ts: the cases as tests of vitest. */
export function emitConformanceTest(): GeneratedFile {
  return printTypeScript("conformance.test.ts", [
    "// @ts-nocheck: not every project has vitest.",
    importNames("@toolwright/conformance", ["conformanceTests"]),
    importNames("vitest", ["describe", "test"]),
    `\n${about}\nconst conformance = conformanceTests(new URL("./cases.json", import.meta.url));\n\n${tests}`,
  ]);
}
