import { type InputProps, textIn } from '../inputs.tsx';
import { AddressPicker } from '../pickers/address-picker.tsx';

export default function AddressField({
  definition,
  value,
  onChange,
  error,
  isReadOnly,
}: InputProps<'address'>) {
  return (
    <AddressPicker
      label={definition.label}
      hint={definition.hint}
      placeholder={definition.placeholder}
      isWeb={definition.isWeb}
      error={error}
      isReadOnly={isReadOnly}
      value={textIn(value)}
      onChange={onChange}
    />
  );
}
