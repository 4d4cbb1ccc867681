/** The inputs for the limits of a form: what they show, and what is sent. */
import type { FormSettings, Language } from "../../../../../generated/types.ts";
import { toLocalTime } from "../../../../texts/time-zone.ts";

/** The values of the inputs, as a browser sends them. */
export interface LimitInputs {
  /** The time zone of both times. */
  readonly zone: string;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly response_limit: string;
  readonly one_response_per_email: boolean;
  /** Texts in the default language of the form. */
  readonly full_text: string;
  readonly closed_text: string;
  readonly waiting: boolean;
}

/** Settings of a form, and what the inputs need to show them. */
interface Limited {
  readonly settings: FormSettings;
  /** The default language of the form. */
  readonly language: Language;
  /** Whether the form offers its waiting list. */
  readonly waiting: boolean;
  readonly zone: string;
}

export function limitInputs({ settings, language, waiting, zone }: Limited): LimitInputs {
  const time = (iso: string | undefined) => (iso === undefined ? "" : toLocalTime(iso, zone));
  return {
    zone,
    opens_at: time(settings.opens_at),
    closes_at: time(settings.closes_at),
    response_limit: settings.response_limit?.toString() ?? "",
    one_response_per_email: settings.one_response_per_email === true,
    full_text: settings.full_text?.[language] ?? "",
    closed_text: settings.closed_text?.[language] ?? "",
    waiting,
  };
}
