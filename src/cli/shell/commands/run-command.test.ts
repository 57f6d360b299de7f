import { describe, expect, test } from 'vitest';
import type { InBackground } from '../../../app/drive/drive.ts';
import type { Settled } from '../../../config/settle.ts';
import type { JudgedSkill } from '../../../config/skills.ts';
import { ArtooError } from '../../../contracts/errors.ts';
import { newTaskId } from '../../../contracts/ids.ts';
import { noPerson } from '../../../engine/person.ts';
import { textOf } from '../../../view/style/line.ts';
import type { Terminal } from '../../command.ts';
import type { Shell } from '../shell.ts';
import { createOwnTasks } from './own-tasks.ts';
import { type CommandPorts, runCommand } from './run-command.ts';

/** A shell in which commands are run, and their effects. */
function shellOf(isRunning = false, jobs: readonly InBackground[] = [], usable: readonly JudgedSkill[] = []) {
  const [shown, printed, resumed]: [string[], string[], string[]] = [[], [], []];
  let fresh = 0;
  let [isVerbose, isReviewing, hasLeft] = [false, false, false];
  let flags: CommandPorts['settings']['flags'] = {};
  const settled = (who: string) => ({ who }) as Settled; // no other field is shown
  const never = new AbortController().signal;
  const print = (text: string) => void printed.push(text);
  const terminal = { print, note: print, show() {}, env: {}, cwd: '/tmp', cancel: never, terminate: never } as Terminal;
  const ports: CommandPorts = {
    display: {
      show: (lines) => void shown.push(...lines.map(textOf)),
      columns: 80,
      isLive: true,
      changed() {},
      person: async () => noPerson,
      giveBack: () => false,
      outside: (work) => work(terminal),
    },
    settings: {
      settled: async () => settled('the model in use'),
      siteOf: () => Promise.reject(new Error('no task is run here')),
      async change(more) {
        if (more.brain === 'wrong') throw new ArtooError('usage', 'there is no such model');
        flags = { ...flags, ...more };
        return settled(String(more.brain));
      },
      readAgain() {},
      get flags() {
        return flags;
      },
    },
    cwd: '/tmp',
    data: '/nonexistent/artoo',
    skills: async () => ({ skills: usable, unusable: [{ path: '/tmp/bad', why: 'it has no name' }] }),
    skill: async (name) => (name === 'pdf-2' ? { why: 'it is not trusted' } : undefined),
    leave: () => {
      hasLeft = true;
    },
  };
  const own = createOwnTasks();
  let isWarned = !isRunning;
  const shell = {
    isRunning,
    own,
    mayLeave() {
      const may = isWarned;
      isWarned = true;
      return may;
    },
    get isVerbose() {
      return isVerbose;
    },
    get isReviewing() {
      return isReviewing;
    },
    setVerbose: (wanted: boolean) => {
      isVerbose = wanted;
    },
    setReviewing: (wanted: boolean) => {
      isReviewing = wanted;
    },
    resume: async (task: string) => void resumed.push(task),
    startAfresh: () => {
      fresh += 1;
    },
    inBackground: async () => jobs,
    keep: async () => jobs.map((job) => ({ ...job, isKept: true })),
  } as unknown as Shell; // commands use no other members
  return {
    run: (text: string) => runCommand(text, shell, ports),
    shown,
    printed,
    resumed,
    flags: () => flags,
    hasLeft: () => hasLeft,
    fresh: () => fresh,
    own,
    shell,
  };
}

test('/help lists every command and key', async () => {
  const { run, shown } = shellOf();
  await run('/help');
  for (const word of ['/undo [task]', '/remember <fact>', 'Ctrl+G', '!command']) expect(shown.join('\n')).toContain(word);
});

test('/new starts afresh, and says so', async () => {
  const { run, shown, fresh } = shellOf();
  await run('/new');
  expect(fresh()).toBe(1);
  expect(shown).toEqual(['A new session: the next tasks start without the questions and answers of earlier ones.']);
});

test('/skills lists the skills that are here, and those that cannot be used', async () => {
  const { run, shown } = shellOf();
  await run('/skills');
  expect(shown).toEqual(['  ✗ /tmp/bad cannot be used: it has no name']);
});

