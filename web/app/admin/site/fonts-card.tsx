import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import type { FontFamily } from '../../api/templates.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Card } from '../card.tsx';
import { offeredIn, weightsOf } from '../templates/fonts.ts';
import { CARDS } from './cards.ts';
import { SetInScss } from './colours-card.tsx';
import { LABELS } from './labels.ts';
import { PAIRS } from './palettes.ts';
import { Setting } from './setting.tsx';
import styles from './site.module.css';
import { pixels, Slider, times } from './slider.tsx';
import type { SiteDraft } from './use-site-draft.ts';
import { type FontSetting, familyNamed, fontValue, type Values, weightWithin } from './values.ts';

const FONTS: { name: FontSetting; hint?: string }[] = [
  { name: 'heading-font' },
  { name: 'text-font' },
  { name: 'interface-font', hint: t`Forms and the footer as well.` },
];

const WEIGHT_NAMES: Record<number, string> = {
  300: t`Light`,
  400: t`Regular`,
  500: t`Medium`,
  600: t`Semi-bold`,
  700: t`Bold`,
  800: t`Extra-bold`,
  900: t`Black`,
};

interface FontsCardProps {
  draft: SiteDraft;
  families: FontFamily[];
}

/** A font with what depends on it: not every family has every weight. */
function valuesOfFont(setting: FontSetting, family: FontFamily, values: Values): Values {
  const weight =
    setting === 'heading-font' && values['heading-weight'] !== undefined
      ? { 'heading-weight': weightWithin(family, values['heading-weight']) }
      : {};
  return { [setting]: fontValue(family), ...weight };
}

export function FontsCard({ draft, families }: FontsCardProps) {
  const { values, set } = draft;
  const isChangeable = FONTS.every(({ name }) => values[name] !== undefined);
  return (
    <Card
      title={CARDS.fonts.title}
      description={t`Served by the site itself, so that no one else learns who visits it.`}
    >
      <div className={styles.fields}>
        {isChangeable && <Pairs draft={draft} families={families} />}
        {FONTS.map(({ name, hint }) =>
          values[name] === undefined ? (
            <SetInScss key={name} name={name} />
          ) : (
            <Setting key={name} name={name}>
              <FontField
                label={LABELS[name]}
                hint={hint}
                value={values[name]}
                families={families}
                onChange={(family) => set(valuesOfFont(name, family, values))}
              />
            </Setting>
          ),
        )}
        <WeightField draft={draft} families={families} />
        <Slider draft={draft} name="text-size" least={0.875} most={1.375} step={0.0625} say={pixels} />
        <Slider draft={draft} name="scale" least={1.1} most={1.5} step={0.01} say={times} />
      </div>
    </Card>
  );
}

function WeightField({ draft: { values, set }, families }: FontsCardProps) {
  const weight = values['heading-weight'];
  if (weight === undefined) return <SetInScss name="heading-weight" />;
  const family = offeredIn(familyNamed(values['heading-font']), families);
  const weights = new Set([...(family ? weightsOf(family) : [400, 700]), Number(weight)]);
  const options = [...weights]
    .sort((one, other) => one - other)
    .map((each) => ({ value: String(each), label: WEIGHT_NAMES[each] ?? String(each) }));
  return (
    <Setting name="heading-weight">
      <FieldInput
        definition={{ type: 'choice', label: LABELS['heading-weight'], options }}
        value={weight}
        onChange={(value) => set({ 'heading-weight': String(value) })}
      />
    </Setting>
  );
}

function Pairs({ draft: { values, set }, families }: FontsCardProps) {
  const pairs = PAIRS.flatMap(({ display, body, weight }) => {
    const [one, other] = [offeredIn(display, families), offeredIn(body, families)];
    return one && other ? [{ heading: one, text: other, weight }] : [];
  });
  return (
    <fieldset className={styles.pairs}>
      <legend>{t`Pairs`}</legend>
      {pairs.map(({ heading, text, weight }) => (
        <button
          key={heading.name}
          type="button"
          aria-pressed={
            familyNamed(values['heading-font']) === heading.name &&
            familyNamed(values['text-font']) === text.name
          }
          onClick={() =>
            set({
              'heading-font': fontValue(heading),
              'text-font': fontValue(text),
              'interface-font': fontValue(
                text.generic === 'serif' && heading.generic !== 'serif' ? heading : text,
              ),
              ...(values['heading-weight'] === undefined ? {} : { 'heading-weight': String(weight) }),
            })
          }
        >
          <strong style={{ fontFamily: fontValue(heading), fontWeight: weight }}>{heading.name}</strong>
          <span style={{ fontFamily: fontValue(text) }}>{text.name}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface FontFieldProps {
  label: string;
  hint: string | undefined;
  value: string;
  families: FontFamily[];
  onChange: (family: FontFamily) => void;
}

function FontField({ label, hint, value, families, onChange }: FontFieldProps) {
  const name = familyNamed(value);
  // One of the site's own files, which is chosen in SCSS.
  const names = [...families.map((family) => family.name), ...(offeredIn(name, families) ? [] : [name])];
  return (
    <Select
      label={label}
      description={hint}
      size="md"
      data={names}
      value={offeredIn(name, families)?.name ?? name}
      allowDeselect={false}
      withScrollArea={false}
      styles={{ input: { fontFamily: value }, dropdown: { maxHeight: '20rem', overflowY: 'auto' } }}
      comboboxProps={{ zIndex: 'var(--pw-layer-popover)', transitionProps: { duration: 110 } }}
      renderOption={({ option }) => (
        <span className={styles.face} style={{ fontFamily: `"${option.value}"` }}>
          {option.label}
        </span>
      )}
      onChange={(chosen) => {
        const family = families.find((each) => each.name === chosen);
        if (family) onChange(family);
      }}
    />
  );
}
