import type { ReactNode } from 'react';

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; hint?: string }[];
}

/** One of a few, each with what it means. */
export function Choices<Value extends string>({
  legend,
  name,
  value,
  onChange,
  options,
}: ChoicesProps<Value>): ReactNode {
  return (
    <fieldset className="pw-till-choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            required
          />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
