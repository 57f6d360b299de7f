/** What tasks used, role by role, as cells for both terminal and page. Pure. */
import type { RoleCost } from '../../contracts/control.ts';
import { atMost, dollars, lasting, short } from '../spans.ts';

/** The first cell names the row. With more than one row, the last one is the sum. */
export type CostTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

export type Used = Omit<RoleCost, 'role'>;

/** `untold`: what journals of format 1 do not split by role. */
type Spent = Used & { readonly by_role: readonly RoleCost[]; readonly untold?: Used | undefined };

export function costTable({ by_role, untold, ...total }: Spent): CostTable {
  const rows = [
    ...by_role.map(({ role, ...used }) => [`${role} ${deeds[role]}`, ...cells(used)]),
    ...(untold ? [['(any)', ...cells(untold)]] : []),
  ];
  return {
    head: ['what', 'model calls', 'tool calls', 'tokens in', 'tokens out', 'model time', 'tool time', 'cost'],
    rows: rows.length === 1 ? rows : [...rows, ['all', ...cells(total)]],
  };
}

/** What each role does. */
const deeds = {
  R1: 'understands',
  R2: 'plans',
  R3: 'works',
  R4a: 'judges',
  R4b: 'judges',
  R5: 'remembers',
  R6: 'audits',
  R7: 'decides',
} as const satisfies Record<RoleCost['role'], string>;

const cells = ({
  model_calls,
  tool_calls,
  input_tokens,
  output_tokens,
  model_ms,
  tool_ms,
  usd,
  unpriced,
  estimated = false,
}: Used): readonly string[] => [
  amount(model_calls),
  amount(tool_calls),
  atMost(amount(input_tokens), estimated && input_tokens > 0),
  atMost(amount(output_tokens), estimated && output_tokens > 0),
  model_calls === 0 ? '' : lasting(model_ms),
  tool_calls === 0 ? '' : lasting(tool_ms),
  dollars(usd, unpriced, estimated),
];

const maxInFull = 10_000_000;
const amount = (count: number): string => (count === 0 ? '' : count < maxInFull ? count.toLocaleString('en') : short(count));

const shortHead = ['what', 'calls', 'tools', 'tokens in', 'out', 'time', 'tool time', 'cost'];

/** The table as lines, with shorter names. If it is too wide, the column for the time of tools is left out, and then that for the time of models. */
export function costLines({ rows }: CostTable, width = Number.POSITIVE_INFINITY): readonly string[] {
  const tables = [0, 1, 2].map((fewer) => aligned([shortHead, ...rows].map((row) => row.toSpliced(afterTimes - fewer, fewer))));
  return tables.find(([head = '']) => head.length <= width) ?? tables.at(-1) ?? [];
}

/** The column after those with times. */
const afterTimes = 7;

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}
