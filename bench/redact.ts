/** What it costs to look for keys in what enters a journal, beside writing the same text as JSON. */
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

for (const [name, text] of Object.entries(texts)) {
  const { subject, ratio } = await compare(15, async () => ({
    subject: millis(() => redact(text)),
    baseline: millis(() => JSON.stringify(text)),
  }));
  report({ name: `keys looked for in ${name}`, figure: subject, unit: 'ms', ratio, against: '`JSON.stringify` of it' });
}
