import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCountryName } from '../../api/countries.ts';
import type { OrderIn, OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { changedNames } from '../../page/merge-values.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { Card } from '../card.tsx';
import { namedFields } from '../form-fields.ts';
import { useRecordForm } from '../use-record-form.tsx';
import { EditContact } from './edit-contact.tsx';
import styles from './orders.module.css';
import { useOrderChange } from './use-order-change.ts';

type Which = 'billing' | 'delivery';
const PARTS = ['Name', 'Address1', 'Address2', 'Address3', 'Address4', 'Town', 'County', 'Postcode'] as const;
type Part = (typeof PARTS)[number];
type Values = Record<Part, string>;

const LABELS: Record<Part, string> = {
  Name: t`Name`,
  Address1: t`Address`,
  Address2: t`Address, second line`,
  Address3: t`Address, third line`,
  Address4: t`Address, fourth line`,
  Town: t`Town`,
  County: t`County`,
  Postcode: t`Postcode`,
};
const MAX_LENGTHS: Partial<Record<Part, number>> = { Town: 100, County: 100, Postcode: 20 };
const OPEN = ['awaiting_payment', 'paid', 'preparing'];

/** As the checkout asks for them. */
const NEEDED: readonly Part[] = ['Name', 'Address1'];

const partOf = (order: OrderOut, which: Which, part: Part | 'CountryCode') => order[`${which}${part}`];

const FIELDS = Object.fromEntries(
  PARTS.map((part) => [
    part,
    {
      type: 'text',
      label: LABELS[part],
      required: NEEDED.includes(part),
      maxLength: MAX_LENGTHS[part] ?? 200,
    },
  ]),
) as Record<Part, OfferedDefinition>;

const linesOf = (order: OrderOut, which: Which) =>
  Object.fromEntries(PARTS.map((part) => [part, partOf(order, which, part)])) as Values;

/** What is sent of an address: the lines that differ from those of the order, for others may change its others. */
function changedLines(order: OrderOut, which: Which, values: Values): OrderIn {
  const changed = changedNames(linesOf(order, which), values);
  return Object.fromEntries(changed.map((part) => [`${which}${part}`, values[part as Part]]));
}

function EditAddress({ order, which, onClose }: { order: OrderOut; which: Which; onClose: () => void }) {
  const { change, refetch } = useOrderChange();
  const country = useCountryName()(partOf(order, which, 'CountryCode'));
  const { form, frame } = useRecordForm<Values, OrderOut>({
    record: order,
    valuesOf: (present = order) => linesOf(present, which),
    fieldsOf: () => namedFields(FIELDS),
    validate: {
      Name: (name: string) => (name.trim() ? null : t`Enter a name.`),
      Address1: (line: string) => (line.trim() ? null : t`Enter an address.`),
    },
    submit: (values, present = order) => change(present, changedLines(present, which, values)),
    refetch,
    onSaved: onClose,
    fieldOf: (path) => (path.startsWith(which) ? path.slice(which.length) : path),
  });
  return (
    <Dialog opened onClose={onClose} title={which === 'billing' ? t`Billing address` : t`Delivery address`}>
      <FormFrame {...frame} submitLabel={t`Save address`} look="main" onCancel={onClose}>
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
          {t`The country stays ${country}: tax and delivery were worked out for it.`}
        </p>
      </FormFrame>
    </Dialog>
  );
}

interface AddressProps {
  order: OrderOut;
  which: Which;
  title: string;
  onEdit?: () => void;
}

function Address({ order, which, title, onEdit }: AddressProps) {
  const nameOf = useCountryName();
  const country = nameOf(partOf(order, which, 'CountryCode'));
  const lines = [...PARTS.map((part) => partOf(order, which, part)), country].filter(Boolean);
  return (
    <div>
      <h3>{title}</h3>
      <address>{lines.join('\n')}</address>
      {onEdit && (
        <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={t`Change: ${title}`}>
          {t`Change`}
        </Button>
      )}
    </div>
  );
}

/** Who has bought it, and where the parcel and the invoice go. */
export function AddressesCard({ order, isWriter }: { order: OrderOut; isWriter: boolean }) {
  const [editing, setEditing] = useState<Which | 'contact'>();
  const mayEdit = isWriter && OPEN.includes(order.state);
  const edit = (which: Which) => (mayEdit ? () => setEditing(which) : undefined);
  return (
    <Card title={t`Customer`}>
      <div className={styles.addresses}>
        <div>
          <h3>{t`Contact`}</h3>
          <p>
            {order.contactName}
            <br />
            <a href={`mailto:${order.email}`}>{order.email}</a>
            {order.phone && (
              <>
                <br />
                <a href={`tel:${order.phone.replace(/[^+0-9]/g, '')}`}>{order.phone}</a>
              </>
            )}
          </p>
          {isWriter && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setEditing('contact')}
              aria-label={t`Change: Contact`}
            >
              {t`Change`}
            </Button>
          )}
        </div>
        {order.isCollected ? (
          <div>
            <h3>{t`Delivery`}</h3>
            <p>{t`The customer collects it.`}</p>
          </div>
        ) : (
          order.needsDelivery && (
            <Address order={order} which="delivery" title={t`Delivery address`} onEdit={edit('delivery')} />
          )
        )}
        <Address order={order} which="billing" title={t`Billing address`} onEdit={edit('billing')} />
      </div>
      {order.tracking && <p className={styles.quiet}>{t`Tracking number: ${order.tracking}`}</p>}
      {editing === 'contact' && <EditContact order={order} onClose={() => setEditing(undefined)} />}
      {(editing === 'billing' || editing === 'delivery') && (
        <EditAddress order={order} which={editing} onClose={() => setEditing(undefined)} />
      )}
    </Card>
  );
}
