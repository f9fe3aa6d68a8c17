/** Colours and fonts that go together, to begin from. */
import { t } from '@lingui/core/macro';

export interface Palette {
  name: string;
  accent: string;
  neutral: string;
  ground: string;
}

export const PALETTES: Palette[] = [
  { name: t`Forest`, accent: '#0b6b4f', neutral: '#16211d', ground: '#ffffff' },
  { name: t`Ink`, accent: '#1d4ed8', neutral: '#141a29', ground: '#ffffff' },
  { name: t`Terracotta`, accent: '#b3401f', neutral: '#271c16', ground: '#fbf6f0' },
  { name: t`Plum`, accent: '#7a2a6b', neutral: '#231726', ground: '#fdfafc' },
  { name: t`Harbour`, accent: '#0b5a7a', neutral: '#13222b', ground: '#f4f8f9' },
  { name: t`Graphite`, accent: '#262626', neutral: '#1c1c1c', ground: '#ffffff' },
  { name: t`Saffron`, accent: '#a35a00', neutral: '#241d12', ground: '#fffaf0' },
  { name: t`Rose`, accent: '#c11d4e', neutral: '#271319', ground: '#fff8f8' },
];

/** Families by their names, however those are capitalised. */
export interface Pair {
  display: string;
  body: string;
  weight: number;
}

export const PAIRS: Pair[] = [
  { display: 'funnel display', body: 'figtree', weight: 700 },
  { display: 'source serif 4', body: 'source sans 3', weight: 400 },
  { display: 'bricolage grotesque', body: 'figtree', weight: 800 },
  { display: 'playfair display', body: 'lora', weight: 600 },
  { display: 'inter', body: 'inter', weight: 700 },
  { display: 'work sans', body: 'merriweather', weight: 600 },
];
