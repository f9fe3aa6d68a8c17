import type { InputProps } from '../inputs.tsx';
import { RecordPicker } from '../pickers/record-picker.tsx';
import { sourceNamed } from '../sources.ts';

export default function ReferenceField({ definition, ...props }: InputProps<'reference'>) {
  const { label, hint, to, many, ordered, maxItems, required } = definition;
  const shared = { ...props, label, hint, maxItems };
  return (
    <RecordPicker
      {...shared}
      isMany={many}
      isRequired={required}
      isOrdered={ordered}
      source={sourceNamed(to)}
    />
  );
}
