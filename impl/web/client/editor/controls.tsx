/** Buttons, boxes to tick, and parts that open. */
import type { ComponentChildren } from "preact";
import { useParts } from "./context.ts";

export function CheckBox({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { editor } = useParts();
  return (
    <label class="ed-check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={editor.isReadOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: "main" | "quiet" | "plain" | "icon" | "danger";
  readonly isDisabled?: boolean;
  /** What is seen in place of the label. */
  readonly sign?: string;
  readonly name?: string;
}

export function Button({ label, onPress, kind = "quiet", isDisabled, sign, name }: ButtonProps) {
  return (
    <button
      type="button"
      class={`ed-button ed-${kind}`}
      data-name={name}
      disabled={isDisabled}
      onClick={onPress}
      {...(sign !== undefined && { "aria-label": label, title: label })}
    >
      {sign ?? label}
    </button>
  );
}

/** A part of the panel that is opened when it is needed. */
export function Section({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}) {
  return (
    <details class="ed-section" open={isOpen}>
      <summary>{title}</summary>
      <div class="ed-fields">{children}</div>
    </details>
  );
}
