/** Whether a text that was typed or pasted is a key, and whose. Pure. */
import type { ProviderName } from '../../models/endpoints/providers.ts';

/** The prefixes of providers' keys. */
const beginnings = [
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-proj-', 'openai'],
  ['sk-svcacct-', 'openai'],
  ['sk-admin-', 'openai'],
  ['AIza', 'google'],
  ['AQ.', 'google'],
  ['gsk_', 'groq'],
  ['xai-', 'xai'],
] as const satisfies readonly (readonly [string, ProviderName])[];

/** The provider whose keys begin like this; undefined if several could have issued the key, as with a plain `sk-`. */
export const keyOwner = (key: string): ProviderName | undefined => beginnings.find(([start]) => key.startsWith(start))?.[1];

/** Whether a text could be a key, or the beginning of one, and so must not be shown. */
export function mayBeKey(text: string): boolean {
  if (/^(?:sk[-_]|gsk_|xai-|AIza|AQ\.|hf_|nvapi-|eyJ)/.test(text)) return true;
  const [head = ''] = text.split(/[:/@ ]/, 1);
  return head.length > 4 && !nameLike.test(head);
}

/**
 * Joined words, each followed by at most a few digits, as in `claude-sonnet-5`, `Llama-3.3-70B` and `127.0.0.1`: in keys, digits and capitals occur
 * anywhere.
 */
const nameLike = /^\[?(?:[A-Za-z][a-z]*\d{0,3}[A-Za-z]?|\d{1,4}[A-Za-z]?)?(?:[-_.](?:[A-Za-z][a-z]*\d{0,3}[A-Za-z]?|\d{1,4}[A-Za-z]?)?)*$/;
