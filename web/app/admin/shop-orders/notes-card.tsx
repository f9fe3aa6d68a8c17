import { t } from '@lingui/core/macro';
import type { OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { FormFrame } from '../../ui/form-frame.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.ts';
import { Card } from '../card.tsx';
import { namedFields } from '../form-fields.ts';
import { useUnsaved } from '../unsaved.tsx';
import { useRecordForm } from '../use-record-form.tsx';
import styles from './orders.module.css';
import { useOrderChange } from './use-order-change.ts';

const NOTES: OfferedDefinition = { type: 'text', label: t`Notes`, multiline: true, maxLength: 5_000 };

function NotesForm({ order }: { order: OrderOut }) {
  const { change, refetch } = useOrderChange();
  const { form, frame } = useRecordForm<{ notes: string }, OrderOut>({
    record: order,
    valuesOf: ({ notes } = order) => ({ notes }),
    fieldsOf: () => namedFields({ notes: NOTES }),
    validate: {},
    submit: ({ notes }, present = order) => change(present, { notes }),
    refetch,
    onSaved: () => toast.success(t`The notes were saved.`),
  });
  useUnsaved(() => form.isDirty());
  return (
    <FormFrame {...frame}>
      <FieldInput
        definition={NOTES}
        value={form.values.notes}
        error={form.errors.notes}
        onChange={(notes) => form.setFieldValue('notes', String(notes ?? ''))}
      />
      {/* Not in a row of buttons: of a record those stick to the edge of the window, and would stand over this one field. */}
      <div className={styles.end}>
        <SubmitButton look="plain" isPending={frame.isSaving}>
          {t`Save notes`}
        </SubmitButton>
      </div>
    </FormFrame>
  );
}

/** What the shop's people write down for one another. */
export function NotesCard({ order, isWriter }: { order: OrderOut; isWriter: boolean }) {
  if (!isWriter && !order.notes) return null;
  return (
    <Card title={t`Notes`} description={t`For the people who run the shop. Customers do not see them.`}>
      {isWriter ? <NotesForm order={order} /> : <p className={styles.lines}>{order.notes}</p>}
    </Card>
  );
}
