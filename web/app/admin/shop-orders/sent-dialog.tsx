import { t } from '@lingui/core/macro';
import type { OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { useOrderChange } from './use-order-change.ts';

/** Asks for the tracking number, and whether the customer is told. */
export function SentDialog({ order, onClose }: { order: OrderOut; onClose: () => void }) {
  const { bring } = useOrderChange();
  const { form, frame } = useProblemForm({
    initialValues: { tracking: order.tracking, notify: true },
    submit: ({ tracking, notify }) => bring(order, 'sent', { tracking, notify }),
    onSaved: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={t`Mark as sent`}>
      <FormFrame {...frame} submitLabel={t`Mark as sent`} look="main" onCancel={onClose}>
        <FieldInput
          definition={{
            type: 'text',
            label: t`Tracking number`,
            hint: t`If there is one. It is in the email.`,
            maxLength: 300,
          }}
          value={form.values.tracking}
          error={form.errors.tracking}
          onChange={(tracking) => form.setFieldValue('tracking', String(tracking ?? ''))}
        />
        <FieldInput
          definition={{ type: 'switch', label: t`Email ${order.email} that it is on its way` }}
          value={form.values.notify}
          error={form.errors.notify}
          onChange={(notify) => form.setFieldValue('notify', notify === true)}
        />
      </FormFrame>
    </Dialog>
  );
}
