import type { InputProps } from '../inputs.tsx';
import { LineInput } from '../line-input.tsx';

export default function EmailField(props: InputProps<'email'>) {
  return <LineInput {...props} type="email" />;
}
