/** Inputs for the capacities of choices: how many responses can choose each. */
import { useState } from "preact/hooks";
import type { SelectableChoice } from "../../../../generated/types.ts";
import { pickText, useParts } from "../context.ts";
import { NumberInput } from "../inputs/inputs.tsx";
import { setProperty } from "../model/edits.ts";

const MOST = 1_000_000;

interface CapacitiesProps {
  readonly items: readonly SelectableChoice[];
  /** JSON Pointer of the list. */
  readonly path: string;
  readonly onChange: (items: readonly SelectableChoice[], join: string) => void;
}

export function Capacities({ items, path, onChange }: CapacitiesProps) {
  const { editor, say } = useParts();
  const [first] = items;
  const isSame = items.every(({ capacity }) => capacity === first?.capacity);
  // It stays as it is while numbers are entered and removed.
  const [isOpen] = useState(() => items.some(({ capacity }) => capacity !== undefined));
  return (
    <details class="ed-several" open={isOpen}>
      <summary>{say("capacity")}</summary>
      <NumberInput
        label={say("capacity_all")}
        hint={say("capacity_hint")}
        min={0}
        max={MOST}
        value={isSame ? first?.capacity : undefined}
        path={`${path}/capacities`}
        onNumber={(capacity) =>
          onChange(
            items.map((item) => setProperty(item, "capacity", capacity)),
            `${path} capacity`,
          )
        }
      />
      {items.map((item, at) => (
        <NumberInput
          key={item.id}
          label={pickText(item.label, editor.language, editor.structure.default_language)}
          min={0}
          max={MOST}
          value={item.capacity}
          path={`${path}/${at}/capacity`}
          onNumber={(capacity) =>
            onChange(items.with(at, setProperty(item, "capacity", capacity)), `${path}/${at} capacity`)
          }
        />
      ))}
    </details>
  );
}
