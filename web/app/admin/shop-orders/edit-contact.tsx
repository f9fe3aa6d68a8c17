import { t } from '@lingui/core/macro';
import type { OrderIn, OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { changedNames } from '../../page/merge-values.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { namedFields } from '../form-fields.ts';
import { useRecordForm } from '../use-record-form.tsx';
import styles from './orders.module.css';
import { useOrderChange } from './use-order-change.ts';

const PARTS = ['contactName', 'email', 'phone'] as const;
type Values = Record<(typeof PARTS)[number], string>;

const FIELDS: Record<keyof Values, OfferedDefinition> = {
  contactName: { type: 'text', label: t`Name`, required: true, maxLength: 200 },
  email: { type: 'text', label: t`Email address`, required: true, maxLength: 254 },
  phone: { type: 'text', label: t`Phone`, maxLength: 50 },
};

const contactOf = ({ contactName, email, phone }: OrderOut): Values => ({ contactName, email, phone });

/** What is sent of it: what differs from the order's, for others may change the rest. */
function changed(order: OrderOut, values: Values): OrderIn {
  const names = changedNames(contactOf(order), values) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, values[name].trim()]));
}

/** Whom the shop writes to about an order, which its buyer may have mistyped. */
export function EditContact({ order, onClose }: { order: OrderOut; onClose: () => void }) {
  const { change, refetch } = useOrderChange();
  const { form, frame } = useRecordForm<Values, OrderOut>({
    record: order,
    valuesOf: (present = order) => contactOf(present),
    fieldsOf: () => namedFields(FIELDS),
    validate: {
      contactName: (name: string) => (name.trim() ? null : t`Enter a name.`),
      email: (address: string) => (address.trim() ? null : t`Enter an email address.`),
    },
    submit: (values, present = order) => change(present, changed(present, values)),
    refetch,
    onSaved: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={t`Contact`}>
      <FormFrame {...frame} submitLabel={t`Save contact`} look="main" onCancel={onClose}>
        {PARTS.map((part) => (
          <FieldInput
            key={part}
            definition={FIELDS[part]}
            value={form.values[part]}
            error={form.errors[part]}
            onChange={(value) => form.setFieldValue(part, String(value ?? ''))}
          />
        ))}
        <p className={styles.quiet}>
          {order.state === 'cancelled'
            ? t`Emails from now on go to this address. With another address, the link in earlier emails stops working.`
            : t`Emails from now on go to this address. With another address, the link in earlier emails stops working. If the order has been confirmed, an email about its present state goes to the new address with a new link.`}
        </p>
      </FormFrame>
    </Dialog>
  );
}
