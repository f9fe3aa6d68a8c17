export interface Image {
  /** The id of a file. */
  file: string;
  /** Read out to people who cannot see it. */
  alt?: string;
}

declare module '../types.ts' {
  interface FieldTypes<D> {
    image: { options: object; value: Image };
  }
}
