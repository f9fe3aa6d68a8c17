/** How a form for visitors asks for a field: a control of plain HTML, with nothing of the admin's component library. */
import { declarationOf } from './rules.ts';
import type { FieldDefinition } from './types.ts';

export interface HtmlControl {
  element: 'input' | 'select' | 'textarea';
  attributes: { type?: string; step?: number | 'any'; maxLength?: number };
}

export function htmlControlOf(definition: FieldDefinition): HtmlControl {
  const { element, type } = declarationOf(definition.type).html ?? { element: 'input', type: 'text' };
  const maxLength = 'maxLength' in definition ? definition.maxLength : undefined;
  if ('multiline' in definition && definition.multiline)
    return { element: 'textarea', attributes: { maxLength } };
  if (element !== 'input') return { element, attributes: {} };
  if (definition.type === 'number')
    return { element, attributes: { type, step: definition.integer ? 1 : 'any' } };
  const mode = definition.type === 'text' && definition.mode !== 'code' ? definition.mode : undefined;
  return { element, attributes: { type: mode ?? type, maxLength } };
}
