/** Makes the calls of a finding's script again, and shows the answers. */
import { findCredential } from "../behaviour/calls/identity.ts";
import { similarText } from "../behaviour/instances/similar-text.ts";
import { listTexts } from "../calls/transcript.ts";
import { printable } from "../results/verdict.ts";
import type { OwnToken } from "../target/tokens.ts";
import { UsageError } from "../usage/usage-error.ts";
import { describeAnswer } from "../wire/answer.ts";
import { requestCommand } from "../wire/curl.ts";
import { openTarget, type TargetOptions } from "./open-target.ts";
import type { ScriptedCall } from "./script.ts";

/**
 * Runs a script. Each line that is a JSON array contains calls that are made at once. Texts that the target generated are replaced by
 * those of the new answers; idempotency keys and reserved tokens are new. @throws UsageError if a call cannot be made
 */
export async function replay(
  script: string,
  options: TargetOptions,
  print: (text: string) => void,
): Promise<void> {
  if (!/^\[/m.test(script)) throw new UsageError("The script has no calls: no line is a JSON array.");
  const opened = await openTarget(options);
  const { context, engine } = opened;
  /** Text in the script -> text in this run. */
  const renewed = new Map<string, string>();
  const renew = (old: string, now = old) => void (renewed.has(old) || renewed.set(old, now));
  const ownTokens: Promise<OwnToken>[] = [];
  try {
    await opened.ready;
    for (const line of script.split("\n")) {
      if (line.startsWith("#")) print(printable(line));
      if (line.startsWith("[")) await makeAtOnce(JSON.parse(line));
    }
  } catch (error) {
    throw new UsageError(printable(`The script stopped: ${opened.redact(Object(error).message)}`), {
      cause: error,
    });
  } finally {
    for (const note of await opened.clean()) print(printable(`# ${opened.redact(note)}`));
  }

  async function makeAtOnce(calls: readonly ScriptedCall[]): Promise<void> {
    for (const { key } of calls) if (typeof key === "string") renew(key, similarText(key));
    const answers = calls.map(async (call) => ({ ...call, ...(await make(renewIn(call))) }));
    for (const { made, shown, text } of await Promise.all(answers)) {
      for (const line of ["", shown, ...text.split("\n")]) print(printable(opened.redact(line)));
      const texts = listTexts(text);
      for (const { name, nth, value } of made ?? [])
        renew(value, texts.find((each) => each.name === name && each.nth === nth)?.value);
    }
  }

  /** Replaces texts in a call, longer texts first, since they may contain shorter ones. */
  function renewIn(call: ScriptedCall): ScriptedCall {
    const texts = [...renewed].toSorted(([a], [b]) => b.length - a.length);
    return JSON.parse(
      texts.reduce((rest, [old, now]) => rest.replaceAll(old, () => now), JSON.stringify(call)),
    );
  }

  async function make({ tool = "", hook, input, own, account, scopes }: ScriptedCall) {
    if (own !== undefined) ownTokens[own] ??= engine.accounts.reserve({ account, scopes });
    const token = await ownTokens[own ?? -1];
    if (hook !== undefined) {
      const question = { ...Object(input), ...(token && { token: token.minted }) };
      return {
        shown: `# hook ${hook} ${JSON.stringify(question)}`,
        text: JSON.stringify(await engine.hooks.run(hook, question)),
      };
    }
    const by = findCredential({ account, scopes, token }, context.cases);
    const { request, answer } = (await context.caller.call(tool, input, by)).exchange;
    const text = answer.kind === "broken" ? describeAnswer(answer) : answer.reply.body;
    return { shown: requestCommand(options.transport, request), text };
  }
}
