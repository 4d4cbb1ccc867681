/** Points for the choices of a field. */
import type { Expression, Operation } from "../../../../generated/types.ts";
import { shown, useParts } from "./context.ts";
import { allPoints } from "./expression-kinds.ts";
import { Menu, NumberInput } from "./inputs.tsx";
import type { Source } from "./sources.ts";

interface ScoreProps {
  readonly operation: Extract<Operation, { op: "score" }>;
  readonly sources: readonly Source[];
  readonly path: string;
  readonly onChange: (expression: Expression, join?: string) => void;
}

export function ScorePoints({ operation, sources, path, onChange }: ScoreProps) {
  const { editor, say } = useParts();
  const withChoices = sources.filter(({ answer }) => "choices" in answer);
  const source = withChoices.find(({ id }) => id === operation.field);
  const choices = source && "choices" in source.answer ? source.answer.choices : [];
  return (
    <div class="ed-group">
      <Menu
        label={say("condition_field")}
        value={operation.field}
        path={`${path}/field`}
        options={withChoices.map(({ id, label }) => [id, label] as const)}
        onSelect={(field) =>
          onChange({ op: "score", field, points: allPoints(withChoices.find(({ id }) => id === field)!) })
        }
      />
      {choices.map(({ id, label }) => (
        <NumberInput
          key={id}
          label={`${say("points")}: ${shown(label, editor.language, editor.structure.default_language)}`}
          step="any"
          value={operation.points[id] ?? 0}
          path={`${path}/points/${id}`}
          onNumber={(value) =>
            onChange({ ...operation, points: { ...operation.points, [id]: value ?? 0 } }, `${path} ${id}`)
          }
        />
      ))}
    </div>
  );
}
