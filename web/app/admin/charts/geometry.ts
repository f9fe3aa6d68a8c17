/** The lines of the chart, in a box of 100 × 100 that the browser stretches. */

/** The least round number that is not below `most`: 1, 2, 4, 5 or 10 times a power of ten. At least 4 of the unit. */
export function niceCeiling(most: number, unit = 1): number {
  if (most <= 4 * unit) return 4 * unit;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 10].find((each) => each * power >= most) ?? 10;
  return factor * power;
}

/** Where a day stands: the first at 0, the last at 100, one alone in the middle. */
export function across(index: number, count: number): number {
  return count < 2 ? 50 : (index / (count - 1)) * 100;
}

export function up(value: number, ceiling: number, floor = 0): number {
  return 100 - ((value - floor) / (ceiling - floor)) * 100;
}

export function lineOf(values: readonly number[], ceiling: number, floor = 0): string {
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${round(across(index, values.length))} ${round(up(value, ceiling, floor))}`,
    )
    .join('');
}

/** The line, closed along nothing: the bottom, unless there is less than that. */
export function areaOf(values: readonly number[], ceiling: number, floor = 0): string {
  const first = round(across(0, values.length));
  const last = round(across(values.length - 1, values.length));
  const nothing = round(up(0, ceiling, floor));
  return `${lineOf(values, ceiling, floor)}L${last} ${nothing}L${first} ${nothing}Z`;
}

/** The day that is nearest to a place, given as a share of the width. */
export function nearest(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

const round = (value: number) => Math.round(value * 100) / 100;
