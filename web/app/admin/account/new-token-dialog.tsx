/** A token for another program: what it may do and for how long; then the token itself, shown this once. */
import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createApiToken, type NewApiToken } from '../../api/identity.ts';
import { isScopeShown } from '../../api/scope-names.ts';
import { allScopesOptions } from '../../api/scopes.ts';
import { siteOptions } from '../../api/site.ts';
import type { OfferedDefinition } from '../../fields/types.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFrame, FormSection } from '../../ui/form-frame.tsx';
import { useProblemForm } from '../../ui/use-problem-form.ts';
import { FormInput } from '../form-input.tsx';
import styles from './account.module.css';
import { confirmed } from './confirming.tsx';

const DAY = 86_400_000;
const NAME = {
  type: 'text',
  label: t`Name`,
  hint: t`The program that will use the token.`,
  maxLength: 100,
} satisfies OfferedDefinition;
const SCOPES = {
  type: 'choice',
  many: true,
  label: t`Permissions`,
  hint: t`Only permissions that you have yourself. With none, the token can do what every account can.`,
} satisfies Partial<OfferedDefinition>;
const LIFETIME = {
  type: 'choice',
  label: t`Expires in`,
  options: [
    { value: '7', label: t`7 days` },
    { value: '30', label: t`30 days` },
    { value: '90', label: t`90 days` },
    { value: '364', label: t`A year` },
  ],
} satisfies OfferedDefinition;

interface NewTokenDialogProps {
  /** What one holds oneself, and so may let a program do. */
  scopes: string[];
  onMade: (token: NewApiToken) => void;
  onClose: () => void;
}

/** `admin` and `super` include the others: a program may get less than all of it. */
function useOffered(held: string[]): string[] {
  const { data: site } = useQuery(siteOptions());
  const isSuper = held.includes('super');
  const { data: all = [] } = useQuery({
    ...allScopesOptions(),
    enabled: isSuper || held.includes('admin'),
  });
  const included = all.map(({ name }) => name).filter((name) => isSuper || name !== 'super');
  return [...new Set([...held, ...included])].filter((name) => isScopeShown(name, site?.hasCRM ?? false));
}

export function NewTokenDialog({ scopes, onMade, onClose }: NewTokenDialogProps) {
  const offered = useOffered(scopes);
  const { form, frame } = useProblemForm({
    initialValues: { name: '', scopes: [] as string[], lifetime: '90' },
    validate: { name: (value) => (value.trim() ? null : t`Enter which program the token is for.`) },
    submit: ({ name, scopes: chosen, lifetime }) => {
      const expiresAt = new Date(Date.now() + Number(lifetime) * DAY).toISOString();
      return confirmed(() => createApiToken({ name: name.trim(), scopes: chosen, expiresAt }));
    },
    onSaved: (token) => token && onMade(token),
    fieldOf: (path) => (path === 'expiresAt' ? 'lifetime' : (path.split('.')[0] ?? path)),
  });
  return (
    <Dialog opened title={t`New API token`} size={480} onClose={onClose}>
      <FormFrame {...frame} submitLabel={t`Create token`} look="main" onCancel={onClose}>
        <FormSection>
          <FormInput form={form} name="name" definition={NAME} isFocusedFirst />
          <FormInput
            form={form}
            name="scopes"
            definition={{ ...SCOPES, options: offered.map((scope) => ({ value: scope, label: scope })) }}
          />
          <FormInput form={form} name="lifetime" definition={LIFETIME} />
        </FormSection>
      </FormFrame>
    </Dialog>
  );
}

/** A click beside it must not lose it. */
export function MadeTokenDialog({ token, onClose }: { token: NewApiToken; onClose: () => void }) {
  return (
    <Dialog
      opened
      persistent
      title={t`Token for “${token.name}”`}
      size={520}
      onClose={onClose}
      footer={
        <Button variant="filled" size="md" onClick={onClose}>
          {t`I’ve saved it`}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.text}>
          {t`Copy it into your program now: it will not be shown again. Send it as a header with each request.`}
        </p>
        <code className={styles.token}>{token.token}</code>
        <div>
          <CopyButton text={token.token} />
        </div>
        <p className={styles.text}>
          <code className={styles.code}>Authorization: Bearer {token.start}…</code>
        </p>
      </div>
    </Dialog>
  );
}
