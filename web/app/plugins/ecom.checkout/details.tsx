import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OfferedOut } from '../../api/generated/index.ts';
import { Deeper, SectionHeading } from '../headings.tsx';
import { Retriable } from '../members/awake.tsx';
import { FieldFrame } from '../members/field-frame.tsx';
import { AddressFields } from './address-fields.tsx';
import { Choices } from './choices.tsx';
import { TextInput } from './text-input.tsx';
import { firstOf, firstPrefix, type Gateway, type Typed } from './typed.ts';

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
  const { billing, hasOtherBilling, collects } = typed;
  const goes = isDelivered && !collects;
  const first = firstOf(typed, goes);
  const way = collects ? 'collect' : 'deliver';
  return (
    <section className="pw-till-part">
      <SectionHeading className="pw-till-title">
        {isDelivered ? t`Delivery` : t`Billing address`}
      </SectionHeading>
      {isDelivered && canCollect && (
        <Choices
          legend={t`How would you like to receive your order?`}
          name="way"
          value={way}
          onChange={(chosen) => change({ collects: chosen === 'collect' })}
          options={[
            { value: 'deliver', label: t`Have it delivered` },
            { value: 'collect', label: t`Collect it in person` },
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
        address={typed[first]}
        onChange={(changed) => change({ [first]: changed })}
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

/** Where they could not be read, `onRetry` asks for them once more, and what is typed stays. */
export function Methods({
  methods,
  chosen,
  change,
  onRetry,
}: Pick<DetailsProps, 'change'> & {
  methods: readonly OfferedOut[];
  chosen: Gateway | undefined;
  onRetry: (() => void) | undefined;
}): ReactNode {
  const { t } = useLingui();
  const labels: Record<Gateway, string> = {
    card: t`Card`,
    button: t`PayPal`,
    invoice: t`Invoice`,
    collection: t`Pay on collection`,
  };
  const hints: Partial<Record<Gateway, string>> = {
    card: t`You enter it on the next step.`,
    button: t`You continue at PayPal.`,
  };
  const choose = (gateway: Gateway) => {
    if (gateway === 'card')
      void import('./providers.ts').then((providers) => providers.preloadStripe()).catch(() => {});
    change({ gateway });
  };
  return (
    <section className="pw-till-part">
      <SectionHeading className="pw-till-title">{t`Payment`}</SectionHeading>
      {onRetry && (
        <Retriable onRetry={onRetry}>
          <Trans>The payment methods could not be loaded.</Trans>
        </Retriable>
      )}
      {methods.length > 0 ? (
        <Choices
          legend={t`How would you like to pay?`}
          name="gateway"
          value={chosen}
          onChange={choose}
          options={methods.map(({ key, instructions }) => ({
            value: key,
            label: labels[key],
            hint: instructions || hints[key],
          }))}
        />
      ) : (
        !onRetry && <p className="pw-form-problem">{t`No payment method is available at the moment.`}</p>
      )}
    </section>
  );
}
