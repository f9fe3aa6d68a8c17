/** The field for a template's content: an editor for Liquid, what it can name, and where it cannot be read. */
import { t } from '@lingui/core/macro';
import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useMemo, useRef } from 'react';
import type { EmailTemplateType } from '../../api/email-templates.ts';
import { Loading } from '../../ui/states.tsx';
import type { DrawnProps } from '../form-fields.ts';
import type { CodeEditorHandle } from '../templates/code-editor.tsx';
import styles from './email-templates.module.css';
import { faultsIn } from './values.ts';

const CodeEditor = lazy(() => import('../templates/code-editor.tsx'));

type Variable = EmailTemplateType['variables'][number];

const LOOPS: Record<string, string> = {
  fields: '{% for field in fields %}\n  {{ field.label }}: {{ field.value | newline_to_br }}\n{% endfor %}',
  'order.rows': '{% for row in order.rows %}\n  {{ row.product.name }}\n{% endfor %}',
};
const AMOUNTS = /\.(unitPrice|totalExclTax|totalInclTax|tax)$/;

/** What a variable is put in as: a list as a loop over it, an amount as money. */
export const insertedAs = (name: string): string =>
  LOOPS[name] ?? (AMOUNTS.test(name) ? `{{ ${name} | money: order.currency }}` : `{{ ${name} }}`);

interface ContentFieldProps extends DrawnProps {
  variables: readonly Variable[];
}

export function ContentField({
  label,
  hint,
  value,
  error,
  onChange,
  variables,
}: ContentFieldProps): ReactNode {
  const id = useId();
  const editor = useRef<CodeEditorHandle>(null);
  const faults = useMemo(() => faultsIn(error), [error]);
  return (
    <div className={styles.editor}>
      <span className={styles.label}>{label}</span>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint} {t`Tab indents: to leave the editor, press Escape, then Tab.`}
      </p>
      <div>
        <Variables variables={variables} onInsert={(name) => editor.current?.insert(insertedAs(name))} />
      </div>
      <Suspense fallback={<Loading />}>
        <CodeEditor
          ref={editor}
          value={String(value ?? '')}
          language="liquid"
          label={label}
          describedBy={`${id}-hint`}
          faults={faults.filter(({ line }) => line > 0)}
          onChange={onChange}
          onSave={() => document.getElementById(`${id}-faults`)?.closest('form')?.requestSubmit()}
        />
      </Suspense>
      <ul id={`${id}-faults`} className={styles.faults} aria-live="polite" aria-label={t`Mistakes`}>
        {typeof error === 'string' && faults.length === 0 && <li>{error}</li>}
        {faults.map(({ line, column, detail }) => (
          <li key={`${line} ${column} ${detail}`}>
            {line > 0 && (
              <button
                type="button"
                onClick={() => editor.current?.goTo(line, column)}
              >{t`Line ${line}`}</button>
            )}{' '}
            {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface VariablesProps {
  variables: readonly Variable[];
  onInsert: (name: string) => void;
}

function Variables({ variables, onInsert }: VariablesProps): ReactNode {
  const chosen = useRef<string>(undefined);
  return (
    <Menu
      position="bottom-start"
      onExitTransitionEnd={() => {
        // Once the menu has given the keyboard back to its button.
        if (chosen.current) onInsert(chosen.current);
        chosen.current = undefined;
      }}
    >
      <Menu.Target>
        <Button rightSection={<ChevronDown size={15} aria-hidden />}>{t`Insert variable`}</Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.variables}>
        {variables.map(({ name, description }) => (
          <Menu.Item
            key={name}
            onClick={() => {
              chosen.current = name;
            }}
          >
            <code>{name}</code> <span>{description}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
