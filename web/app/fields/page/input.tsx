import type { InputProps } from '../inputs.tsx';
import { RecordPicker } from '../pickers/record-picker.tsx';
import pages from '../sources/pages.ts';

export default function PageField({ definition, ...props }: InputProps<'page'>) {
  return <RecordPicker {...props} label={definition.label} hint={definition.hint} source={pages} />;
}
