/** `npm run test-servers`: writes the code of the test servers on the runtime, which the compiler reads. */
import { onRuntime, writeStrangerFiles } from "./stranger-files.ts";

for (const name of onRuntime) await writeStrangerFiles(name);
