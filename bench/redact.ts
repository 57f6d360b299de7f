/** What it costs to look for keys in what enters a journal, against writing the same text as JSON. */
import { readFileSync } from 'node:fs';
import { createRedactor } from '../src/journal/redact.ts';
import { compare } from './measure.ts';
import { report } from './report.ts';

const megabyte = (text: string): string => text.repeat(Math.ceil(1e6 / text.length)).slice(0, 1e6);
const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

const texts = {
  'prose, 1 MB': megabyte('The quick brown fox jumps over the lazy dog and counts 12 sheep in 1999. '),
  'source code, 1 MB': megabyte(fileOf('../src/tools/shell.ts')),
  'a lock file, 1 MB': megabyte(fileOf('../package-lock.json')),
};
const redact = createRedactor([{ name: 'KEY', value: 'a-value-that-is-nowhere' }]);

const millis = (run: () => unknown): number => {
  const began = performance.now();
  run();
  return performance.now() - began;
};

const many = createRedactor(Array.from({ length: 700 }, (_, at) => ({ name: `KEY_${at}`, value: `value-${at * 7919}-that-is-nowhere` })));
const output = texts['source code, 1 MB'].slice(0, 128 * 1024);
const live = await compare(15, async () => ({ subject: millis(() => many.soFar(output)), baseline: millis(() => redact(output)) }));
report({
  ...{ name: 'the values of 700 variables looked for in 128 KiB of live output', figure: live.subject, unit: 'ms', ratio: live.ratio },
  ...{ against: 'one value', aim: 'under 5 ms' },
});

for (const [name, text] of Object.entries(texts)) {
  const { subject, ratio } = await compare(15, async () => ({
    subject: millis(() => redact(text)),
    baseline: millis(() => JSON.stringify(text)),
  }));
  report({ name: `keys looked for in ${name}`, figure: subject, unit: 'ms', ratio, against: '`JSON.stringify` of it' });
}
