/** The sets of rules by name. */
import { rules as presetRules, type RulesData } from '../core/rules';

const PRESETS = ['standard', 'blitz', 'tournament'] as const;

/** The set of rules that these are, or `custom`. */
export function presetOf(rules: RulesData): (typeof PRESETS)[number] | 'custom' {
  const names = Object.keys(rules) as (keyof RulesData)[];
  const fits = (preset: string) => {
    const base = presetRules(preset, rules.board);
    return names.every((name) => String(base[name]) === String(rules[name]));
  };
  return PRESETS.find(fits) ?? 'custom';
}
