/** What traces cost in processor time: one task's, from its journal on disk to the bodies for a collector; and whole tasks with `TRACEPARENT`, with a collector and without. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createArtoo } from '../src/app/artoo.ts';
import { otlpBodies } from '../src/audit/telemetry/otlp.ts';
import { createSpans } from '../src/audit/telemetry/spans.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { streamJournal } from '../src/journal/stream.ts';
import { goldenPath } from '../test/support/golden-entries.ts';
import { compare, median, worked } from './measure.ts';
import { note, noteModel } from './note-model.ts';
import { report } from './report.ts';

const name = 'giving-up';
const path = goldenPath(name);
const times = 20;

async function reading(): Promise<void> {
  for await (const _ of streamJournal(path));
}

async function tracing(withContent: boolean): Promise<void> {
  const maker = createSpans(name as TaskId, { withContent });
  for await (const line of streamJournal(path)) if ('entry' in line) maker.add(line.entry);
  otlpBodies({ 'service.name': 'artoo' }, '1', maker.spans());
}

/** Milliseconds of processor time for one. */
const each = async (work: () => Promise<void>): Promise<number> =>
  ((await worked(async () => {
    for (let at = 0; at < times; at += 1) await work();
  })) *
    1_000) /
  times;

for (const [content, withContent] of Object.entries({ 'without content': false, 'with content': true })) {
  const { subject, ratio } = await compare(9, async () => ({
    subject: await each(() => tracing(withContent)),
    baseline: await each(reading),
  }));
  report({
    ...{ name: `the trace of a task of three rounds, ${content}`, figure: subject, unit: 'ms of processor time', ratio },
    against: 'reading its journal',
  });
}

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const cwd = join(folder, 'home');
mkdirSync(cwd);
writeFileSync(join(cwd, note.name), note.text);

/** Milliseconds of processor time for one of many tasks, including the work that is left when they have ended. */
async function running(more: Readonly<Record<string, string>>): Promise<number> {
  const tasks = 50;
  const notices: string[] = [];
  const env = { PATH: process.env.PATH, HOME: folder, ...more };
  const took = await worked(async () => {
    await using artoo = createArtoo({
      data: join(folder, 'data'),
      workspace: cwd,
      env,
      model: noteModel,
      onNotice: (notice) => notices.push(notice),
    });
    for (let at = 0; at < tasks; at += 1) {
      const { directive, summary } = await artoo.run('Read the note.', { cwd }).result;
      if (directive !== 'accept') throw new Error(`${directive}: ${summary}`);
    }
  });
  if (notices.length > 0) throw new Error(notices.join('\n'));
  return (took * 1_000) / tasks;
}

const server = spawn(process.execPath, [fileURLToPath(new URL('collector-server.ts', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  const port = await new Promise<string>((resolve) => server.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())));
  const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const ways = {
    'without traces': {},
    'TRACEPARENT, but no collector': { TRACEPARENT },
    'TRACEPARENT and a collector': { TRACEPARENT, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  };
  const seen: Readonly<Record<string, number>>[] = [];
  for (let round = 0; round <= 7; round += 1) {
    const figures: Record<string, number> = {};
    for (const [way, env] of Object.entries(ways)) figures[way] = await running(env);
    if (round > 0) seen.push(figures); // the first round warms up
  }
  for (const way of Object.keys(ways)) {
    const figure = median(seen.map((figures) => figures[way] ?? Number.NaN));
    const ratio = median(seen.map((figures) => (figures[way] ?? Number.NaN) / (figures['without traces'] ?? Number.NaN)));
    const held = way === 'without traces' ? {} : { ratio, against: 'the same task without traces' };
    report({ name: `a task of five model calls that answer at once: ${way}`, figure, unit: 'ms of processor time', ...held });
  }
} finally {
  server.stdin.end();
  rmSync(folder, { recursive: true });
}
