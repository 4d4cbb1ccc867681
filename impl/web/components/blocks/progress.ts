import { attributes, type Html, html } from "../../../platform/html.ts";

export interface LabelledProgress {
  readonly value: number;
  readonly max: number;
  /** The progress as text, also for screen readers. */
  readonly label: string;
  /** The class of the bar and its text. */
  readonly className: string;
  /** Whether the text is hidden from screen readers, which read it from the bar. */
  readonly isTextHidden?: boolean;
}

/** Draws a bar with its text. */
export function labelledProgress({ value, max, label, className, isTextHidden }: LabelledProgress): Html {
  return html`
    <div class="${className}">
      <progress value="${value}" max="${max}" aria-label="${label}"></progress>
      <span${attributes({ "aria-hidden": isTextHidden ? "true" : undefined })}>${label}</span>
    </div>
  `;
}
