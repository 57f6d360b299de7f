/** The rules that can be added to an approval, and how far each reaches. Pure. */
import type { RuleScope } from '../../contracts/questions/confirmation.ts';
import type { Asked } from './harm-lines.ts';

/** `says`: the rule and its reach in words. */
export type RuleOffer = { readonly rule: string; readonly scope: RuleScope; readonly says: string };

/** Empty if no rule may allow the action. */
export function ruleOffers({ who, rule, folder, cwd, caution }: Asked): readonly RuleOffer[] {
  if (caution) return [];
  const ofKind = (kind: string): readonly RuleOffer[] => [
    ...(who === undefined ? [] : [{ rule: kind, scope: 'task', says: `${kind}, for this task` } as const]),
    ...(namesPlace(kind) ? [] : [{ rule: kind, scope: 'folder', says: `${kind}, in ${cwd} from now on` } as const]),
    { rule: kind, scope: 'everywhere', says: `${kind}, ${namesPlace(kind) ? '' : 'everywhere '}from now on` },
  ];
  return [
    ...(rule === null ? [] : ofKind(rule)),
    ...(folder === undefined ? [] : [{ rule: folder, scope: 'everywhere', says: `${folder}, from now on` } as const]),
  ];
}

/** A rule about files names a path itself. */
const namesPlace = (rule: string): boolean => /^(?:write|read|folder)\(/.test(rule);
