import { t } from '@lingui/core/macro';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { memo } from 'react';
import { timeZones } from './time-zones.ts';

/** Four hundred options, drawn once and not with each letter typed elsewhere. */
const ZoneOptions = memo(() =>
  timeZones().map(({ group, items }) => (
    <optgroup key={group} label={group}>
      {items.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </optgroup>
  )),
);

export function TimeZoneSelect(props: NativeSelectProps) {
  return (
    <NativeSelect label={t`Time zone`} size="md" {...props}>
      <ZoneOptions />
    </NativeSelect>
  );
}
