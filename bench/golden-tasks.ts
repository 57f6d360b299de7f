/** Many tasks for the benchmarks that list them: copies of the golden journals. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const golden = fileURLToPath(new URL('../test/golden', import.meta.url));

/** With ids and times of their own, four hours apart, the last a minute ago. Returns their total number of bytes. */
export function makeTasks(data: string, howMany: number): number {
  mkdirSync(join(data, 'tasks'), { recursive: true });
  const texts = readdirSync(golden)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ id: name.slice(0, -'.jsonl'.length), text: readFileSync(join(golden, name), 'utf8') }));
  let bytes = 0;
  for (let number = 0; number < howMany; number += 1) {
    const { id, text } = texts[number % texts.length] ?? { id: '', text: '' };
    const started = new Date(Date.now() - 60_000 - number * 4 * 3_600_000).toISOString();
    const [day = '', time = ''] = started.replaceAll(/[-:.Z]/g, '').split('T');
    const task = `${day}-${time}-${String(number).padStart(8, '0')}`;
    const journal = text.replaceAll(`"${id}`, `"${task}`).replaceAll('2026-01-01T00:00:00.000Z', started);
    writeFileSync(join(data, 'tasks', `${task}.jsonl`), journal);
    bytes += journal.length;
  }
  return bytes;
}
