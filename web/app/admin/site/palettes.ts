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

export interface Pair {
  heading: string;
  text: string;
  weight: number;
}

export const PAIRS: Pair[] = [
  { heading: 'Funnel Display', text: 'Figtree', weight: 700 },
  { heading: 'Source Serif 4', text: 'Source Sans 3', weight: 400 },
  { heading: 'Bricolage Grotesque', text: 'Figtree', weight: 800 },
  { heading: 'Playfair Display', text: 'Lora', weight: 600 },
  { heading: 'Inter', text: 'Inter', weight: 700 },
  { heading: 'Work Sans', text: 'Merriweather', weight: 600 },
];
