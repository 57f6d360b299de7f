/** The part of Codex's configuration that artoo can use: a model, and a server by its address. Pure. */
import type { EndpointChoice } from '../config.ts';
import { readConfig } from '../config.ts';

/** The endpoint that Codex's `config.toml` names; undefined if artoo cannot use it. The text may be anything. */
export function codexEndpoint(text: string): EndpointChoice | undefined {
  const tables = tablesIn(text);
  const { model, model_provider = 'openai' } = tables.get('') ?? {};
  const { base_url, env_key } = tables.get(`model_providers.${model_provider}`) ?? {};
  if (model === undefined) return undefined;
  const named = model_provider === 'openai' ? { provider: 'openai' } : model_provider === 'oss' ? { provider: 'ollama' } : undefined;
  const server = base_url === undefined ? named : { base_url, ...(env_key !== undefined && { key_env: env_key }) };
  const read = server && readConfig({ brain: { ...server, model } });
  return read?.ok ? read.values.brain : undefined;
}

/** The largest number of lines that are read; such files are far shorter. */
const maxLines = 5_000;

/** The plain strings in a TOML text, by table and key; everything else is skipped. */
function tablesIn(text: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const tables = new Map<string, Record<string, string>>([['', {}]]);
  let current = '';
  for (const line of text.split('\n', maxLines)) {
    const [, table] = /^\s*\[([\w."'-]{1,200})\]\s*(?:#.*)?$/.exec(line) ?? [];
    if (table !== undefined) current = table.replaceAll(/["']/g, '');
    else if (/^\s*\[/.test(line)) current = '[skipped]';
    const [, key, double, single] = /^\s*(\w{1,100})\s*=\s*(?:"([^"\\]{0,2000})"|'([^']{0,2000})')\s*(?:#.*)?$/.exec(line) ?? [];
    const value = double ?? single;
    if (key === undefined || value === undefined) continue;
    const found = tables.get(current) ?? Object.create(null); // safe for any key, such as `__proto__`
    tables.set(current, found);
    found[key] = value;
  }
  return tables;
}
