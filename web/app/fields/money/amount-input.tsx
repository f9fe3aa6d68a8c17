/** An amount of a currency that is known without it, such as the shop's: a field of money for forms that hold the amount alone. */
import { FieldInput, type InputProps } from '../inputs.tsx';

/** What is no amount is the text that was typed, for a form to refuse; undefined is none. */
export type TypedAmount = number | string | undefined;

interface AmountInputProps extends Pick<InputProps, 'isReadOnly' | 'isCompact' | 'isLabelHidden' | 'error'> {
  label: string;
  currency: string;
  amount: TypedAmount;
  onChange: (amount: TypedAmount) => void;
  isRequired?: boolean;
}

export function AmountInput({ label, currency, amount, onChange, isRequired, ...shown }: AmountInputProps) {
  return (
    <FieldInput
      {...shown}
      definition={{ type: 'money', label, currency, hasOneCurrency: true, min: 0, required: isRequired }}
      value={amount === undefined ? undefined : { amount, currency }}
      onChange={(next) => onChange((next as { amount: TypedAmount } | undefined)?.amount)}
    />
  );
}
