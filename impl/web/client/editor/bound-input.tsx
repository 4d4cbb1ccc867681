/** The earliest or latest date or time that is accepted: any, today, or a fixed one. */
import { useParts } from "./context.ts";
import { Menu, TextInput } from "./inputs.tsx";

interface BoundProps {
  readonly type: "date" | "time" | "datetime";
  readonly label: string;
  readonly value: string | undefined;
  readonly path: string;
  readonly onChange: (value: string | undefined) => void;
}

const INPUTS = { date: "date", time: "time", datetime: "datetime-local" } as const;
const FIRST = { date: "2030-01-01", time: "12:00", datetime: "2030-01-01T12:00" } as const;

export function BoundInput({ type, label, value, path, onChange }: BoundProps) {
  const { say } = useParts();
  const kind = value === undefined ? "none" : value === "today" ? "today" : "fixed";
  const options = [
    ["none", say("bound_none")],
    ...(type === "time" ? [] : [["today", say("bound_today")] as const]),
    ["fixed", say("bound_fixed")],
  ] as const;
  return (
    <div class="ed-pair">
      <Menu
        label={label}
        value={kind}
        options={options}
        onSelect={(next) => onChange(next === "none" ? undefined : next === "today" ? "today" : FIRST[type])}
      />
      {kind === "fixed" && (
        <TextInput
          label={`${label}: ${say("bound_fixed")}`}
          type={INPUTS[type]}
          value={value ?? ""}
          path={path}
          onText={(text) => text !== "" && onChange(text)}
        />
      )}
    </div>
  );
}
