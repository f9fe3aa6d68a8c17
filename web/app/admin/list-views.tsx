/** Beside a list's filters: the views of it that were saved under a name. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { Bookmark, BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FieldInput } from '../fields/inputs.tsx';
import type { DefinitionOf } from '../fields/types.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormFrame, FormSection } from '../ui/form-frame.tsx';
import { toast } from '../ui/toast.ts';
import { useProblemForm } from '../ui/use-problem-form.ts';
import styles from './resource-list.module.css';
import { MOST_VIEWS, type SavedView, useSavedViews } from './saved-views.ts';

interface ListViewsProps {
  /** The list's address, by which its views are kept. */
  list: string;
  /** What is shown now, as SavedView.search. */
  search: string;
  onApply: (search: string) => void;
}

export function ListViews({ list, search, onApply }: ListViewsProps) {
  const { views, save, restore, remove } = useSavedViews(list);
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.search === search);
  const canSave = search !== '' && !current;
  const onRemove = (view: SavedView) => {
    remove(view.name);
    toast.undo(t`The view “${view.name}” was deleted.`, {
      onUndo: () => {
        if (restore(view)) return;
        toast.error(
          t`The view “${view.name}” was not restored: another view has its name, or there are too many.`,
        );
      },
    });
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button size="md" leftSection={<Bookmark size={16} aria-hidden />} className={styles.views}>
            {current?.name ?? t`Views`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.CheckboxItem
              key={view.name}
              checked={view === current}
              closeMenuOnClick
              onChange={() => onApply(view === current ? '' : view.search)}
            >
              {view.name}
            </Menu.CheckboxItem>
          ))}
          {views.length > 0 && (canSave || current) && <Menu.Divider />}
          {canSave && (
            <Menu.Item leftSection={<BookmarkPlus size={15} aria-hidden />} onClick={() => setNaming(true)}>
              {t`Save this view …`}
            </Menu.Item>
          )}
          {current && (
            <Menu.Item
              data-danger
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => onRemove(current)}
            >
              <Trans>Delete “{current.name}”</Trans>
            </Menu.Item>
          )}
          {views.length === 0 && !canSave && (
            <Menu.Label>{t`Search, filter, sort or choose columns. Then save the view here.`}</Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          views={views}
          onSave={(name) => save({ name, search })}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

const NAME: DefinitionOf<'text'> = {
  type: 'text',
  label: t`Name`,
  hint: t`The view is saved for you, in this browser.`,
  maxLength: 60,
};

interface NameDialogProps {
  views: SavedView[];
  onSave: (name: string) => void;
  onClose: () => void;
}

function NameDialog({ views, onSave, onClose }: NameDialogProps) {
  const isKnown = (name: string) => views.some((view) => view.name === name.trim());
  const { form, frame } = useProblemForm({
    initialValues: { name: '' },
    validate: {
      name: (name) => {
        if (!name.trim()) return t`Enter a name.`;
        if (views.length >= MOST_VIEWS && !isKnown(name))
          return t`A list can have ${MOST_VIEWS} views. Delete one first.`;
        return null;
      },
    },
    submit: async ({ name }) => onSave(name.trim()),
    onSaved: onClose,
  });
  const { error, value, onChange } = form.getInputProps('name');
  return (
    <Dialog opened title={t`Save view`} size={420} onClose={onClose}>
      <FormFrame
        {...frame}
        submitLabel={isKnown(form.values.name) ? t`Replace view` : t`Save view`}
        look="main"
        onCancel={onClose}
      >
        <FormSection>
          <FieldInput
            definition={NAME}
            value={value}
            error={error}
            note={
              isKnown(form.values.name) ? t`There is a view with this name. It will be replaced.` : undefined
            }
            isFocusedFirst
            onChange={onChange}
          />
        </FormSection>
      </FormFrame>
    </Dialog>
  );
}
