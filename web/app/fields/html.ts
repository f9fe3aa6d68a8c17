/**
 * How a form for visitors asks for a field: a control of plain HTML, with nothing of the admin's component library. Of the
 * types only their html.json is loaded with it: what their values have to be is judged by the service.
 */
import type { FieldDefinition } from './types.ts';

type Control = { element: 'input'; type: string; autoComplete?: string } | { element: 'select' };

const found = import.meta.glob<Control>('./*/html.json', { eager: true, import: 'default' });
const controls = new Map(Object.entries(found).map(([path, control]) => [path.split('/')[1], control]));
/** For a type that plain HTML has nothing for. */
const PLAIN: Control = { element: 'input', type: 'text' };

export interface HtmlControl {
  element: 'input' | 'select' | 'textarea';
  attributes: {
    type?: string;
    step?: number | 'any';
    maxLength?: number;
    autoComplete?: string;
    inputMode?: 'numeric' | 'decimal';
  };
}

export function htmlControlOf(definition: FieldDefinition): HtmlControl {
  const control = controls.get(definition.type) ?? PLAIN;
  const maxLength = 'maxLength' in definition ? definition.maxLength : undefined;
  if ('multiline' in definition && definition.multiline)
    return { element: 'textarea', attributes: { maxLength } };
  if (control.element !== 'input') return { element: control.element, attributes: {} };
  const { element, type, autoComplete } = control;
  if (definition.type === 'number') {
    const [step, inputMode] = definition.integer ? ([1, 'numeric'] as const) : (['any', 'decimal'] as const);
    return { element, attributes: { type, step, inputMode } };
  }
  const mode = definition.type === 'text' ? definition.mode : undefined;
  return { element, attributes: { type: mode === 'url' ? mode : type, maxLength, autoComplete } };
}
