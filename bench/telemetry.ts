/** What the trace of a task costs in processor time, after the task has ended: from its journal on disk to the bodies for a collector. */
import { otlpBodies } from '../src/audit/telemetry/otlp.ts';
import { createSpans } from '../src/audit/telemetry/spans.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { streamJournal } from '../src/journal/stream.ts';
import { goldenPath } from '../test/support/golden-entries.ts';
import { compare, worked } from './measure.ts';
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
