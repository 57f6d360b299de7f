/** All settings as a table of names, values and sources, and as JSON. Keys are masked in both. Pure. */
import type { Tier } from '../../config/config.ts';
import type { Sourced } from '../../config/config-layers.ts';
import type { Configured } from '../../config/configure.ts';
import { masked } from '../../config/models/api-key.ts';
import type { ConfiguredEndpoint } from '../../config/models/choose-endpoint.ts';
import { modelRoles } from '../../config/models/tiers.ts';
import { visible } from '../../contracts/text/visible.ts';
import { shownBus } from '../../laws/network/bus-address.ts';

type Row = { readonly name: string; readonly value: string | number | boolean | null; readonly shown: string; readonly from: string };

/** The notes come last, where they are most visible. */
export function settingsLines(configured: Configured, notes: readonly string[]): readonly string[] {
  const rows = [...rowsOf(configured), ...lists.flatMap((list) => ruleRows(list, configured.rules[list]))];
  const [names, values] = [widest(rows.map(({ name }) => name)), widest(rows.map(({ shown }) => shown))];
  const lines = rows.map(({ name, shown, from }) => `${name.padEnd(names)}  ${shown.padEnd(values)}  ${visible(from)}`);
  return notes.length === 0 ? lines : [...lines, '', ...notes.map((note) => `note: ${visible(note)}`)];
}

/** One object per setting, by its name; a list for each kind of rule. */
export function settingsJson(configured: Configured, notes: readonly string[]): object {
  const rules = lists.map((list) => [list, configured.rules[list].map(({ value, from }) => ({ value: value.text, from }))]);
  const settings = rowsOf(configured).map(({ name, value, from }) => [name, { value, from }]);
  return { settings: Object.fromEntries([...settings, ...rules]), notes };
}

function rowsOf(configured: Configured): readonly Row[] {
  const { budget, max_tokens, max_cost, max_output_tokens, context, model_timeout, workspace, data, parallel, steps } = configured;
  const { prices, strict, plan, quiet, search, bus, control } = configured;
  return [
    ...tierRows('brain', configured),
    ...tierRows('tool', configured),
    ...modelRoles.flatMap((role) => roleRows(`roles.${role}`, configured.roles[role])),
    row('budget', { ...budget, value: budget.value.time_ms }, duration),
    row('budget (hard cap)', { ...budget, value: budget.value.cap_ms }, duration),
    row('max_tokens', max_tokens, grouped),
    row('max_cost', max_cost, (usd) => (usd === null ? 'none' : `$${usd.toFixed(2)}`)),
    row('prices', { ...prices, value: pricesText(prices.value) }),
    row('max_output_tokens', max_output_tokens, grouped),
    row('context', context, (tokens) => (tokens === 0 ? 'not known' : grouped(tokens))),
    row('model_timeout', model_timeout, duration),
    row('workspace', workspace),
    row('data', data),
    row('parallel', parallel),
    row('steps', steps),
    row('strict', strict),
    row('plan', plan),
    row('quiet', quiet),
    row('bus', { ...bus, value: bus.value ? shownBus(bus.value) : 'none' }),
    row('search', { ...search, value: searchText(search.value) }),
    ...Object.entries(control).map(([name, value]) => row(`control.${name}`, value)),
  ];
}

const searchText = ({ searxng, brave_key_env, tavily_key_env }: Configured['search']['value']): string =>
  [searxng, brave_key_env, tavily_key_env].filter((each) => each !== undefined).join(', ') || 'public engines';

const pricesText = (prices: Configured['prices']['value']): string =>
  Object.entries(prices)
    .map(([model, { input, output }]) => `${model} $${input} in, $${output} out`)
    .join(', ') || 'the table';

function tierRows(tier: Tier, configured: Configured): readonly Row[] {
  const endpoint = configured[tier];
  if (endpoint) return endpointRows(tier, endpoint);
  const other = tier === 'brain' ? 'tool' : 'brain';
  return [{ name: tier, value: null, shown: configured[other] ? `as ${other}` : 'not set', from: 'default' }];
}

const lists = ['allow', 'ask', 'deny'] as const;

/** One row per rule, in the order of their sources. */
const ruleRows = (list: string, rules: Configured['rules']['allow']): readonly Row[] =>
  rules.length === 0
    ? [{ name: list, value: null, shown: 'nothing', from: 'default' }]
    : rules.map(({ value, from }) => row(list, { value: value.text, from }));

function roleRows(name: string, { value, from }: Configured['roles']['R1']): readonly Row[] {
  return typeof value === 'string' ? [row(name, { value, from })] : endpointRows(name, value);
}

function endpointRows(name: string, { provider, base_url, model, api_key }: ConfiguredEndpoint): readonly Row[] {
  const { value: key, from } = api_key;
  const shownKey = key === undefined ? 'none' : masked(key);
  return [
    { name: `${name}.model`, value: model.value ?? null, shown: visible(model.value ?? 'chosen by the server'), from: model.from },
    { name: `${name}.base_url`, value: base_url.value, shown: `${base_url.value}${provider ? ` (${provider})` : ''}`, from: base_url.from },
    { name: `${name}.api_key`, value: key === undefined ? null : shownKey, shown: shownKey, from },
  ];
}

function row<T extends Row['value']>(name: string, { value, from }: Sourced<T>, show: (value: T) => string = String): Row {
  return { name, value, shown: visible(show(value)), from };
}

const widest = (texts: readonly string[]): number => Math.min(60, Math.max(...texts.map(({ length }) => length)));
const grouped = (count: number): string => count.toLocaleString('en-US');

/** A duration as a person would write it: 90s, 5m, 1h30m. */
function duration(ms: number): string {
  const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, (ms % 60_000) / 1_000];
  return `${hours > 0 ? `${hours}h` : ''}${minutes > 0 ? `${minutes}m` : ''}${seconds > 0 || ms < 60_000 ? `${seconds}s` : ''}`;
}
