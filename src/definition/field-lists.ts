/** The lists of `ResourceOf` that name fields, each with the options of `@Field` that it sets. */
export const fieldLists = {
  searchable: ['searchable'],
  sortable: ['sortable'],
  matchable: ['matchable'],
  indexed: ['sortable', 'matchable'],
  readOnly: ['readOnly'],
} as const;

/** A list of `ResourceOf` that names fields. */
export type FieldList = keyof typeof fieldLists;
