import { describe, expect, it } from 'vitest';
import { askedIn, classesIn, strayClasses } from './class-names.ts';

const asked = async (code: string) =>
  Object.fromEntries(
    [...(await askedIn('app/it.tsx', code))].map(([module, names]) => [module, [...names].sort()]),
  );

describe('names of classes', () => {
  it('are those of rules, and no others', () => {
    const css =
      '/* .old */ .row:hover > .cell-a { background: url(a.svg) } @media (width < 4.5rem) { .row .b { margin: 0.5rem } } :global(.mantine-x) .c {}';
    expect([...classesIn(css)].sort()).toEqual(['b', 'c', 'cell-a', 'row']);
  });

  it('are asked of the module that they are imported from', async () => {
    const code = `import styles from './a.module.css';
      import other from './b.module.css';
      export const It = ({ kind }) => <p className={styles.row}>{((styles) => styles.none)({})}{other[kind]}</p>;`;
    expect(await asked(code)).toEqual({ './a.module.css': ['row'], './b.module.css': ['*'] });
  });

  it('have their rule and somebody who asks for it', async () => {
    expect(await strayClasses()).toEqual([]);
  });
});
