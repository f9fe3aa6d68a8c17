import type { InputProps } from '../inputs.tsx';
import { LineInput } from '../line-input.tsx';

export default function PhoneField(props: InputProps<'phone'>) {
  return <LineInput {...props} type="tel" />;
}
