/** Edits conditions with menus: tests of single answers, joined by "all" and "any", in two levels. */
import type { FunctionComponent } from "preact";
import type { Condition, FieldCondition } from "../../../../generated/types.ts";
import { useParts } from "../context.ts";
import { Button } from "../inputs/controls.tsx";
import { Menu } from "../inputs/inputs.tsx";
import { changeOperator, likelySource, listOperators, newTest, type Source } from "../model/sources.ts";
import { ConditionValue } from "./condition-value.tsx";

interface ConditionProps {
  readonly condition: Condition | undefined;
  readonly sources: readonly Source[];
  readonly path: string;
  /** @param join see `Editor.edit` */
  readonly onChange: (condition: Condition | undefined, join?: string) => void;
}

/** Edits an optional condition. */
export function ConditionEditor({ condition, sources, path, onChange }: ConditionProps) {
  const { editor, saving, say } = useParts();
  const likely = likelySource(sources);
  if (likely === undefined && condition === undefined)
    return <p class="ed-hint">{say("no_fields_before")}</p>;
  const problems = saving.problems.filter((problem) => problem.path.startsWith(path));
  return (
    <div class="ed-condition">
      {problems.length > 0 && <p class="ed-problem">{problems.map(({ problem }) => problem).join(" ")}</p>}
      {condition === undefined && !editor.isReadOnly && (
        <Button
          icon="add"
          label={say("add_condition")}
          onPress={() => onChange(newTest(likely!))}
          name="add-condition"
        />
      )}
      {typeof condition === "string" && <TextNode onRemove={() => onChange(undefined)} />}
      {typeof condition === "object" && (
        <ConditionNode
          condition={condition}
          sources={sources}
          path={path}
          onChange={onChange}
          onRemove={() => onChange(undefined)}
        />
      )}
    </div>
  );
}

/** Shows a condition without menus, because it has more levels than they support. */
function TextNode({ onRemove }: { readonly onRemove: () => void }) {
  const { editor, say } = useParts();
  return (
    <>
      <p class="ed-hint">{say("condition_text")}</p>
      {!editor.isReadOnly && <Button label={say("remove")} onPress={onRemove} name="remove-condition" />}
    </>
  );
}

/** Tests joined by "all" or "any". Members may also be of type `Inner`. */
type Group<Inner = never> = { all: (Inner | FieldCondition)[] } | { any: (Inner | FieldCondition)[] };

interface NodeProps<Node, Changed = Node> {
  readonly condition: Node;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly onChange: (condition: Changed, join?: string) => void;
  readonly onRemove: () => void;
}

interface GroupProps<Inner> extends NodeProps<Group<Inner>, Group<Inner> | Inner | FieldCondition> {
  readonly Part: FunctionComponent<NodeProps<Inner | FieldCondition>>;
  /** Creates a nested group with the other join; undefined: nesting is not allowed here. */
  readonly newInner?: (kind: "all" | "any", test: FieldCondition) => Inner;
}

function group<Part>(kind: "all" | "any", parts: Part[]) {
  return kind === "all" ? { all: parts } : { any: parts };
}

function ConditionNode({ condition, ...props }: NodeProps<Group<Group> | FieldCondition>) {
  return "field" in condition ? (
    <TestNode {...props} condition={condition} onAdd={(test) => props.onChange({ all: [condition, test] })} />
  ) : (
    <GroupNode
      {...props}
      condition={condition}
      Part={InnerNode}
      newInner={(kind, test) => group(kind, [test])}
    />
  );
}

function InnerNode({ condition, ...props }: NodeProps<Group | FieldCondition>) {
  return "field" in condition ? (
    <TestNode {...props} condition={condition} />
  ) : (
    <GroupNode {...props} condition={condition} Part={TestNode} />
  );
}

function GroupNode<Inner>({ condition, sources, path, Part, newInner, ...props }: GroupProps<Inner>) {
  const { onChange, onRemove } = props;
  const { editor, say } = useParts();
  const kind = "all" in condition ? "all" : "any";
  const parts = "all" in condition ? condition.all : condition.any;
  const likely = likelySource(sources);

  function removePart(at: number): void {
    const [left, ...others] = parts.toSpliced(at, 1);
    if (left === undefined) onRemove();
    else onChange(others.length === 0 ? left : group(kind, [left, ...others]));
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
        onSelect={(as) => onChange(group(as, parts))}
      />
      {parts.map((part, at) => (
        <Part
          key={at}
          condition={part}
          sources={sources}
          path={`${path}/${kind}/${at}`}
          onChange={(next, join) => onChange(group(kind, parts.with(at, next)), join)}
          onRemove={() => removePart(at)}
        />
      ))}
      {!editor.isReadOnly && likely && parts.length < 50 && (
        <div class="ed-row">
          <Button
            label={say("add_test")}
            onPress={() => onChange(group(kind, [...parts, newTest(likely)]))}
          />
          {newInner && (
            <Button
              label={say("add_group")}
              onPress={() => {
                const inner = newInner(kind === "all" ? "any" : "all", newTest(likely));
                onChange(group(kind, [...parts, inner]));
              }}
            />
          )}
          <Button kind="icon" icon="close" label={say("remove")} onPress={onRemove} />
        </div>
      )}
    </fieldset>
  );
}

interface TestProps extends NodeProps<FieldCondition> {
  /** Joins another test to a single test; undefined: the test is in a group. */
  readonly onAdd?: (test: FieldCondition) => void;
}

function TestNode({ condition: test, sources, path, onChange, onAdd, onRemove }: TestProps) {
  const { editor, say } = useParts();
  const source = sources.find(({ id }) => id === test.field);
  const names = sources.map(({ id, label }) => [id, label] as const);
  const likely = likelySource(sources);
  const operators = source ? listOperators(source) : [test.op];
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
        onSelect={(op) => source && onChange(changeOperator(test, op, source))}
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
          {likely && onAdd && (
            <Button label={say("add_test")} onPress={() => onAdd(newTest(likely))} name="add-test" />
          )}
          <Button kind="icon" icon="close" label={say("remove")} onPress={onRemove} />
        </div>
      )}
    </div>
  );
}
