/** The families that the site serves itself: variable fonts of Fontsource, all under the SIL Open Font License 1.1. */

export interface FontFamily {
  name: string;
  /** The end of its package's name in @fontsource-variable, and how its files begin. */
  slug: string;
  /** The range of weights that its files hold. */
  weights: string;
  hasItalic: boolean;
  /** What stands in for it until it is there, set to the same widths. */
  standIn: StandIn;
}

/**
 * Percentages, of the average width of English text and of the metrics of both fonts. Worked out by createFontStack of
 * @capsizecss/core 4 with @capsizecss/metrics 4; a new family is taken over from there.
 */
interface StandIn {
  face: keyof typeof LOCAL_FACES;
  size: number;
  ascent: number;
  descent: number;
}

/** Fonts that systems have, each with those that have the same widths. */
export const LOCAL_FACES = {
  arial: ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans', 'Arimo'],
  times: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'LiberationSerif', 'Tinos'],
  courier: ['Courier New', 'CourierNewPSMT', 'Liberation Mono', 'LiberationMono', 'Cousine'],
} as const;

type Line = [
  name: string,
  weights: string,
  face: StandIn['face'],
  size: number,
  ascent: number,
  descent: number,
];

const LINES: Line[] = [
  ['Bricolage Grotesque', '200 800', 'arial', 105.4283, 88.2116, 25.6098],
  ['Figtree', '300 900', 'arial', 100.7176, 94.3231, 24.8219],
  ['Funnel Display', '300 800', 'arial', 106.5498, 93.8528, 23.4632],
  ['Inter', '100 900', 'arial', 107.1194, 90.4365, 22.518],
  ['JetBrains Mono', '100 800', 'courier', 99.9837, 102.0166, 30.0049],
  ['Lora', '400 700', 'times', 115.2, 87.3264, 23.7847],
  ['Merriweather', '300 900', 'times', 119.3846, 82.4227, 22.8673],
  ['Montserrat', '100 900', 'arial', 112.8307, 85.7923, 22.2457],
  ['Nunito', '200 1000', 'arial', 101.3906, 99.7134, 34.8159],
  ['Open Sans', '300 800', 'arial', 105.1479, 101.6519, 27.8625],
  ['Playfair Display', '400 900', 'times', 111.2615, 97.2483, 22.5595],
  ['Roboto', '100 900', 'arial', 99.7809, 92.9771, 24.4677],
  ['Source Sans 3', '200 900', 'arial', 93.7639, 109.2105, 42.6604],
  ['Source Serif 4', '200 900', 'times', 117.9077, 87.8653, 28.4121],
  ['Work Sans', '100 900', 'arial', 111.9334, 83.0851, 21.7093],
];

const UPRIGHT_ONLY = new Set(['Bricolage Grotesque', 'Funnel Display']);

export const FONT_FAMILIES: readonly FontFamily[] = LINES.map(
  ([name, weights, face, size, ascent, descent]) => ({
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    weights,
    hasItalic: !UPRIGHT_ONLY.has(name),
    standIn: { face, size, ascent, descent },
  }),
);

const BY_NAME = new Map(FONT_FAMILIES.map((family) => [family.name.toLowerCase(), family]));

/** The family of a name, however it is capitalised; undefined for one that the site does not serve. */
export function familyOf(name: string): FontFamily | undefined {
  return BY_NAME.get(name.trim().toLowerCase());
}

/** What a family's stand-in is called. */
export function standInName({ name }: FontFamily): string {
  return `${name} Fallback`;
}
