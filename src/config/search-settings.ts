/** Which search engines are asked before the public ones, and which variables hold their keys. */
import type { Read } from '../reading/quantities.ts';

export type SearchSettings = {
  readonly searxng?: string | undefined;
  readonly brave_key_env?: string | undefined;
  readonly tavily_key_env?: string | undefined;
};

/** The address of a SearXNG server. This is the person's own setting, so an address on this machine is allowed. */
export function readSearxng(raw: unknown): Read<string> {
  const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return { ok: false, error: 'must be the address of a SearXNG server, such as http://localhost:8888' };
  if (url.username !== '' || url.password !== '') return { ok: false, error: 'must be an address without a user name and a password' };
  return { ok: true, value: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

/** The keys in the variables, for use by the engines and for hiding them. */
export function searchKeysIn(
  { searxng, brave_key_env, tavily_key_env }: SearchSettings,
  env: Readonly<Record<string, string | undefined>>,
) {
  const keyIn = (variable: string | undefined) => (variable === undefined ? undefined : env[variable]?.trim() || undefined);
  const [brave_key, tavily_key] = [keyIn(brave_key_env), keyIn(tavily_key_env)];
  const named = [
    [brave_key_env, brave_key],
    [tavily_key_env, tavily_key],
  ] as const;
  return {
    engines: { searxng, brave_key, tavily_key },
    secrets: named.flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [{ name, value }])),
  };
}

/** A note for the person about a variable that should hold a key but does not. */
export const searchNotes = (
  { brave_key_env, tavily_key_env }: SearchSettings,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  [brave_key_env, tavily_key_env].flatMap((variable) =>
    variable !== undefined && (env[variable] ?? '').trim() === ''
      ? [`${variable}, which is named in the setting search, is not set, so its search engine is not used`]
      : [],
  );
