type Form = {
  path: string;
  /** The label of every field in the open form. */
  fields: string[];
  /** The label of the text field to change, and the text to type into that field. */
  change: string;
  typed: string;
};

/** The address of a record, and the call that fills the record with texts of the greatest length. */
export type FilledRecord = { path: string; put: string; data: object };

export type Area = {
  noun: string;
  list: string;
  /** The column heads of the area's list, after View. */
  columns?: string[];
  /** The area's New link; `admins` if a screen that everybody opens shows the link only to admins. */
  newLink?: { label: string; admins?: true };
  /** True if the screen is for admins only. */
  admins?: true;
  /** The addresses of one of the area's records and of the form for a new record. */
  shown?: { record: string; blank: string };
  form?: Form;
  longest?: FilledRecord[];
};
