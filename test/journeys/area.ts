type Form = {
  path: string;
  /** Every label of the open form. */
  fields: string[];
  /** The text field to change, and the text to type into it. */
  change: string;
  typed: string;
};

/** The address of a record, and the call that gives it texts of the greatest length. */
export type Filled = { path: string; put: string; data: object };

export type Area = {
  noun: string;
  list: string;
  /** The columns of its list, after View. */
  columns?: string[];
  /** Its New link; `admins` if only admins have it on a screen that everybody opens. */
  newLink?: { label: string; admins?: true };
  /** True if the screen is for admins only. */
  admins?: true;
  /** The addresses of a record and of the form of a new one. */
  shown?: { record: string; blank: string };
  form?: Form;
  longest?: Filled[];
};
