/** The hooks of our own form service (`targets/local.yaml`): reads one question from standard input, and prints one answer. */
import { text } from "node:stream/consumers";
import { FormServiceHooks } from "./form-service-hooks.ts";

const question = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await new FormServiceHooks(process.env).answer(question)));
