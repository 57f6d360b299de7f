import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { goldenEntries } from '../../../test/support/golden-entries.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { answers, fileThere, plan, type Says, saying, subtask, write } from '../../../test/support/scripted.ts';
import { settingsFor } from '../../../test/support/settings.ts';
import { createInProcessObservers } from '../../engine/in-process-observers.ts';
import type { Confirmed } from '../../engine/person.ts';
import type { Entry } from '../../journal/entry.ts';
import { tapeOf } from '../../journal/tape.ts';
import { openArtoo } from '../open-artoo.ts';
import type { Artoo, RunningTask } from '../tasks.ts';
import { rulesOnTape } from './rules-on-tape.ts';

const all: Confirmed = { allowed: true, rule: 'write(./**)', scope: 'task' };
const once: Confirmed = { allowed: true };

/** A task that overwrites two files of the person's, and the number of questions it asks. */
function place() {
  const folder = scratch();
  const [cwd, data] = [join(folder, 'work'), join(folder, 'data')];
  mkdirSync(cwd);
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(cwd, name), 'old\n');
  const asked: string[] = [];
  const calls: readonly Says[] = [
    { calls: [write('a.txt', 'new\n')] },
    { calls: [write('b.txt', 'new\n')] },
    { answer: 'Both are written.' },
  ];
  const R2 = answers(plan([subtask({ success_criteria: [fileThere('a.txt')] })], [fileThere('a.txt')]));
  const open = (answer: Confirmed, onEntry: (entry: Entry) => void = () => {}): Artoo => {
    const observers = createInProcessObservers<Entry>();
    const publish: typeof observers.publish = (task_id, entry) => {
      observers.publish(task_id, entry);
      onEntry(entry);
    };
    const confirm = ({ effects }: { readonly effects: readonly { readonly path: string }[] }): Confirmed => {
      asked.push(effects.map(({ path }) => path.slice(cwd.length + 1)).join());
      return answer;
    };
    const site = {
      settings: settingsFor({ data, workspace: join(folder, 'workspace') }),
      model: saying({ R2, R3: calls }),
      secrets: () => [],
    };
    return openArtoo({ data, siteOf: () => site, env: {}, answers: { confirm }, observers: { ...observers, publish }, onNotice: () => {} });
  };
  return { cwd, asked, open };
}

type Stop = (task: RunningTask, artoo: Artoo) => void;
const stops: Stop = (_, artoo) => void artoo.close();
const cancels: Stop = (task) => task.cancel();

test.each([
  ['for a task holds in the task once it is resumed', all, stops, ['a.txt']],
  ['for a task holds in the task that goes on with a cancelled one', all, cancels, ['a.txt']],
  ['once does not', once, stops, ['a.txt', 'b.txt']],
])('what is allowed %s', async (_, answer, stop, asked) => {
  const { cwd, open, asked: seen } = place();
  let task: RunningTask | undefined;
  const artoo = open(answer, (entry) => {
    if (entry.kind === 'outcome' && seen.length === 1 && task && entry.key.includes('/R3/')) stop(task, artoo);
  });
  task = artoo.run('Overwrite both.', { cwd });
  const result = await task.result.catch(() => undefined);
  await artoo.close();
  expect(seen).toEqual(['a.txt']);
  await using again = open(once);
  const going = result ? await again.continueTask(task.id) : again.resume(task.id);
  expect(await going.result).toMatchObject({ directive: 'accept' });
  expect(seen).toEqual(asked);
});

test.each<[string, (journal: string) => string, Stop, readonly string[]]>([
  ['that was offered', (journal) => withRule(journal, 'write(./**)'), stops, ['a.txt']],
  ['that was not offered', (journal) => withRule(journal, 'write(/**)'), stops, ['a.txt', 'b.txt']],
  ['that was not offered, in a cancelled task', (journal) => withRule(journal, 'write(/**)'), cancels, ['a.txt', 'b.txt']],
  [
    'that only the journal says was offered, in a cancelled task',
    (journal) => withRule(journal.replace(/("type":"ConfirmRequest".*?)"rule":"[^"]*"/, '$1"rule":"write(/**)"'), 'write(/**)'),
    cancels,
    ['a.txt', 'b.txt'],
  ],
  ...[stops, cancels].map((stop): [string, (journal: string) => string, Stop, readonly string[]] => [
    `that a call is said to have offered, in a task that ${stop === stops ? 'stopped' : 'was cancelled'}`,
    (journal) => withRule(journal.replaceAll(/"rule":"[^"]*"/g, '"rule":"write(/**)"'), 'write(/**)'),
    stop,
    ['a.txt', 'b.txt'],
  ]),
])('a journal that was given a rule %s', async (_, forged, stop, asked) => {
  const { cwd, open, asked: seen } = place();
  let task: RunningTask | undefined;
  const artoo = open(once, (entry) => {
    if (entry.kind === 'outcome' && seen.length === 1 && task && entry.key.includes('/R3/')) stop(task, artoo);
  });
  task = artoo.run('Overwrite both.', { cwd });
  const result = await task.result.catch(() => undefined);
  await artoo.close();
  const journal = readFileSync(task.journal, 'utf8');
  expect(forged(journal)).not.toBe(journal);
  writeFileSync(task.journal, forged(journal));
  await using again = open(once);
  const going = result ? await again.continueTask(task.id) : again.resume(task.id);
  expect(await going.result).toMatchObject({ directive: 'accept' });
  expect(seen).toEqual(asked);
});

/** The person's yes, with a rule that the person did not give. */
const withRule = (journal: string, rule: string): string =>
  journal.replace(/("type":"ConfirmReply".*?"allowed":true)/, `$1,"rule":"${rule}","scope":"task"`);

test.each([
  ['the action that was asked about brings its rule', '', 1],
  ['another action brings none', 'x', 0],
])('a yes to %s', (_, otherHash, count) => {
  const offered = 'shell(rm -r logs/old)';
  const entries = goldenEntries('asked-first').map((entry): Entry => {
    if (entry.kind !== 'message' || entry.type !== 'ConfirmReply') return entry;
    return { ...entry, payload: { ...entry.payload, hash: `${entry.payload.hash}${otherHash}`, rule: offered, scope: 'task' } };
  });
  const asked = entries.find((entry) => entry.kind === 'message' && entry.type === 'ConfirmRequest');
  const rules: string[] = [];
  const tape = rulesOnTape(tapeOf(entries), ({ rule }) => rules.push(rule));
  for (const entry of entries) {
    tape.peek()?.is(entry);
    tape.advance();
  }
  expect(asked).toMatchObject({ payload: { rule: offered } });
  expect(rules).toHaveLength(count);
});
