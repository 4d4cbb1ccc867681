/** Builds the formula of a calculation as a tree: numbers, answers, and operations on them. */
import type { Expression, Operation } from "../../../../generated/types.ts";
import { ConditionEditor } from "./condition.tsx";
import { useParts } from "./context.ts";
import { Button } from "./controls.tsx";
import { set } from "./edits.ts";
import { type ExpressionKind, expressionKinds, kindOf, newExpression } from "./expression-kinds.ts";
import { Menu, NumberInput } from "./inputs.tsx";
import { ScorePoints } from "./score-points.tsx";
import { newTest, type Source } from "./sources.ts";

interface ExpressionProps {
  readonly expression: Expression;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly depth: number;
  readonly label: string;
  readonly onChange: (expression: Expression, join?: string) => void;
  readonly onRemove?: (() => void) | undefined;
}

/** The service takes at most 20 levels. */
const MAX_DEPTH = 18;

export function ExpressionEditor(props: ExpressionProps) {
  const { expression, sources, path, depth, label, onChange, onRemove } = props;
  const { editor, say } = useParts();
  const kind = kindOf(expression);
  const kinds = expressionKinds(sources).filter(
    (one) => depth < MAX_DEPTH || ["number", "field"].includes(one),
  );
  return (
    <div class="ed-node" data-expression={path}>
      <div class="ed-pair">
        <Menu
          label={label}
          value={kind}
          options={[...new Set<ExpressionKind>([kind, ...kinds])].map(
            (one) => [one, say(`kind_${one}`)] as const,
          )}
          onSelect={(next) => onChange(newExpression(next, expression, sources))}
        />
        {onRemove && !editor.isReadOnly && (
          <Button kind="icon" sign="×" label={`${say("remove")}: ${label}`} onPress={onRemove} />
        )}
      </div>
      {typeof expression === "number" ? (
        <NumberInput
          label={say("kind_number")}
          isLabelHidden
          step="any"
          value={expression}
          path={path}
          onNumber={(value) => onChange(value ?? 0, path)}
        />
      ) : "op" in expression ? (
        <OperationNode {...props} operation={expression} />
      ) : (
        <FieldNode {...props} field={expression.field} fallback={expression.fallback} />
      )}
    </div>
  );
}

function FieldNode({
  field,
  fallback,
  sources,
  path,
  onChange,
}: ExpressionProps & { field: string; fallback: number | undefined }) {
  const { say } = useParts();
  const numbers = sources.filter(({ answer }) => answer.kind === "number");
  const options = numbers.map(({ id, label }) => [id, label] as const);
  return (
    <>
      <Menu
        label={say("kind_field")}
        isLabelHidden
        value={field}
        path={`${path}/field`}
        options={numbers.some(({ id }) => id === field) ? options : [[field, `${field} ?`], ...options]}
        onSelect={(id) => onChange({ field: id, ...(fallback !== undefined && { fallback }) })}
      />
      <NumberInput
        label={say("fallback")}
        step="any"
        hint={fallback === undefined ? say("fallback_none") : undefined}
        value={fallback}
        path={`${path}/fallback`}
        onNumber={(value) =>
          onChange({ field, ...(value !== undefined && { fallback: value }) }, `${path} fallback`)
        }
      />
    </>
  );
}

interface OperationProps<Op extends Operation["op"]> extends ExpressionProps {
  readonly operation: Extract<Operation, { readonly op: Op }>;
}

function OperationNode(props: OperationProps<Operation["op"]>) {
  const { operation, sources, path, depth, onChange } = props;
  const { say } = useParts();
  const part = (key: string, expression: Expression, label: string) => (
    <ExpressionEditor
      {...{ key, expression, sources, label }}
      path={`${path}/${key}`}
      depth={depth + 1}
      onChange={(next, join) => onChange(set(operation, key, next), join)}
    />
  );
  switch (operation.op) {
    case "add":
    case "multiply":
    case "min":
    case "max":
      return <ArgumentsNode {...props} operation={operation} />;
    case "subtract":
    case "divide":
      return (
        <div class="ed-group">
          {part("left", operation.left, "1.")}
          {part("right", operation.right, "2.")}
        </div>
      );
    case "round":
      return (
        <div class="ed-group">
          {part("arg", operation.arg, say("condition_value"))}
          <Rounding {...props} operation={operation} />
        </div>
      );
    case "if":
      return (
        <div class="ed-group">
          <p class="ed-label">{say("if_condition")}</p>
          <ConditionEditor
            condition={operation.condition}
            sources={sources}
            path={`${path}/condition`}
            onChange={(condition = newTest(sources[0]!), join) => onChange({ ...operation, condition }, join)}
          />
          {part("then", operation.then, say("if_then"))}
          {part("else", operation.else, say("if_else"))}
        </div>
      );
    case "score":
      return <ScorePoints operation={operation} sources={sources} path={path} onChange={onChange} />;
    case "count":
      return <CountNode {...props} operation={operation} />;
  }
}

function ArgumentsNode({
  operation,
  sources,
  path,
  depth,
  onChange,
}: OperationProps<"add" | "multiply" | "min" | "max">) {
  const { editor, say } = useParts();
  const args: readonly Expression[] = operation.args;
  const setArgs = (next: readonly Expression[], join?: string) =>
    onChange(set(operation, "args", next), join);
  return (
    <div class="ed-group">
      {args.map((arg, at) => (
        <ExpressionEditor
          key={at}
          expression={arg}
          sources={sources}
          path={`${path}/args/${at}`}
          depth={depth + 1}
          label={`${at + 1}.`}
          onChange={(next, join) => setArgs(args.with(at, next), join)}
          onRemove={args.length > 1 ? () => setArgs(args.toSpliced(at, 1)) : undefined}
        />
      ))}
      {!editor.isReadOnly && args.length < 100 && (
        <Button label={say("add_operand")} onPress={() => setArgs([...args, 0])} name="add-operand" />
      )}
    </div>
  );
}

function Rounding({ operation, path, onChange }: OperationProps<"round">) {
  const { say } = useParts();
  return (
    <div class="ed-pair">
      <NumberInput
        label={say("digits")}
        min={0}
        max={6}
        value={operation.digits ?? 0}
        onNumber={(digits) => onChange({ ...operation, digits: digits ?? 0 }, `${path} digits`)}
      />
      <Menu
        label={say("mode")}
        value={operation.mode ?? "nearest"}
        options={(["nearest", "up", "down"] as const).map((mode) => [mode, say(`mode_${mode}`)] as const)}
        onSelect={(mode) => onChange({ ...operation, mode })}
      />
    </div>
  );
}

function CountNode({ operation, sources, path, onChange }: OperationProps<"count">) {
  const { say } = useParts();
  const countable = sources.filter(({ answer }) =>
    ["choice", "choices", "rows", "files"].includes(answer.kind),
  );
  return (
    <Menu
      label={say("kind_count")}
      isLabelHidden
      value={operation.field}
      path={`${path}/field`}
      options={countable.map(({ id, label }) => [id, label] as const)}
      onSelect={(field) => onChange({ ...operation, field })}
    />
  );
}
