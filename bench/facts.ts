/** What it costs to look up the facts of an answer in what calls showed, against parsing the same text as JSON. */
import { unsupported } from '../src/laws/facts/unsupported.ts';
import { compare } from './measure.ts';
import { report } from './report.ts';

const rows = (many: number, row: (at: number) => string): string => Array.from({ length: many }, (_, at) => row(at)).join('\n');
const two = (value: number): string => String(value % 60).padStart(2, '0');

const sources = {
  'a table, 4 KB': `id,name,amount,status\n${rows(160, (at) => `${at},name${at % 97},${(at * 7919) % 10_007}.50,${at % 3 ? 'open' : 'closed'}`)}`,
  'a log, 30 KB': rows(
    420,
    (at) => `2026-11-16T09:${two(at)}:${two(at * 7)}Z INFO src/app/mod${at % 31}.ts request ${at} took ${(at * 13) % 999} ms`,
  ),
  'a table, 1 MB': `id,name,amount,status\n${rows(40_000, (at) => `${at},name${at % 97},${(at * 7919) % 10_007}.50,${at % 3 ? 'open' : 'closed'}`)}`,
  'a log, 1 MB': rows(
    15_000,
    (at) => `2026-11-16T09:${two(at)}:${two(at * 7)}Z INFO src/app/mod${at % 31}.ts request ${at} took ${(at * 13) % 999} ms`,
  ),
  'prose, 1 MB': 'The quick brown fox jumps over the lazy dog and counts 12 sheep in 1999. '.repeat(14_000),
  'JSON, 1 MB': JSON.stringify(
    Array.from({ length: 12_000 }, (_, id) => ({ id, name: `n${id}`, amount: id * 3.5, path: `/x/y/${id}.ts` })),
  ),
};
const answer =
  'There are 40000 rows; 13334 are closed (33 %), the sum is 200,123,456.50. See src/app/mod3.ts, v1.2.3, commit abcdef1, 2026-11-16 and `fooBar`.\nIt took 12 ms at 09:10.';

const millis = (run: () => unknown): number => {
  const began = performance.now();
  run();
  return performance.now() - began;
};

for (const [name, text] of Object.entries(sources)) {
  const json = JSON.stringify(text.split(/\W+/));
  const { subject, ratio } = await compare(7, async () => ({
    subject: millis(() => unsupported(answer, { shown: [text], given: [] })),
    baseline: millis(() => JSON.parse(json)),
  }));
  report({
    name: `the facts of an answer looked up in ${name}`,
    figure: subject,
    unit: 'ms',
    ratio,
    against: '`JSON.parse` of its words',
    aim: 'under 500 ms',
  });
}
