import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { FieldInput } from '../../fields/inputs.tsx';
import { Card } from '../card.tsx';
import { CARDS } from './cards.ts';
import { hexOf, isSameColour } from './colour.ts';
import { LABELS } from './labels.ts';
import { PALETTES } from './palettes.ts';
import { Setting } from './setting.tsx';
import type { ColourSetting } from './shown-colours.ts';
import styles from './site.module.css';
import type { SiteDraft } from './use-site-draft.ts';
import type { SitePreviewState } from './use-site-preview.ts';
import { SCHEMES, type Scheme, schemeOf, type ValueName, valuesOfScheme } from './values.ts';

const COLOURS: { name: ColourSetting; hint: string }[] = [
  { name: 'accent', hint: t`Links, buttons and marks.` },
  { name: 'neutral', hint: t`Greys are mixed from it and the background.` },
  { name: 'ground', hint: t`Behind light pages.` },
];

export function ColoursCard({ draft, preview }: { draft: SiteDraft; preview: SitePreviewState }) {
  const { values } = draft;
  const isChangeable = COLOURS.every(({ name }) => values[name] !== undefined);
  return (
    <Card title={CARDS.colours.title}>
      <div className={styles.fields}>
        {isChangeable && <Palettes draft={draft} />}
        {COLOURS.map(({ name, hint }) =>
          values[name] === undefined ? (
            <SetInScss key={name} name={name} />
          ) : (
            <ColourField
              key={name}
              name={name}
              label={LABELS[name]}
              hint={hint}
              value={values[name]}
              preview={preview}
              scheme={schemeOf(values)}
              onChange={(value) => draft.set({ [name]: value })}
            />
          ),
        )}
        <SchemeField draft={draft} />
      </div>
    </Card>
  );
}

/** In the place of a setting that somebody has written in another way. */
export function SetInScss({ name }: { name: ValueName }) {
  return (
    <div className={styles.fixed} data-field={name}>
      <span>{LABELS[name]}</span>
      <span>{t`Set in SCSS`}</span>
    </div>
  );
}

function Palettes({ draft: { values, set } }: { draft: SiteDraft }) {
  return (
    <fieldset className={styles.palettes}>
      <legend>{t`Palettes`}</legend>
      {PALETTES.map(({ name, ...colours }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={COLOURS.every((each) => isSameColour(values[each.name] ?? '', colours[each.name]))}
          onClick={() => set(colours)}
        >
          <span style={{ background: colours.ground, color: colours.neutral }} aria-hidden>
            {t({ message: 'Aa', comment: 'Shows how letters look' })}
            <i style={{ background: colours.accent }} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}

interface ColourFieldProps {
  name: ColourSetting;
  label: string;
  hint: string;
  value: string;
  preview: SitePreviewState;
  scheme: Scheme;
  onChange: (value: string) => void;
}

function ColourField({ name, label, hint, value, preview, scheme, onChange }: ColourFieldProps) {
  const [typed, setTyped] = useState(value);
  // Set from elsewhere: by a palette, by undo.
  useEffect(() => setTyped((before) => (isSameColour(before, value) ? before : value)), [value]);
  const fault = hexOf(typed) ? undefined : t`Enter a colour, such as #0b6b4f or teal.`;
  return (
    <Setting name={name}>
      <FieldInput
        definition={{ type: 'colour', label, hint }}
        value={typed}
        error={fault}
        onChange={(next) => {
          const text = typeof next === 'string' ? next.trim() : '';
          setTyped(text);
          const colour = hexOf(text);
          if (colour && !isSameColour(text, value)) onChange(colour);
        }}
      />
      {!fault && <Adjusted name={name} value={value} preview={preview} scheme={scheme} />}
    </Setting>
  );
}

/** What visitors see instead of a colour that could not be read, and what dark pages have. */
function Adjusted({
  name,
  value,
  preview,
  scheme,
}: Pick<ColourFieldProps, 'name' | 'value' | 'preview' | 'scheme'>) {
  const shown = preview.shown?.[name];
  const isDarkOnly = scheme === 'dark';
  const seen = isDarkOnly ? shown?.dark : shown?.light;
  // The accent is asked for as it is; text and background of dark pages are made from the others in any case.
  const isAsked = name === 'accent' || (name === 'neutral' && !isDarkOnly);
  const isAdjusted = isAsked && seen !== undefined && !isSameColour(seen, value);
  const hasDark = scheme !== 'light' && !(isDarkOnly && isAsked);
  const dark = hasDark ? shown?.dark : undefined;
  const words = isDarkOnly
    ? t`Adjusted, so that it can be read:`
    : t`Adjusted on light pages, so that it can be read:`;
  return (
    <p className={styles.adjusted} role="status">
      {isAdjusted && <Seen words={words} colour={seen} />}
      {dark && !isSameColour(dark, value) && <Seen words={t`On dark pages:`} colour={dark} />}
    </p>
  );
}

function Seen({ words, colour }: { words: string; colour: string }) {
  return (
    <span>
      {words}{' '}
      <span className={styles.seen}>
        <i style={{ background: colour }} aria-hidden /> <code>{colour}</code>
      </span>
    </span>
  );
}

const SCHEME_LABELS: Record<Scheme, string> = {
  automatic: t`As visitors prefer`,
  on: t`As visitors prefer, on every page`,
  light: t`Always light`,
  dark: t`Always dark`,
};

const SCHEME_HINTS: Record<Scheme, string> = {
  automatic: t`Pages are dark for visitors who prefer that. This turns itself off while a page has colours that can be read on light pages only, such as a picture behind text without a text colour.`,
  on: t`Pages are always dark for visitors who prefer that. Check how your own colours look then.`,
  light: t`Pages are light for all visitors.`,
  dark: t`Pages are dark for all visitors.`,
};

function SchemeField({ draft: { values, set } }: { draft: SiteDraft }) {
  const scheme = schemeOf(values);
  // Always dark is the template's to say.
  const offered = SCHEMES.filter(
    (each) => each !== 'dark' || scheme === 'dark' || values['dark-mode'] !== undefined,
  );
  return (
    <Setting name="darkMode">
      <FieldInput
        definition={{
          type: 'choice',
          label: LABELS.darkMode,
          options: offered.map((each) => ({ value: each, label: SCHEME_LABELS[each] })),
        }}
        note={SCHEME_HINTS[scheme]}
        value={scheme}
        onChange={(value) => set(valuesOfScheme(value as Scheme, values))}
      />
    </Setting>
  );
}
