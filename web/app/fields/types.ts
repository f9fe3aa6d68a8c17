/**
 * The vocabulary of fields: plugins, forms of the admin, profile data and settings all declare theirs in it.
 * A type is one folder, fields/<type>/, which is all that has to be written for one more:
 *   declaration.json  what a value of it has to be (rules.ts); the service's check is made from the same file
 *   html.json         (optional) what a form for visitors asks with (html.ts)
 *   type.ts           its options and its value, merged into FieldTypes below
 *   input.tsx         default export: how the editor and the admin ask for it; left out by a type that says `isOffered: false`
 *   format.ts         (optional) default export: a value in words
 */

/**
 * What each type adds, by its name: `options`, what a definition may say beside its label, and `value`. `D` is the
 * definition, from which a value's type may follow: a choice is one of its options.
 */
// biome-ignore lint/correctness/noUnusedVariables: each type's own part uses it
// biome-ignore lint/suspicious/noEmptyInterface: each type's own part fills it
export interface FieldTypes<D> {}

export type FieldType = keyof FieldTypes<unknown>;

/** Those that the editor and the admin have an input for. */
export type OfferedType = {
  [T in FieldType]: FieldTypes<unknown>[T] extends { isOffered: false } ? never : T;
}[FieldType];

interface FieldBase {
  label: string;
  hint?: string;
  /** An empty value is a fault. */
  required?: boolean;
}

export type DefinitionOf<T extends FieldType> = FieldBase & {
  type: T;
  default?: FieldTypes<unknown>[T]['value'];
} & FieldTypes<unknown>[T]['options'];

/** How a field is asked for, checked and shown. */
export type FieldDefinition = { [T in FieldType]: DefinitionOf<T> }[FieldType];
/** What a form of the admin may ask for. */
export type OfferedDefinition = { [T in OfferedType]: DefinitionOf<T> }[OfferedType];
export type FieldDefinitions = Readonly<Record<string, FieldDefinition>>;

/** The value that a definition describes. */
export type ValueOf<D> = D extends { type: infer T extends FieldType } ? FieldTypes<D>[T]['value'] : never;

/** The values of several definitions. Each may be missing: stored values are older than a definition. */
export type ValuesOf<Definitions> = { -readonly [N in keyof Definitions]?: ValueOf<Definitions[N]> };

/** The fields of what declares some: `FieldsOf<typeof manifest>`. */
export type FieldsOf<Declaring extends { fields: unknown }> = ValuesOf<Declaring['fields']>;
