import { attributes, type Html, html } from "../../../platform/html.ts";

export interface LabelledProgress {
  readonly value: number;
  readonly max: number;
  /** Says how far it is, also to screen readers. */
  readonly label: string;
  /** The class of the bar and its text. */
  readonly className: string;
  /** Whether screen readers leave out the text, which the bar says to them. */
  readonly isTextHidden?: boolean;
}

/** A bar with its text. */
export function labelledProgress({ value, max, label, className, isTextHidden }: LabelledProgress): Html {
  return html`
    <div class="${className}">
      <progress value="${value}" max="${max}" aria-label="${label}"></progress>
      <span${attributes({ "aria-hidden": isTextHidden ? "true" : undefined })}>${label}</span>
    </div>
  `;
}
