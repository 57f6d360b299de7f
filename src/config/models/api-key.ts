/** API keys: read so that they can be sent, and shown so that they cannot be used. */
import type { Read } from '../../reading/quantities.ts';

/** A key that can be sent in a header: one line, Latin-1. No error quotes the key. */
export function readKey(raw: unknown): Read<string> {
  if (typeof raw !== 'string') return { ok: false, error: 'must be text; put it in quotes' };
  const key = raw.trim();
  if (key === '') return { ok: false, error: 'is empty' };
  if (key.length > 10_000) return { ok: false, error: 'is too long to be a key' };
  if (/[\r\n]/.test(key)) return { ok: false, error: 'holds a line break' };
  if (/\p{Cc}/u.test(key)) return { ok: false, error: 'holds a control character' };
  if (/[^\0-\u00ff]/.test(key))
    return { ok: false, error: 'contains a character that a header cannot contain, such as a typographic quote or dash' };
  return { ok: true, value: key };
}

/** Enough of a key to distinguish it from others; nothing if it is short. */
export const masked = (key: string): string => (key.length < 16 ? 'set' : `set (…${key.slice(-4)})`);
