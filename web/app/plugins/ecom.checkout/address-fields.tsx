import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { FieldFrame } from '../members/field-frame.tsx';
import { useCountries } from '../shop/countries.ts';
import { TextInput } from './text-input.tsx';
import { type Address, hasPostcodes } from './typed.ts';

interface AddressFieldsProps {
  /** What its fields begin with on the wire. */
  prefix: 'billing' | 'delivery';
  /** Which of the buyer's addresses a browser may fill in. */
  section: 'billing' | 'shipping';
  address: Address;
  onChange: (address: Address) => void;
}

type Part = keyof Address;

/** An address, as many of its lines as people need. */
export function AddressFields({ prefix, section, address, onChange }: AddressFieldsProps): ReactNode {
  const { t } = useLingui();
  const [isLong, setLong] = useState(false);
  // Also one that comes later: what is in them is not to be hidden.
  if (!isLong && (address.address3 !== '' || address.address4 !== '')) setLong(true);
  const countries = useCountries();
  const set = (part: Part) => (value: string) => onChange({ ...address, [part]: value });
  const fieldOf = (part: Part) => `${prefix}${part[0]?.toUpperCase()}${part.slice(1)}`;
  const input = (part: Part, label: string, autoComplete: string, more: object = {}) => (
    <TextInput
      label={label}
      field={fieldOf(part)}
      value={address[part]}
      onChange={set(part)}
      autoComplete={`${section} ${autoComplete}`}
      maxLength={200}
      {...more}
    />
  );
  return (
    <>
      {input('name', section === 'billing' ? t`Name or company` : t`Recipient`, 'name', {
        isOptional: true,
        hint: t`If it differs from the name above.`,
      })}
      {input('address1', t`Street and number`, 'address-line1')}
      {input('address2', t`Flat, floor or building`, 'address-line2', { isOptional: true })}
      {isLong && input('address3', t`Third line`, 'address-line3', { isOptional: true })}
      {isLong && input('address4', t`Fourth line`, 'address-level3', { isOptional: true })}
      {!isLong && (
        <button type="button" className="pw-till-more" onClick={() => setLong(true)}>
          {t`More address lines`}
        </button>
      )}
      <div className="pw-till-pair">
        {input('postcode', t`Postcode`, 'postal-code', {
          maxLength: 20,
          isOptional: !hasPostcodes(address.countryCode),
        })}
        {input('town', t`Town`, 'address-level2', { maxLength: 100 })}
      </div>
      {input('county', t`County or state`, 'address-level1', { isOptional: true, maxLength: 100 })}
      <FieldFrame label={t`Country`} field={fieldOf('countryCode')}>
        {(ties) => (
          <select
            {...ties}
            name={fieldOf('countryCode')}
            value={address.countryCode}
            onChange={({ currentTarget }) => set('countryCode')(currentTarget.value)}
            required
            autoComplete={`${section} country`}
          >
            {!countries.some(({ code }) => code === address.countryCode) && (
              <option value={address.countryCode}>{address.countryCode}</option>
            )}
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
    </>
  );
}
