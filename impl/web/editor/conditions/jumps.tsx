/** Edits the jumps of a question: "if the answer is this, go to that page". The form keeps them as conditions of the questions between. */
import { useRef, useState } from "preact/hooks";
import type { FormField } from "../../../../generated/types.ts";
import { hasOpposite } from "../../../forms/answers/expression.ts";
import { type Parts, pickText, useParts } from "../context.ts";
import { Button, Section } from "../inputs/controls.tsx";
import { Menu } from "../inputs/inputs.tsx";
import {
  changeJump,
  type Jump,
  listJumps,
  otherDependents,
  pageIndexOf,
  skippedFields,
} from "../model/jumps.ts";
import { plainText } from "../model/mentions.ts";
import { changeOperator, listOperators, listSources, newTest, type Source } from "../model/sources.ts";
import { ConditionValue } from "./condition-value.tsx";

/** How many questions are named. */
const MAX_NAMES = 6;

function names({ editor, say }: Parts, fields: readonly FormField[]): string {
  const shown = fields
    .slice(0, MAX_NAMES)
    .map(({ label }) => say("quoted", { text: plainText(editor, label) || say("untitled") }));
  return `${shown.join(", ")}${fields.length > MAX_NAMES ? ", …" : ""}`;
}

/** The jumps of a question; nothing where there is no page to skip, or the question has no answer. */
export function JumpSection({ id }: { readonly id: string }) {
  const parts = useParts();
  const { editor, say } = parts;
  const [stuck, setStuck] = useState<readonly FormField[]>([]);
  const root = useRef<HTMLDivElement>(null);
  const { structure } = editor;
  const source = listSources(structure).find((one) => one.id === id);
  const at = pageIndexOf(structure, id);
  if (source === undefined || !listOperators(source).some(hasOpposite) || at === structure.pages.length - 1)
    return null;
  const jumps = listJumps(structure, id);
  const others = otherDependents(structure, id);

  function change(before: Jump | undefined, after: Jump | undefined, join?: string): void {
    const changed = changeJump(editor.structure, before, after);
    setStuck(changed.stuck);
    if (changed.stuck.length === 0) editor.edit(() => changed.structure, join && `${id} ${join}`);
  }

  /** Adds a jump, and moves the focus to its first menu. */
  function add(jump: Jump): void {
    change(undefined, jump);
    requestAnimationFrame(() => {
      root.current?.querySelector<HTMLElement>("fieldset:last-of-type select")?.focus();
    });
  }

  return (
    <Section title={say("jump")} isOpen={jumps.length > 0}>
      <div class="ed-condition" ref={root}>
        {jumps.map((jump, index) => (
          <JumpItem
            key={index}
            jump={jump}
            source={source}
            onChange={(next, join) => change(jump, next, join && `${join} ${index}`)}
          />
        ))}
        {stuck.length > 0 && (
          <p class="ed-problem" role="alert">
            {say("jump_stuck", { names: names(parts, stuck) })}
          </p>
        )}
        {others.length > 0 && <p class="ed-hint">{say("jump_others", { names: names(parts, others) })}</p>}
        {!editor.isReadOnly && (
          <Button
            icon="add"
            label={say(jumps.length === 0 ? "add_condition" : "add_test")}
            onPress={() => add(newJump(source, jumps, Math.min(at + 2, structure.pages.length)))}
            name="add-jump"
          />
        )}
      </div>
    </Section>
  );
}

/** Creates a jump by the first answer that has none yet. */
function newJump(source: Source, jumps: readonly Jump[], to: number): Jump {
  const { answer } = source;
  const all = "choices" in answer ? answer.choices.map((choice) => choice.id) : [true, false];
  const isFree = (value: unknown) =>
    !jumps.some(({ test }) => "value" in test && [test.value].flat().some((one) => one === value));
  const test = newTest(source);
  const value = answer.kind === "boolean" || "choices" in answer ? all.find(isFree) : undefined;
  return { test: "value" in test && value !== undefined ? ({ ...test, value } as typeof test) : test, to };
}

interface ItemProps {
  readonly jump: Jump;
  readonly source: Source;
  readonly onChange: (jump: Jump | undefined, join?: string) => void;
}

function JumpItem({ jump, source, onChange }: ItemProps) {
  const parts = useParts();
  const { editor, say } = parts;
  const { test, to } = jump;
  const skipped = skippedFields(editor.structure, jump);
  return (
    <fieldset class="ed-group ed-test">
      <legend class="vh">{say("jump")}</legend>
      <Menu
        label={say("jump_if")}
        value={test.op}
        options={listOperators(source)
          .filter(hasOpposite)
          .map((op) => [op, say(`op_${op}`)] as const)}
        onSelect={(op) => onChange({ to, test: changeOperator(test, op, source) })}
      />
      {"value" in test && (
        <ConditionValue
          test={test}
          source={source}
          path={`jump ${test.field}`}
          onChange={(value) => onChange({ to, test: { ...test, value } as typeof test }, "jump value")}
        />
      )}
      <Menu
        label={say("jump_to")}
        value={String(to)}
        options={targets(parts, test.field)}
        onSelect={(page) => onChange({ test, to: Number(page) })}
      />
      <p class="ed-hint">{say("jump_skips", { n: skipped.length, names: names(parts, skipped) })}</p>
      {!editor.isReadOnly && (
        <div class="ed-row">
          <Button kind="icon" icon="close" label={say("remove")} onPress={() => onChange(undefined)} />
        </div>
      )}
    </fieldset>
  );
}

/** Lists the pages that a question can lead to, and the end of the form. A jump to the next page would skip nothing. */
function targets({ editor, say }: Parts, fieldId: string): (readonly [value: string, name: string])[] {
  const { pages, default_language } = editor.structure;
  const first = pageIndexOf(editor.structure, fieldId) + 2;
  const named = pages.slice(first).map((page, index) => {
    const title = pickText(page.title, editor.language, default_language);
    const number = say("page", { n: first + index + 1 });
    return [String(first + index), title === "" ? number : `${number}: ${title}`] as const;
  });
  return [...named, [String(pages.length), say("jump_end")]];
}
