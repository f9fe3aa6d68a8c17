/** The field for a template's content: an editor for Liquid, what it can name, and where it cannot be read. */
import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { EmailTemplateType } from '../../api/email-templates.ts';
import type { SourceFault } from '../../api/templates.ts';
import { loadable } from '../../ui/load-failure.tsx';
import type { DrawnProps } from '../form-fields.ts';
import { InsertMenu } from '../source-field/insert-menu.tsx';
import { faultsIn, SourceFaults } from '../source-field/source-faults.tsx';
import styles from '../source-field/source-field.module.css';
import type { CodeEditorHandle } from '../templates/code-editor.tsx';

const CodeEditor = loadable(async () => (await import('../templates/code-editor.tsx')).CodeEditor);

type Variable = EmailTemplateType['variables'][number];

const LOOPS: Record<string, string> = {
  fields: '{% for field in fields %}\n  {{ field.label }}: {{ field.value | newline_to_br }}\n{% endfor %}',
  'order.rows': '{% for row in order.rows %}\n  {{ row.product.name }}\n{% endfor %}',
};
const AMOUNTS = /\.(unitPrice|tax|\w+ExclTax|\w+InclTax|\w+Amount)$/;
const CONDITIONS = /\.(is|needs)[A-Z]\w*$/;
/** Of what came in another currency than the order's. */
const OWN_CURRENCY: Record<string, string> = { 'order.sentBackAmount': 'order.sentBackCurrency' };

/** What a variable is put in as: a list as a loop over it, an amount as money, yes or no as a condition. */
export function insertedAs(name: string): string {
  if (AMOUNTS.test(name)) return `{{ ${name} | money: ${OWN_CURRENCY[name] ?? 'order.currency'} }}`;
  if (CONDITIONS.test(name)) return `{% if ${name} %}\n  \n{% endif %}`;
  return LOOPS[name] ?? `{{ ${name} }}`;
}

interface ContentFieldProps extends DrawnProps {
  variables: readonly Variable[];
}

const placeInWords = ({ line, column }: SourceFault) => t`Line ${line}, column ${column}`;

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
  const faults = useMemo(() => faultsIn<SourceFault>(error), [error]);
  return (
    <div className={styles.editor}>
      <span className={styles.label}>{label}</span>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint} {t`Tab indents: to leave the editor, press Escape, then Tab.`}
      </p>
      <div>
        <InsertMenu
          label={t`Insert variable`}
          items={variables}
          onInsert={(name) => editor.current?.insert(insertedAs(name))}
        />
      </div>
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
      <SourceFaults
        id={`${id}-faults`}
        faults={faults}
        otherwise={typeof error === 'string' ? error : undefined}
        placeOf={placeInWords}
        onChoose={({ line, column }) => editor.current?.goTo(line, column)}
      />
    </div>
  );
}
