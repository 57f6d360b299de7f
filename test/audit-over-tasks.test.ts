/** The auditor over many tasks: what shows only in several tasks, what counts only once, and tasks that ran without it. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createArtoo } from '../src/app/artoo.ts';
import { createAuditor } from '../src/audit/auditor.ts';
import type { JournalFile } from '../src/audit/observing/journal.ts';
import { readPeriod } from '../src/audit/reading/period.ts';
import { lineIn, type Observed } from '../src/audit/record/line.ts';
import { auditFolder, recordTexts } from '../src/audit/record/record-files.ts';
import { addCounts, noCounts } from '../src/audit/windows/counts.ts';
import { parseTaskId } from '../src/contracts/ids.ts';
import type { Megram } from '../src/contracts/memory.ts';
import { answering } from '../src/engine/person.ts';
import { auditedPlace, noon } from './support/audited-place.ts';
import { fakeMemory, recalled } from './support/fake-memory.ts';
import { goldenNames, goldenPath } from './support/golden-entries.ts';
import { sampled } from './support/sample.ts';
import { scratch } from './support/scratch.ts';
import {
  always,
  answers,
  attempt,
  does,
  everyAttempt,
  folderThere,
  judged,
  oneRound,
  plan,
  saying,
  subtask,
  write,
  writing,
} from './support/scripted.ts';
import { trusted } from './support/trusted.ts';

const fiveMinutes = 5 * 60_000;
const linesOf = (data: string) => [...recordTexts(auditFolder(data))].flatMap(({ text }) => lineIn(text) ?? []);
const reportOf = (data: string) => readPeriod(auditFolder(data), { since: 0, until: noon + 400 * 86_400_000 }).report;

describe('judges', () => {
  const pair = ['a', 'b'];
  const good = judged('the text reads well');
  const R2 = () =>
    answers(
      plan(
        pair.map((name) => writing(name, { success_criteria: [good] })),
        [folderThere, good],
      ),
    );
  const written = [1, 2].flatMap((at) => everyAttempt(`1.${at}`, does(write(`${pair[at - 1]}.txt`), 'It is written.')));
  const approving = () =>
    saying(
      { R2: R2() },
      written.filter(({ key }) => key?.includes('.1/R3')),
    );
  const refusing = () =>
    saying(
      { R2: R2(), R4a: always({ verdicts: [{ criterion: 0, verdict: 'fail', failure_class: 'logical', evidence: 'It is dull.' }] }) },
      written,
    );

  test('that approve everything are told of when there are enough cases, and one that refuses all at once has drifted', async () => {
    const place = auditedPlace();
    const tasks = Array.from({ length: 36 }, (_, at) => at);
    for (const at of tasks) await place.run({ model: approving(), at: noon + at * fiveMinutes });
    const auditor = place.auditor();
    const { found } = await auditor.pass();
    expect(found.map(({ anomaly, from, task_id }) => `${anomaly} ${from} ${task_id}`)).toEqual([
      'rubber_stamping R4a null',
      'rubber_stamping R4b null',
    ]);
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^the judge passed (\d+) of \1 attempts this week/),
      expect.stringMatching(/^the judge of whole tasks passed (\d+) of \1 rounds this week/),
    ]);
    await place.run({ model: refusing(), control: oneRound, at: noon + 40 * fiveMinutes });
    const later = (await auditor.pass()).found.filter(({ task_id }) => task_id === null);
    expect(later.map(({ anomaly, type, detail }) => `${anomaly} ${type}: ${detail}`)).toEqual([
      'role_drift R4a.approved: the judge passed 0 of 6 attempts in five minutes; before that, 100 %',
    ]);
    expect((await auditor.pass()).found).toEqual([]);
  }, 60_000);

  test('and a person who says yes to everything', async () => {
    const place = auditedPlace();
    const paths = Array.from({ length: 40 }, (_, at) => `part-${at}/AGENTS.md`);
    const model = saying({
      R2: answers(plan([subtask({ success_criteria: [folderThere] })], [folderThere])),
      R3: [
        ...[0, 10, 20, 30].map((at) => ({ calls: paths.slice(at, at + 10).map((path) => write(path, 'theirs')) })),
        { answer: 'All are written.' },
      ],
    });
    const files = Object.fromEntries(paths.map((path) => [path, 'mine']));
    await place.run({ model, files, person: answering({ confirm: () => true }) });
    const { found } = await place.auditor().pass();
    expect(found).toMatchObject([{ anomaly: 'rubber_stamping', from: 'User', detail: 'you said yes to 40 of 40 questions this week' }]);
  });
});

test('a rule that two tasks contradict is reported once', async () => {
  const place = auditedPlace();
  const rule: Megram = {
    ...{ id: 'the-rule', level: 'C', created_at: new Date(noon).toISOString(), space: 'intent:say_hello', entity: 'tool:write_file' },
    ...{ content: 'Never write.', state: 'rule', f: 0.9, sigma: -1, k: 0 },
  };
  const evidence: Megram = { ...rule, id: 'evidence', level: 'M', state: 'accept', sigma: 1 };
  const dissonances = [{ rule_id: rule.id, evidence_id: evidence.id }];
  const memory = fakeMemory({ recall: async () => recalled({ rules: [rule], recent: [evidence], dissonances }) });
  const auditor = place.auditor();
  const contradicting = async () => {
    await place.run({ model: saying({}), memory });
    return (await auditor.pass()).found.map(({ anomaly }) => anomaly);
  };
  expect(await contradicting()).toEqual([]);
  expect(await contradicting()).toEqual(['rule_contradicted']);
  expect(await contradicting()).toEqual([]);
});

describe('a task without its auditor', () => {
  test('says so in its result, is not looked into, and is counted in the next report', async () => {
    const place = auditedPlace();
    const { result } = await place.run({
      model: saying({}, [...attempt('1.1.1', does(write('other.txt'))), ...attempt('1.1.2', does(write()))]),
      audited: false,
    });
    expect(result).toMatchObject({ directive: 'accept', audited: false });
    expect((await place.auditor().pass()).found.map(({ anomaly }) => anomaly)).toEqual(['not_audited']);
    expect(reportOf(place.data)).toMatchObject({ tasks_observed: 1, tasks_not_audited: 1, rates: {} });
  });

  test('is one that the person configured: a project cannot, not even one that is trusted, and a task that ran with it says that', async () => {
    const folder = scratch();
    const [data, cwd] = [join(folder, 'data'), join(folder, 'project')];
    mkdirSync(join(cwd, '.artoo'), { recursive: true });
    const env = { HOME: folder, PATH: process.env.PATH };
    const run = async (): Promise<boolean | undefined> => {
      await using artoo = createArtoo({ model: saying({}), data, workspace: cwd, env, memory: false });
      return (await artoo.run('Say hello.', { cwd }).result).audited;
    };
    expect(await run()).toBe(true);
    writeFileSync(join(cwd, '.artoo', 'config.yaml'), 'audit: false\n');
    expect(await run()).toBe(true);
    trusted(cwd, data);
    expect(await run()).toBe(true);
    writeFileSync(join(cwd, '.artoo', 'config.yaml'), '');
    writeFileSync(join(data, 'config.yaml'), 'audit: false\n');
    expect(await run()).toBe(false);
  });
});

describe('each entry counts once', () => {
  test('in a fork, what is shared counts for its origin', async () => {
    const folder = scratch();
    const [data, cwd] = [join(folder, 'data'), join(folder, 'home')];
    mkdirSync(cwd);
    const lines = () => [...attempt('1.1.1', does(write('other.txt'))), ...attempt('1.1.2', does(write()))];
    await using artoo = createArtoo({
      model: saying({}, lines()),
      data,
      workspace: cwd,
      cwd,
      memory: false,
      env: { HOME: folder, PATH: process.env.PATH },
    });
    const origin = artoo.run('Say hello.');
    await origin.result;
    const entries = readFileSync(origin.journal, 'utf8').trimEnd().split('\n');
    const late = entries.findIndex((text) => text.includes('"type":"SubTaskOutcome"'));
    const fork = await artoo.fork(origin.id, { at: late });
    await fork.result;
    const journals = async () => [fork, origin].map(({ id, journal }): JournalFile => ({ task_id: id, path: journal }));
    const { found, entries: read } = await createAuditor({ data: join(folder, 'other'), journals }).pass();
    expect(found.map(({ anomaly, task_id }) => `${anomaly} ${task_id}`)).toEqual([`false_claim ${origin.id}`]);
    expect(read).toBeGreaterThan(entries.length);
    expect(reportOf(join(folder, 'other'))).toMatchObject({
      tasks_observed: 2,
      rates: { 'R1.asked': { of: 1 }, 'R7.abandoned': { of: 2 } },
    });
  });

  /** The sum of the lines about one journal. */
  const sumOf = (data: string) => {
    const observed = linesOf(data).filter((line): line is Extract<typeof line, Observed> => line.kind === 'observed');
    const windows = Object.fromEntries(
      Object.entries(
        Object.groupBy(
          observed.flatMap(({ counts }) => counts),
          ({ window }) => window,
        ),
      ).map(([window, all = []]) => {
        const sum = noCounts(window);
        for (const each of all) addCounts(sum, each);
        return [window, sum];
      }),
    );
    return {
      events: observed.flatMap(({ events }) => events),
      windows,
      end: observed.at(-1)?.end,
      contradicted: observed.flatMap(({ contradicted }) => contradicted),
      to: observed.at(-1)?.to,
    };
  };

  test.each(sampled(goldenNames, 3))('however the journal of %s is cut into pieces', async (name) => {
    const whole = readFileSync(goldenPath(name));
    const task_id = parseTaskId('cut');
    const auditedIn = async (cuts: readonly number[]) => {
      const data = scratchIn();
      const path = join(data, 'cut.jsonl');
      writeFileSync(path, '');
      const auditor = createAuditor({ data, journals: async () => [{ task_id, path }], now: () => 0 });
      let at = 0;
      for (const cut of [...cuts, whole.length].toSorted((a, b) => a - b)) {
        appendFileSync(path, whole.subarray(at, cut));
        at = cut;
        await auditor.pass();
      }
      return sumOf(data);
    };
    const folder = scratch();
    let count = 0;
    const scratchIn = () => {
      count += 1;
      const data = join(folder, String(count));
      mkdirSync(data);
      return data;
    };
    const atOnce = await auditedIn([]);
    expect(atOnce.to).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { minLength: 1, maxLength: 3 }), async (cuts) => {
        expect(await auditedIn(cuts)).toEqual(atOnce);
      }),
      { numRuns: 8 },
    );
  });
});
