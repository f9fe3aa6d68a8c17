import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { OfferedOut } from '../../api/generated/index.ts';
import { Deeper, SectionHeading } from '../headings.tsx';
import { FieldFrame } from '../members/field-frame.tsx';
import { AddressFields } from './address-fields.tsx';
import { Choices } from './choices.tsx';
import { TextInput } from './text-input.tsx';
import { firstPrefix, type Gateway, type Typed } from './typed.ts';

interface DetailsProps {
  typed: Typed;
  change: (changed: Partial<Typed>) => void;
}

export function Contact({ typed, change, askPhone }: DetailsProps & { askPhone: boolean }): ReactNode {
  const { t } = useLingui();
  return (
    <section className="pw-till-part">
      <SectionHeading className="pw-till-title">{t`Contact`}</SectionHeading>
      <TextInput
        label={t`Email address`}
        field="email"
        type="email"
        value={typed.email}
        onChange={(email) => change({ email })}
        autoComplete="email"
        maxLength={254}
      />
      <TextInput
        label={t`Name`}
        field="name"
        value={typed.name}
        onChange={(name) => change({ name })}
        autoComplete="name"
        maxLength={200}
      />
      {askPhone && (
        <TextInput
          label={t`Phone`}
          hint={t`For questions about the delivery.`}
          field="phone"
          type="tel"
          value={typed.phone}
          onChange={(phone) => change({ phone })}
          autoComplete="tel"
          maxLength={50}
          isOptional
        />
      )}
    </section>
  );
}

interface DeliveryProps extends DetailsProps {
  /** Whether any of it has to be brought. */
  isDelivered: boolean;
  canCollect: boolean;
}

export function Delivery({ typed, change, isDelivered, canCollect }: DeliveryProps): ReactNode {
  const { t } = useLingui();
  const { address, billing, hasOtherBilling, collects } = typed;
  const goes = isDelivered && !collects;
  const way = collects ? 'collect' : 'deliver';
  return (
    <section className="pw-till-part">
      <SectionHeading className="pw-till-title">
        {isDelivered ? t`Delivery` : t`Billing address`}
      </SectionHeading>
      {isDelivered && canCollect && (
        <Choices
          legend={t`How would you like to get it?`}
          name="way"
          value={way}
          onChange={(chosen) => change({ collects: chosen === 'collect' })}
          options={[
            { value: 'deliver', label: t`Have it delivered` },
            { value: 'collect', label: t`Collect it` },
          ]}
        />
      )}
      {isDelivered && collects && (
        <Deeper>
          <SectionHeading className="pw-till-subtitle">{t`Billing address`}</SectionHeading>
        </Deeper>
      )}
      <AddressFields
        key={goes ? 'goes' : 'billed'}
        prefix={firstPrefix(typed, isDelivered)}
        section={goes ? 'shipping' : 'billing'}
        address={address}
        onChange={(changed) => change({ address: changed })}
      />
      {goes && (
        <FieldFrame label={t`Use a different billing address`} field="hasOtherBilling" isCheck>
          {(ties) => (
            <input
              {...ties}
              type="checkbox"
              checked={hasOtherBilling}
              onChange={({ currentTarget }) => change({ hasOtherBilling: currentTarget.checked })}
            />
          )}
        </FieldFrame>
      )}
      {goes && hasOtherBilling && (
        <>
          <Deeper>
            <SectionHeading className="pw-till-subtitle">{t`Billing address`}</SectionHeading>
          </Deeper>
          <AddressFields
            prefix="billing"
            section="billing"
            address={billing}
            onChange={(changed) => change({ billing: changed })}
          />
        </>
      )}
    </section>
  );
}

export function Methods({
  methods,
  chosen,
  change,
}: Pick<DetailsProps, 'change'> & {
  methods: readonly OfferedOut[];
  chosen: Gateway | undefined;
}): ReactNode {
  const { t } = useLingui();
  const labels: Record<Gateway, string> = {
    card: t`Card`,
    button: t`PayPal`,
    invoice: t`Invoice`,
    collection: t`When you collect it`,
  };
  const choose = (gateway: Gateway) => {
    if (gateway === 'card')
      void import('./providers.ts').then(({ preloadStripe }) => preloadStripe()).catch(() => {});
    change({ gateway });
  };
  return (
    <section className="pw-till-part">
      <SectionHeading className="pw-till-title">{t`Payment`}</SectionHeading>
      {methods.length === 0 ? (
        <p className="pw-form-problem">{t`No payment method is available at the moment.`}</p>
      ) : (
        <Choices
          legend={t`How would you like to pay?`}
          name="gateway"
          value={chosen}
          onChange={choose}
          options={methods.map(({ key, instructions }) => ({
            value: key,
            label: labels[key],
            hint: instructions || hintOf(key, t`You enter it on the next step.`, t`You continue at PayPal.`),
          }))}
        />
      )}
    </section>
  );
}

/** Said where they could not be read. They can be asked for once more, and what is typed stays. */
export function MethodsMissing({ onRetry }: { onRetry: () => Promise<void> }): ReactNode {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const again = async () => {
    if (isAsking) return;
    setAsking(true);
    await onRetry().finally(() => setAsking(false));
  };
  return (
    <section className="pw-till-part" aria-busy={isAsking}>
      <SectionHeading className="pw-till-title">{t`Payment`}</SectionHeading>
      <p className="pw-form-problem" role="alert">
        <Trans>The payment methods could not be loaded.</Trans>{' '}
        <button
          type="button"
          className="pw-quiet"
          aria-disabled={isAsking}
          onClick={again}
        >{t`Try again`}</button>
      </p>
    </section>
  );
}

function hintOf(key: Gateway, card: string, button: string): string | undefined {
  if (key === 'card') return card;
  return key === 'button' ? button : undefined;
}
