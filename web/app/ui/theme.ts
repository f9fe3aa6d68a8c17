/**
 * The component library's theme: which tokens its variants use and which defaults its components take.
 * Values are in tokens.css; mantine.css maps the library's variables onto them.
 */
import {
  ActionIcon,
  Button,
  createTheme,
  type MantineColorsTuple,
  Menu,
  NativeSelect,
  Popover,
  type SwitchProps,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';
import { WaitingButton } from './waiting-button.tsx';

/** Colours are drawn by the variant resolver below; the library only wants the names to exist. */
const named = (token: string): MantineColorsTuple => {
  const value = `var(--pw-${token})`;
  return [value, value, value, value, value, value, value, value, value, value];
};

const edge = (colour = 'transparent') => `1px solid ${colour}`;

/**
 * What each variant looks like in the accent and in the danger colour. `default` is the quiet bordered
 * button, `subtle` the one without a box, `light` the tinted one; there is one `filled` on a screen.
 */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const tone = color === 'danger' ? 'danger' : 'accent';
  const softInk = tone === 'danger' ? 'var(--pw-danger-text)' : 'var(--pw-accent-soft-ink)';
  const quietInk = tone === 'danger' ? 'var(--pw-danger-text)' : 'var(--pw-ink)';
  switch (variant) {
    case 'filled':
      return {
        background: `var(--pw-${tone})`,
        hover: `var(--pw-${tone}-hover)`,
        color: `var(--pw-${tone}-ink)`,
        border: edge(),
      };
    case 'light':
      return {
        background: `var(--pw-${tone}-soft)`,
        hover: `var(--pw-${tone}-soft-hover)`,
        color: softInk,
        border: edge(),
      };
    case 'subtle':
      return {
        background: 'transparent',
        hover: tone === 'danger' ? 'var(--pw-danger-soft)' : 'var(--pw-hover)',
        color: quietInk,
        border: edge(),
      };
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: quietInk, border: edge() };
    default:
      return {
        background: 'var(--pw-surface)',
        hover: 'var(--pw-hover)',
        color: quietInk,
        border: edge('var(--pw-line-strong)'),
      };
  }
};

export const theme = createTheme({
  fontFamily: 'var(--pw-font)',
  fontFamilyMonospace: 'var(--pw-font-mono)',
  primaryColor: 'accent',
  colors: { accent: named('accent'), danger: named('danger') },
  variantColorResolver,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { variant: 'default', size: 'sm', component: WaitingButton } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', size: 32 } }),
    Menu: Menu.extend({
      defaultProps: {
        zIndex: 'var(--pw-layer-popover)',
        transitionProps: { duration: 110 },
        offset: 6,
        // The placeholder is a focusable child that a menu may not have; the first item takes the focus.
        withInitialFocusPlaceholder: false,
        hideDetached: false,
      },
    }),
    // Its arrows are a picture without a name, which a screen reader would announce beside each.
    NativeSelect: NativeSelect.extend({ defaultProps: { rightSectionProps: { 'aria-hidden': true } } }),
    Popover: Popover.extend({
      // What has just been opened stays, also where its button is at the edge of a bar that scrolls.
      defaultProps: {
        zIndex: 'var(--pw-layer-popover)',
        transitionProps: { duration: 110 },
        hideDetached: false,
      },
    }),
    // Not by its "extend", which would bring the switch and all inputs along to every screen.
    Switch: { defaultProps: { withThumbIndicator: false } satisfies SwitchProps },
    Tooltip: Tooltip.extend({
      defaultProps: {
        zIndex: 'var(--pw-layer-popover)',
        openDelay: 350,
        events: { hover: true, focus: true, touch: false },
        hideDetached: false,
        transitionProps: { duration: 110 },
      },
    }),
  },
});