describe('what runs in the background', () => {
  const job = { task_id: 't', since: new Date(0).toISOString(), isKept: false };
  const jobs = [
    { ...job, id: 'bg-1', command: 'npm run  dev', ports: [5173] },
    { ...job, id: 'bg-2', command: 'tsc \u001b[2J -w', ports: [] },
  ];

  test('is kept', async () => {
    const { run, shown } = shellOf(true, jobs);
    await run('/keep');
    expect(shown).toEqual([
      'bg-1: npm run dev runs (port 5173, only for tasks of this shell), kept until you leave',
      'bg-2: tsc \ufffd[2J -w runs, kept until you leave',
    ]);
  });

  test('is nothing: then that is said', async () => {
    const { run, printed } = shellOf();
    await run('/jobs');
    expect(printed).toEqual(['Nothing runs in the background.']);
    await expect(run('/keep')).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('a command that exists outside, too', () => {
  test.each([
    ['/log', 'No tasks yet in /nonexistent/artoo'],
    ['/cost', 'No tasks yet in /nonexistent/artoo'],
    ['/demo --list', 'false-claim'],
    ['artoo undo', 'There is nothing to undo'],
    ['artoo completions bash', 'complete -o bashdefault'],
  ])('%s is the same code', async (text, expected) => {
    const { run, printed } = shellOf();
    await run(text);
    expect(printed.join('\n')).toContain(expected);
  });
});

test.each([
  ['/rel v2', 'there is no /rel; did you mean /release-notes v2?'],
  ['/release-nots', 'there is no /release-nots; did you mean /release-notes?'],
  ['/sec', 'there is no /sec'],
])('%s suggests a skill that can be called', async (text, message) => {
  const skill = { description: '', file: '', folder: '', isOwn: true } as JudgedSkill; // no other field is read
  const skills = [
    { ...skill, name: 'release-notes', trust: 'trusted' as const },
    { ...skill, name: 'secret-plan', trust: 'unasked' as const },
  ];
  await expect(shellOf(false, [], skills).run(text)).rejects.toMatchObject({ code: 'usage', message });
});

test.each([
  ['/nothing', 'there is no /nothing'],
  ['/pdf-2 of this', 'it is not trusted'],
  ['/doctor', 'there is no /doctor; type artoo doctor'],
  ['/mcp list', 'there is no /mcp; type artoo mcp list'],
  ['/docter', 'there is no /docter; did you mean artoo doctor?'],
  ['/hlep', 'there is no /hlep; did you mean /help?'],
  ['/lgo last', 'there is no /lgo; did you mean /log last?'],
  ['/res', 'there is no /res; did you mean /resume?'],
  ['/resume', 'no task in /tmp can be resumed'],
  ['/remember', '/remember needs <fact>: tell artoo a fact for every plan'],
  ['!', '! needs a command: !git status'],
  ['artoo try ls -l', 'put the command after --: artoo try -- ls -l'],
])('%s is refused with a sentence', async (text, message) => {
  await expect(shellOf().run(text)).rejects.toMatchObject({ code: 'usage', message });
});

test('/model shows the models in use, or changes them where they are right', async () => {
  const { run, shown, flags } = shellOf();
  await run('/model');
  await run('/model gpt-5.4-mini');
  await expect(run('/model wrong')).rejects.toMatchObject({ code: 'usage' });
  expect(shown).toEqual(['the model in use', 'trying gpt-5.4-mini …', 'gpt-5.4-mini', 'trying wrong …']);
  expect(flags()).toEqual({ brain: 'gpt-5.4-mini' });
});

test('/allow adds to what is allowed', async () => {
  const { run, flags } = shellOf();
  await run("/allow 'shell(git commit*)'");
  await run('/allow write(./docs/**)');
  expect(flags()).toEqual({ allow: ['shell(git commit*)', 'write(./docs/**)'] });
});

test('/plan and /verbose change and change back', async () => {
  const { run, shell } = shellOf();
  for (const name of ['/plan', '/verbose']) await run(name);
  expect([shell.isReviewing, shell.isVerbose]).toEqual([true, true]);
  for (const name of ['/plan', '/verbose']) await run(name);
  expect([shell.isReviewing, shell.isVerbose]).toEqual([false, false]);
});

test('/resume continues a task, but not while another runs', async () => {
  const { run, resumed, own } = shellOf();
  const stopped = newTaskId(new Date());
  own.begin(stopped);
  own.end(stopped, true);
  await run('/resume');
  await run('/resume last');
  await run('/resume k1iq317o');
  expect(resumed).toEqual([stopped, stopped, 'k1iq317o']);
  await expect(shellOf(true).run('/resume')).rejects.toMatchObject({ code: 'usage' });
});

test('/exit leaves; while a task runs it warns first', async () => {
  const idle = shellOf();
  await idle.run('/exit');
  expect(idle.hasLeft()).toBe(true);
  const running = shellOf(true);
  await running.run('/exit');
  expect([running.hasLeft(), running.shown.join('\n')]).toEqual([false, expect.stringContaining('/exit again')]);
  await running.run('/exit');
  expect(running.hasLeft()).toBe(true);
});
