/** What a task used, role by role, as cells that a terminal and a page share. Pure. */
import type { Cost } from '../../contracts/control.ts';
import { dollars, lasting } from './spans.ts';

/** The first cell of a row names it. The last row is the sum, where there is more than one role. */
export type CostTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

type Spent = Omit<Cost, 'active_ms' | 'by_role'>;

export function costTable({ by_role, ...total }: Cost): CostTable {
  const rows = by_role.map(({ role, ...spent }) => [role, ...cells(spent)]);
  return {
    head: ['role', 'model calls', 'tool calls', 'tokens in', 'tokens out', 'model time', 'cost'],
    rows: rows.length === 1 ? rows : [...rows, ['all', ...cells(total)]],
  };
}

const cells = ({ model_calls, tool_calls, input_tokens, output_tokens, model_ms, usd, unpriced }: Spent): readonly string[] => [
  amount(model_calls),
  amount(tool_calls),
  amount(input_tokens),
  amount(output_tokens),
  model_calls === 0 ? '' : lasting(model_ms),
  dollars(usd, unpriced),
];

const amount = (count: number): string => (count === 0 ? '' : count.toLocaleString('en'));

const short = ['role', 'calls', 'tools', 'tokens in', 'out', 'time', 'cost'];

/** The table as lines with shorter names, each column as wide as it must be. */
export function costLines({ rows }: CostTable): readonly string[] {
  const widths = short.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [short, ...rows].map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}
