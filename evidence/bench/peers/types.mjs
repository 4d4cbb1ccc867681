/** json-schema-to-typescript alone: `node types.ts SCHEMAS OUT` writes the types of every schema in a folder into one file. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "json-schema-to-typescript";

const [schemas = "", out = ""] = process.argv.slice(2);
const files = readdirSync(schemas).sort();
const texts = await Promise.all(
  files.map((file) => {
    const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
    return compile(schema, file.replace(/\.json$/, ""), { bannerComment: "", format: false });
  }),
);
writeFileSync(out, texts.join("\n"));
