import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useSpeech } from '#words/react.tsx';
import type { PlaceIn } from '../../api/generated/index.ts';
import { useCountries } from './countries.ts';

interface DeliveryToProps {
  /** The shop's own country, which most deliveries go to. */
  country: string | undefined;
  /** What is known of it. */
  address: PlaceIn | undefined;
  onChange: (address: PlaceIn) => void;
}

/** Asks where the basket would go, so that its delivery and tax are known before anything is ordered. */
export function DeliveryTo({ country: own, address, onChange }: DeliveryToProps): ReactNode {
  const { t } = useLingui();
  const { words } = useSpeech();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const countries = useCountries(isOpen);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const country = String(given.get('country') ?? '');
    if (country) onChange({ country, postcode: String(given.get('postcode') ?? '').trim() });
  };
  return (
    <details
      className="pw-basket-delivery"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      {...words}
    >
      <summary>{t`What does delivery cost?`}</summary>
      <form className="pw-form" method="dialog" onSubmit={send}>
        <p className="pw-field">
          <label htmlFor={`${id}-country`}>{t`Country`}</label>
          {/* Drawn anew once its options are there, or another country is known: it would keep the first of none. */}
          <select
            key={`${countries.length} ${address?.country}`}
            id={`${id}-country`}
            name="country"
            defaultValue={address?.country ?? own}
            autoComplete="country"
          >
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </p>
        <p className="pw-field">
          <label htmlFor={`${id}-postcode`}>{t`Postcode`}</label>
          <input
            key={address?.postcode}
            id={`${id}-postcode`}
            name="postcode"
            defaultValue={address?.postcode}
            maxLength={20}
            autoComplete="postal-code"
          />
        </p>
        <div className="pw-form-end">
          <button type="submit" className="pw-quiet" aria-disabled={countries.length === 0}>{t`Show`}</button>
        </div>
      </form>
    </details>
  );
}
