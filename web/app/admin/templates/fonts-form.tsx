/** Shows the fonts of a template as a list with a sample of each, or as JSON for an editor who prefers it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type FontFamily, fontsOptions } from '../../api/templates.ts';
import { Loaded } from '../../ui/loaded.tsx';
import styles from './fonts.module.css';
import { familyIn, offeredIn, readFontsJson, weightsOf, withFamily, withoutEntry } from './fonts.ts';
import shared from './templates.module.css';

interface FontsFormProps {
  /** JSON. */
  value: string;
  isReadOnly?: boolean;
  onChange: (value: string) => void;
}

export function FontsForm({ value, isReadOnly, onChange }: FontsFormProps): ReactNode {
  const query = useQuery(fontsOptions());
  const read = readFontsJson(value);
  if (!('fonts' in read)) return <p className={shared.quiet}>{t`The JSON cannot be read. Fix it first.`}</p>;
  return (
    <Loaded query={query}>
      {({ families, css }) => (
        <div className={styles.fonts}>
          {/* The faces are named in it; browsers load those that are seen. */}
          <style>{css}</style>
          {read.fonts.length === 0 && (
            <p className={shared.quiet}>{t`No fonts yet: pages use those of the visitor’s system.`}</p>
          )}
          <ul className={styles.fontList}>
            {read.fonts.map((entry, index) => (
              <FontItem
                // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the list
                key={index}
                entry={entry}
                family={offeredIn(entry, families)}
                onRemove={isReadOnly ? undefined : () => onChange(withoutEntry(read.fonts, index))}
              />
            ))}
          </ul>
          {!isReadOnly && (
            <AddFont
              families={families.filter(
                ({ name }) => !read.fonts.some((entry) => offeredIn(entry, families)?.name === name),
              )}
              onAdd={(name) => onChange(withFamily(read.fonts, name))}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface FontItemProps {
  entry: unknown;
  family: FontFamily | undefined;
  onRemove: (() => void) | undefined;
}

function FontItem({ entry, family, onRemove }: FontItemProps) {
  const name = family?.name ?? (familyIn(entry) || t`Unnamed`);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {family ? (
          <>
            <p className={styles.specimen} style={{ fontFamily: `"${name}"` }}>
              {t`Sphinx of black quartz, judge my vow 0123`}
            </p>
            <p className={styles.weights} style={{ fontFamily: `"${name}"` }}>
              {weightsOf(family).map((weight) => (
                <span key={weight} style={{ fontWeight: weight }}>
                  {weight}
                </span>
              ))}
              {family.styles.includes('italic') && <em>{t`Italic`}</em>}
            </p>
            <p className={shared.quiet}>
              <Trans>
                All weights from {family.weights.split(' ')[0]} to {family.weights.split(' ')[1]}. In styles:{' '}
                <code>font-family: "{name}"</code>
              </Trans>
            </p>
          </>
        ) : (
          <p
            className={shared.quiet}
          >{t`A font file of your own, or a set that the site leaves out. Change it as JSON.`}</p>
        )}
      </div>
      {onRemove && (
        <Button
          variant="subtle"
          leftSection={<Trash2 size={15} aria-hidden />}
          aria-label={t`Remove ${name}`}
          onClick={onRemove}
        >{t`Remove`}</Button>
      )}
    </li>
  );
}

function AddFont({ families, onAdd }: { families: FontFamily[]; onAdd: (name: string) => void }) {
  const [chosen, setChosen] = useState('');
  const name = families.some((family) => family.name === chosen) ? chosen : families[0]?.name;
  if (name === undefined) return null;
  return (
    <div className={styles.addFont}>
      <NativeSelect
        label={t`Font family`}
        data={families.map((family) => family.name)}
        value={name}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <p className={styles.specimen} style={{ fontFamily: `"${name}"` }} aria-hidden>
        {t`Sphinx of black quartz`}
      </p>
      <Button onClick={() => onAdd(name)}>{t`Add font`}</Button>
    </div>
  );
}
