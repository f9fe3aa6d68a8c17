import { t } from '@lingui/core/macro';
import type { OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { Card } from '../card.tsx';
import styles from './orders.module.css';
import { useOrderChange } from './use-order-change.ts';

function NotesForm({ order }: { order: OrderOut }) {
  const { change } = useOrderChange();
  const { form, frame } = useProblemForm({
    initialValues: { notes: order.notes },
    submit: ({ notes }) => change(order, { notes }),
    onSaved: () => toast.success(t`The notes were saved.`),
  });
  return (
    <FormFrame {...frame} submitLabel={t`Save notes`}>
      <FieldInput
        definition={{ type: 'text', label: t`Notes`, multiline: true, maxLength: 5_000 }}
        value={form.values.notes}
        error={form.errors.notes}
        onChange={(notes) => form.setFieldValue('notes', String(notes ?? ''))}
      />
    </FormFrame>
  );
}

/** What the shop's people write down for one another. */
export function NotesCard({ order, isWriter }: { order: OrderOut; isWriter: boolean }) {
  if (!isWriter && !order.notes) return null;
  return (
    <Card title={t`Notes`} description={t`For the people who run the shop. Customers do not see them.`}>
      {isWriter ? (
        <NotesForm key={order.version} order={order} />
      ) : (
        <p className={styles.lines}>{order.notes}</p>
      )}
    </Card>
  );
}
