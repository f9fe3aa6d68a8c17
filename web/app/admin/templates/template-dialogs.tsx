/** What the list and the screen of a template ask beside themselves: its name, and where it is used. */
import { plural, t } from '@lingui/core/macro';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { listTemplatePagesOptions, renameTemplate, type TemplateRecord } from '../../api/templates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './templates.module.css';

interface Asked {
  kind: 'rename' | 'inUse';
  template: TemplateRecord;
  /** After a template was renamed. */
  onDone?: (template: TemplateRecord) => void;
}

const useAsked = create<{ asked: Asked | undefined }>(() => ({ asked: undefined }));

const close = () => useAsked.setState({ asked: undefined });

export function askForName(template: TemplateRecord, onDone: (renamed: TemplateRecord) => void): void {
  useAsked.setState({ asked: { kind: 'rename', template, onDone } });
}

/** In the place of deleting it. */
export function sayInUse(template: TemplateRecord): void {
  useAsked.setState({ asked: { kind: 'inUse', template } });
}

/** Draws what was asked for; once on a screen. */
export function TemplateDialogs() {
  const asked = useAsked((state) => state.asked);
  if (!asked) return null;
  return asked.kind === 'rename' ? <RenameDialog {...asked} /> : <UseDialog {...asked} />;
}

function RenameDialog({ template, onDone }: Asked) {
  const [name, setName] = useState(template.name);
  const [isSaving, setSaving] = useState(false);
  const form = useId();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const renamed = await renameTemplate(template, name.trim());
      close();
      toast.success(t`“${renamed.name}” was renamed.`);
      onDone?.(renamed);
    } catch (error) {
      toast.error(error);
      setSaving(false);
    }
  };
  return (
    <Dialog
      opened
      size={440}
      title={t`Rename “${template.name}”`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={form}
            variant="filled"
            disabled={name.trim() === ''}
            loading={isSaving}
          >{t`Rename`}</Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)}>
        <TextInput
          data-autofocus
          label={t`Name`}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

/** As many pages as are named; of more, the number is said. */
const MOST_NAMED = 50;

function UseDialog({ template }: Asked) {
  const query = useQuery(listTemplatePagesOptions(template.id, MOST_NAMED));
  return (
    <Dialog opened size={520} title={t`Pages with “${template.name}”`} onClose={close}>
      <Notice tone="warning">
        {template.isDefault
          ? t`This template can’t be deleted: it is used for new pages.`
          : t`This template can’t be deleted while pages use it. Choose another one for them first.`}
      </Notice>
      <Loaded query={query}>
        {({ results, total }) => (
          <>
            <ul className={styles.used}>
              {results.map((page) => (
                <li key={page.id}>
                  <Link to={`/cms-admin/pages/${page.id}`} onClick={close}>
                    {page.title}
                  </Link>
                  <a href={page.url}>{page.url}</a>
                </li>
              ))}
            </ul>
            {total > results.length && (
              <p className={styles.quiet}>
                {plural(total - results.length, { one: 'and # more', other: 'and # more' })}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
