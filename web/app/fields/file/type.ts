/** A file of the library, such as a document to be read. */
export interface ChosenFile {
  /** The id of a file. */
  file: string;
  /** What a link to it says, in place of its name. */
  label?: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    file: { options: object; value: ChosenFile };
  }
}
