import { t } from '@lingui/core/macro';
import type { OrderOut } from '../../api/generated/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import type { OfferedDefinition } from '../../fields/types.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { namedFields } from '../form-fields.ts';
import { useRecordForm } from '../use-record-form.tsx';
import { useOrderChange } from './use-order-change.ts';
import { stepInWords } from './words.ts';

const TRACKING: OfferedDefinition = {
  type: 'text',
  label: t`Tracking number`,
  hint: t`If there is one. It is in the email.`,
  maxLength: 300,
};

/** Asks for the tracking number, which what is collected has not, and whether the customer is told. */
export function SentDialog({ order, onClose }: { order: OrderOut; onClose: () => void }) {
  const { bring, refetch } = useOrderChange();
  const { form, frame } = useRecordForm<{ tracking: string; notify: boolean }, OrderOut>({
    record: order,
    valuesOf: ({ tracking } = order) => ({ tracking, notify: true }),
    fieldsOf: () => namedFields({ tracking: TRACKING }),
    validate: {},
    submit: ({ tracking, notify }, present = order) =>
      bring(present, 'sent', { ...(tracking !== present.tracking && { tracking }), notify }),
    refetch,
    onSaved: onClose,
  });
  const { isCollected, email } = order;
  const step = stepInWords('sent', isCollected) ?? '';
  return (
    <Dialog opened onClose={onClose} title={step}>
      <FormFrame {...frame} submitLabel={step} look="main" onCancel={onClose}>
        {!isCollected && (
          <FieldInput
            definition={TRACKING}
            value={form.values.tracking}
            error={form.errors.tracking}
            onChange={(tracking) => form.setFieldValue('tracking', String(tracking ?? ''))}
          />
        )}
        <FieldInput
          definition={{
            type: 'switch',
            label: isCollected
              ? t`Email ${email} that it is ready to collect`
              : t`Email ${email} that it is on its way`,
          }}
          value={form.values.notify}
          error={form.errors.notify}
          onChange={(notify) => form.setFieldValue('notify', notify === true)}
        />
      </FormFrame>
    </Dialog>
  );
}
