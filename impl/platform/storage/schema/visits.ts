/** Counters of visits to forms. A row counts the visits that began on a day in a language, and says nothing of who they were. */
export interface VisitTables {
  /** How far visits came. A number may be below zero for some seconds, because openings are written later. */
  visit_days: {
    form_id: string;
    /** `YYYY-MM-DD`, in UTC. */
    day: string;
    language: string;
    opened: number;
    started: number;
    sent: number;
  };

  /** Visits that were started and not sent, by the question that they have reached. */
  visit_places: {
    form_id: string;
    day: string;
    language: string;
    /** A field, or the step that asks for the address. */
    field_id: string;
    visits: number;
  };

  /** Visits that were sent, by the time from opening to sending. */
  visit_times: {
    form_id: string;
    day: string;
    language: string;
    /** As `responses/visits/durations.ts` numbers them. */
    bucket: number;
    visits: number;
  };
}
