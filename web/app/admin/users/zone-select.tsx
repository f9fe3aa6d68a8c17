import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { memo } from 'react';
import { timeZones } from '../../ui/time-zones.ts';

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

export function ZoneSelect(props: NativeSelectProps) {
  return (
    <NativeSelect label="Time zone" size="md" {...props}>
      <ZoneOptions />
    </NativeSelect>
  );
}
