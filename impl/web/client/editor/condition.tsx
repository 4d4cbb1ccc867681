/** Builds conditions out of menus: tests of single answers, joined by "all" and "any", in two levels. */
import type { Condition, FieldCondition } from "../../../../generated/types.ts";
import { ConditionValue } from "./condition-value.tsx";
import { useParts } from "./context.ts";
import { Button } from "./controls.tsx";
import { Menu } from "./inputs.tsx";
import { readCondition } from "./readable.ts";
import { newTest, operatorsOf, type Source, withOperator } from "./sources.ts";

interface ConditionProps {
  readonly condition: Condition | undefined;
  readonly sources: readonly Source[];
  readonly path: string;
  /** @param join see `Editor.edit` */
  readonly onChange: (condition: Condition | undefined, join?: string) => void;
}

/** A condition that may be missing. */
export function ConditionEditor({ condition, sources, path, onChange }: ConditionProps) {
  const { editor, saving, say } = useParts();
  const [first] = sources;
  if (first === undefined && condition === undefined) return <p class="ed-hint">{say("no_fields_before")}</p>;
  const problems = saving.problems.filter((problem) => problem.path.startsWith(path));
  return (
    <div class="ed-condition">
      {problems.length > 0 && <p class="ed-problem">{problems.map(({ problem }) => problem).join(" ")}</p>}
      {condition === undefined ? (
        !editor.isReadOnly && (
          <Button
            label={say("add_condition")}
            onPress={() => onChange(newTest(first!))}
            name="add-condition"
          />
        )
      ) : (
        <>
          <p class="ed-reads">
            {say("condition_reads", { text: readCondition(condition, { say, sources }) })}
          </p>
          {typeof condition === "string" ? (
            <TextNode onRemove={() => onChange(undefined)} />
          ) : (
            <ConditionNode
              condition={condition}
              sources={sources}
              path={path}
              depth={1}
              onChange={onChange}
              onRemove={() => onChange(undefined)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** A condition without menus: it has more levels than they show. */
function TextNode({ onRemove }: { readonly onRemove: () => void }) {
  const { editor, say } = useParts();
  return (
    <>
      <p class="ed-hint">{say("condition_text")}</p>
      {!editor.isReadOnly && <Button label={say("remove")} onPress={onRemove} name="remove-condition" />}
    </>
  );
}

type Group = { readonly all: readonly Part[] } | { readonly any: readonly Part[] };
/** What a condition is made of; groups stand in groups, but not in those. */
type Part = FieldCondition | Group;

interface NodeProps<Node extends Part = Part> {
  readonly condition: Node;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly depth: number;
  readonly onChange: (condition: Condition, join?: string) => void;
  readonly onRemove: () => void;
}

const MAX_DEPTH = 2;

function ConditionNode({ condition, ...props }: NodeProps) {
  return (
    <div class="ed-node">
      {"field" in condition ? (
        <TestNode {...props} condition={condition} />
      ) : (
        <GroupNode {...props} condition={condition} />
      )}
    </div>
  );
}

function GroupNode({ condition, sources, path, depth, onChange, onRemove }: NodeProps<Group>) {
  const { editor, say } = useParts();
  const kind = "all" in condition ? "all" : "any";
  const parts = "all" in condition ? condition.all : condition.any;
  const group = (next: readonly Part[], as: "all" | "any" = kind) => ({ [as]: next }) as unknown as Condition;

  const inner = (tests: readonly FieldCondition[]): Group =>
    kind === "all" ? { any: tests } : { all: tests };

  function removePart(at: number): void {
    const left = parts.toSpliced(at, 1);
    if (left.length === 0) onRemove();
    else onChange(left.length === 1 ? (left[0] as Condition) : group(left));
  }

  return (
    <fieldset class="ed-group">
      <legend class="vh">{say(`group_${kind}`)}</legend>
      <Menu
        label={say("condition_op")}
        isLabelHidden
        value={kind}
        options={[
          ["all", say("group_all")],
          ["any", say("group_any")],
        ]}
        onSelect={(as) => onChange(group(parts, as))}
      />
      {parts.map((part, at) => (
        <ConditionNode
          key={at}
          condition={part}
          sources={sources}
          path={`${path}/${kind}/${at}`}
          depth={depth + 1}
          onChange={(next, join) => onChange(group(parts.with(at, next as Part)), join)}
          onRemove={() => removePart(at)}
        />
      ))}
      {!editor.isReadOnly && sources[0] && parts.length < 50 && (
        <div class="ed-row">
          <Button label={say("add_test")} onPress={() => onChange(group([...parts, newTest(sources[0]!)]))} />
          {depth < MAX_DEPTH && (
            <Button
              label={say("add_group")}
              onPress={() => onChange(group([...parts, inner([newTest(sources[0]!)])]))}
            />
          )}
          <Button kind="icon" sign="×" label={say("remove")} onPress={onRemove} />
        </div>
      )}
    </fieldset>
  );
}

function TestNode({ condition: test, sources, path, depth, onChange, onRemove }: NodeProps<FieldCondition>) {
  const { editor, say } = useParts();
  const source = sources.find(({ id }) => id === test.field);
  const names = sources.map(({ id, label }) => [id, label] as const);
  const operators = source ? operatorsOf(source) : [test.op];
  return (
    <div class="ed-test">
      <Menu
        label={say("condition_field")}
        isLabelHidden
        value={test.field}
        path={`${path}/field`}
        options={source ? names : [[test.field, `${test.field} ?`], ...names]}
        onSelect={(id) => onChange(newTest(sources.find((one) => one.id === id)!))}
      />
      <Menu
        label={say("condition_op")}
        isLabelHidden
        value={test.op}
        path={`${path}/op`}
        options={operators.map((op) => [op, say(`op_${op}`)] as const)}
        onSelect={(op) => source && onChange(withOperator(test, op, source))}
      />
      {source && "value" in test && (
        <ConditionValue
          test={test}
          source={source}
          path={`${path}/value`}
          onChange={(value) => onChange({ ...test, value } as FieldCondition, `${path} value`)}
        />
      )}
      {!editor.isReadOnly && (
        <div class="ed-row">
          {sources[0] && depth === 1 && (
            <Button
              label={say("add_test")}
              onPress={() => onChange({ all: [test, newTest(sources[0]!)] })}
              name="add-test"
            />
          )}
          <Button kind="icon" sign="×" label={say("remove")} onPress={onRemove} />
        </div>
      )}
    </div>
  );
}
