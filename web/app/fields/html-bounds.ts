/**
 * What a plain control keeps people to, from the declaration that their value is judged by. It loads all declarations: for
 * views that are drawn by the server alone. Islands have html.ts.
 */
import { boundOf, type Options, ruleOf } from './rules.ts';
import type { FieldDefinition } from './types.ts';

export interface HtmlBounds {
  maxLength?: number;
  minLength?: number;
  min?: number | string;
  max?: number | string;
}

export function htmlBoundsOf(definition: FieldDefinition): HtmlBounds {
  const options = definition as unknown as Options;
  const rule = ruleOf(definition.type);
  if (rule.kind === 'number') return { min: boundOf(rule.min, options), max: boundOf(rule.max, options) };
  if (rule.kind !== 'string' || rule.oneOf) return {};
  if (rule.from || rule.to) return { min: textOf(options, rule.from), max: textOf(options, rule.to) };
  return { maxLength: boundOf(rule.maxLength, options), minLength: boundOf(rule.minLength, options) };
}

function textOf(options: Options, name: string | undefined): string | undefined {
  const value = name && options[name];
  return typeof value === 'string' && value ? value : undefined;
}
