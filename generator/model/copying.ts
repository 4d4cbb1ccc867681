/** The part of the model about copies of entities. */

/** A call makes an entity from another one of the same kind. */
export interface Copying {
  /** The argument with the id of the source. */
  readonly source: string;
  /** The place of the id of the copy in the output. */
  readonly copy: string;
  /** Places in the outputs of the tools that show the entity, or in their list items, in which the copy may differ. */
  readonly except: readonly string[];
}
