import type { GeneratedFile } from "./file.ts";
import { importNames, printTypeScript } from "./print.ts";

const about = `/**
 * One test a case, for teams that want them in their own runner. CONFORMANCE_URL, CONFORMANCE_COMMAND or CONFORMANCE_TARGET
 * (a file) says what is tested, and TOKEN is its token; by default it is the server of conformance/targets/local.yaml.
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
