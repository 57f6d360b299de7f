import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playSprint } from '../../src/app/team/demo-sprint.ts';
import { readEntries } from '../../src/team/journal.ts';
import { replayJournal } from '../../src/team/replay/read-journal.ts';
import { isProof } from '../support/sample.ts';
import { scratch } from '../support/scratch.ts';

const agentsOf = (folder: string) =>
  readdirSync(folder)
    .map((name) => name.replace(/-\d{4}-.*$/, ''))
    .sort();

/** In `npm test`, `sprint-killed.test.ts` plays the same sprint in processes that are killed. */
test.runIf(isProof)(
  'a sprint of scripted agents ends with everything merged, and what each turn was told and printed is kept',
  async () => {
    const alerts: string[] = [];
    const root = join(scratch(), 'greetings');
    const { surprises, log } = await playSprint({
      root,
      data: scratch(),
      env: process.env,
      signal: AbortSignal.timeout(120_000),
      onAlert: (text) => alerts.push(text),
    });
    expect({ surprises, alerts }).toEqual({ surprises: [], alerts: [] });
    expect(replayJournal(root)).toMatchObject({ difference: undefined, applied: 0, foreign: 0 });
    const turns = readEntries(join(root, '.liza/journal.jsonl')).flatMap((entry) =>
      entry.kind === 'intent' && entry.what === 'turn' ? [entry.by] : [],
    );
    expect(agentsOf(join(root, '.liza/agent-prompts'))).toEqual(turns.toSorted());
    expect(agentsOf(join(root, '.liza/agent-output'))).toEqual(turns.toSorted());
    const printed = readdirSync(join(root, '.liza/agent-output')).map((name) =>
      readFileSync(join(root, '.liza/agent-output', name), 'utf8'),
    );
    expect(printed.filter((text) => /^> submit .+\nAdmitted\. Your turn is over/m.test(text))).toHaveLength(3);
    expect(readFileSync(join(root, '.liza/sprint_summary.md'), 'utf8')).toMatch(/# sprint-1[\s\S]*goal: completed[\s\S]*D 0\.50/);
    expect(log).toMatch(/Say goodbye by name, or to the world \(coder-\d\)/);
  },
  150_000,
);
