import { t } from '@lingui/core/macro';
import type { Category } from '../../api/blog.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { toast } from '../../ui/toast.ts';
import { useProblemForm } from '../../ui/use-problem-form.ts';

interface NewCategoryProps {
  /** Undefined at the top. */
  parent: Category | undefined;
  add: (name: string, parentId: string | null) => Promise<Category>;
  onClose: () => void;
  onAdded: (category: Category) => void;
}

export function NewCategory({ parent, add, onClose, onAdded }: NewCategoryProps) {
  const { form, frame } = useProblemForm({
    initialValues: { name: '' },
    validate: { name: (name: string) => (name.trim() ? null : t`Enter a name.`) },
    submit: ({ name }) => add(name.trim(), parent?.id ?? null),
    onSaved: (category) => {
      toast.success(t`“${category.name}” was created.`);
      onAdded(category);
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={parent ? t`New subcategory of “${parent.name}”` : t`New category`}
    >
      <FormFrame {...frame} submitLabel={t`Create category`} look="main" onCancel={onClose}>
        <FieldInput
          definition={{ type: 'text', label: t`Name`, required: true, maxLength: 200 }}
          value={form.values.name}
          error={form.errors.name}
          onChange={(name) => form.setFieldValue('name', String(name ?? ''))}
        />
      </FormFrame>
    </Dialog>
  );
}
