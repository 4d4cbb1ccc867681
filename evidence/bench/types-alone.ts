/** Generates only the types, `node types-alone.ts SPEC OUT`, for a comparison with generators that write only types. */
import { writeFileSync } from "node:fs";
import { emitTypes } from "../../generator/emit/types.ts";
import { readSpec } from "../../generator/files/spec.ts";
import { parse } from "../../generator/parse/document.ts";
import { resolve } from "../../generator/resolve/resolve.ts";

const [spec = "", out = ""] = process.argv.slice(2);
const { text } = await emitTypes(resolve(parse(readSpec(spec))));
writeFileSync(out, text);
