/** The inputs of all types, found by glob: how the editor and the admin ask for a value. */
import type { ComponentType, ReactNode } from 'react';
import { faultAt, faultsIn } from './check.ts';
import type { DefinitionOf, FieldDefinition, FieldType, OfferedDefinition } from './types.ts';

export interface InputProps<T extends FieldType = FieldType> {
  definition: DefinitionOf<T>;
  /** What was typed or chosen; it is kept as it is while it is wrong. */
  value?: unknown;
  /** `isDone`: it was chosen, and nothing more is to come, as it is while somebody types. */
  onChange: (value: unknown, isDone?: boolean) => void;
  /** What is wrong with the value itself, in words. */
  error?: ReactNode;
  isReadOnly?: boolean;
  /** Said instead of the hint of its definition. */
  note?: ReactNode;
  /** The keyboard is in it when the dialog that it stands in opens. */
  isFocusedFirst?: boolean;
  /** The label is read out and not shown, where what stands around the input says it. */
  isLabelHidden?: boolean;
  /** For a cell of a table and the like: as low as the buttons beside it. */
  isCompact?: boolean;
}

/** What a module fields/<type>/input.tsx exports by default. */
export type Input<T extends FieldType> = ComponentType<InputProps<T>>;

// biome-ignore lint/suspicious/noExplicitAny: the registry holds the inputs of every type, and props are contravariant
const found = import.meta.glob<Input<any>>('./*/input.tsx', { eager: true, import: 'default' });

const inputs = new Map(Object.entries(found).map(([path, input]) => [path.split('/')[1], input]));

/** Whether there is anything to ask with: what visitors send is judged alone. */
export function isOffered(definition: FieldDefinition): definition is OfferedDefinition {
  return inputs.has(definition.type);
}

interface FieldInputProps extends InputProps {
  definition: FieldDefinition;
  /** Says by itself what is wrong with its value, where no form around it does. */
  isJudged?: boolean;
}

/** One field with its label, hint and what is wrong with it; nothing for a type that is not offered. */
export function FieldInput({ definition, isJudged, error, ...props }: FieldInputProps): ReactNode {
  const Input = inputs.get(definition.type);
  const said = error || (isJudged ? faultAt(faultsIn(definition, props.value)) : undefined);
  return Input ? <Input definition={definition} error={said} {...props} /> : null;
}

/** What every input of the component library is given. */
export function sharedProps(props: InputProps) {
  const { definition, error, isReadOnly, note, isFocusedFirst, isLabelHidden, isCompact } = props;
  return {
    size: isCompact ? 'sm' : 'md',
    'data-autofocus': isFocusedFirst || undefined,
    label: isLabelHidden ? undefined : definition.label,
    'aria-label': isLabelHidden ? definition.label : undefined,
    description: note ?? definition.hint,
    error,
    readOnly: isReadOnly,
    required: definition.required,
    withAsterisk: false,
  };
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
