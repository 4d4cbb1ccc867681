/** The command `rules`: prints the rules of a spec. */
import { didYouMean } from "../../diagnostics/suggest.ts";
import { ruleRows } from "../../rules/index.ts";
import { type Command, UsageError } from "../command.ts";

export const command: Command = {
  options: {},
  arguments: ["CODE"],
  async run(_, [code], io) {
    const rows = code === undefined ? ruleRows : ruleRows.filter((row) => row.code === code);
    if (code !== undefined && rows.length === 0) throw new UsageError(unknownRule(code));
    io.stdout.write(rows.map(({ code, kind, sentence }) => `${code} (${kind})\n  ${sentence}\n`).join(""));
    return 0;
  },
};

function unknownRule(code: string): string {
  const hint = didYouMean(
    code,
    ruleRows.map((row) => row.code),
  );
  return `There is no rule ${JSON.stringify(code)}.${hint === undefined ? "" : ` ${hint}`}`;
}
