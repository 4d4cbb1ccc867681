/** Places of choices that have a capacity. */
export interface ChoiceTables {
  /** How many verified responses chose each choice that has a capacity. Triggers on `responses` update the rows. */
  choice_totals: {
    form_id: string;
    field_id: string;
    choice_id: string;
    chosen: number;
  };

  /** Places that responses hold while they wait for their confirmation. A trigger removes them when the status changes. */
  choice_holds: {
    response_id: string;
    form_id: string;
    field_id: string;
    choice_id: string;
    held_until: string;
  };
}
