/** The shapes that an image of the library can be cut to, around its focal point. */
export const ASPECTS = ['1:1', '5:4', '4:3', '3:2', '16:9', '2:1', '4:5', '3:4', '2:3', '9:16'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** An image of the library. */
export interface LibraryImage {
  /** The id of a file. */
  file: string;
  /** Read out to people who cannot see it, in place of what the library says of it. */
  alt?: string;
  aspect?: Aspect | '';
  /** The part of it that is shown here, as page/image-crops.ts writes it; the shape is cut within that. */
  crop?: string;
}

/** An image elsewhere, or one of the site that is no file of the library. */
export interface ImageElsewhere {
  address: string;
  width?: number;
  height?: number;
  alt?: string;
}

export type Image = LibraryImage | ImageElsewhere;

declare module '../types.ts' {
  interface FieldTypes<D> {
    image: {
      options: {
        /** Whether it is one of the library, and none elsewhere. */
        ofLibrary?: boolean;
      };
      value: Image;
    };
  }
}
