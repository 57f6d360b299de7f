import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collected } from '../../../test/support/collected.ts';
import { newHome } from '../../../test/support/command.ts';
import { startProvider } from '../../../test/support/provider-server.ts';
import { runArtoo } from '../../../test/support/run-artoo.ts';
import { scratch } from '../../../test/support/scratch.ts';
import { suitePlayer } from '../../../test/support/suite-player.ts';
import { openSuite } from '../suite/open-suite.ts';
import { readDockerfile } from './docker-steps.ts';
import { foreignPlace, moved, workPlace } from './moved-paths.ts';
import { taskAt } from './task-at.ts';

function placed(files: Readonly<Record<string, string>>): string {
  const folder = scratch();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const read = async (files: Readonly<Record<string, string>>) => collected((await openSuite(placed(files), 'suite')).tasks());

describe('texts that name the folder of a container', () => {
  test.each([
    ['Write /app/out.txt.', `Write ${workPlace}/out.txt.`],
    ['cd /app && ls "/app"', `cd ${workPlace} && ls "${workPlace}"`],
    ['/application and /my/app stay', '/application and /my/app stay'],
    ['in /app.', `in ${workPlace}.`],
  ])('%s', (text, wanted) => {
    expect(moved(text, '/app')).toBe(wanted);
  });

  test('other places are found, those of the task itself are not', () => {
    expect(foreignPlace('cat /tmp/x')).toBe('/tmp/x');
    expect(foreignPlace(`#!/bin/sh\ncat ${workPlace}/data/tmp/x https://example.org/data/y`)).toBeUndefined();
  });
});

describe('a Dockerfile', () => {
  test('gives files, lines and packages', () => {
    const text = `FROM any:1\n# a comment\nWORKDIR /work\nENV LANG=C\nRUN apt-get update && apt-get install -y \\\n    jq tmux && rm -rf /var/lib/apt/lists/*\nCOPY a.txt ./\nCOPY b.txt sub/c.txt\nRUN mkdir x && touch x/y\nRUN pip install numpy==1.2\nCMD ["bash"]\n`;
    expect(readDockerfile(text)).toEqual({
      ok: true,
      steps: {
        ...{ workdir: '/work', packages: ['jq'], modules: ['numpy'], runs: ['mkdir x', 'touch x/y'] },
        copies: [
          { from: 'a.txt', to: 'a.txt' },
          { from: 'b.txt', to: 'sub/c.txt' },
        ],
      },
    });
  });

  test.each([
    ['COPY a.txt /etc/a.txt', /outside of \/app/],
    ['COPY a.txt ../../a.txt', /outside of \/app/],
    ['COPY --from=build /x /app/x', /other than a plain file/],
    ['ADD https://example.org/x /app/x', /other than a plain file/],
    ['RUN curl -O https://example.org/x', /needs a network/],
    ['RUN <<EOF', /not a plain line/],
    ['USER nobody', /the step USER/],
    ['ENV KEY=value', /the step ENV/],
  ])('that cannot be carried out here gives its reason: %s', (text, why) => {
    expect(readDockerfile(`FROM any\n${text}\n`)).toEqual({ ok: false, why: expect.stringMatching(why) });
  });
});

const bench = {
  'greet/task.yaml':
    'instruction: |-\n  Write hello to /app/greeting.txt, as in /app/model.txt.\ndifficulty: easy\ncategory: file-operations\nparser_name: pytest\nmax_agent_timeout_sec: 60.0\nmax_test_timeout_sec: 30.0\n',
  'greet/Dockerfile': 'FROM python:3.13\nWORKDIR /app\nCOPY model.txt ./\nRUN echo more > /app/made.txt\n',
  'greet/model.txt': 'hello\n',
  'greet/run-tests.sh': 'uv run pytest $TEST_DIR/test_outputs.py\n',
  'greet/solution.sh': 'echo hello > /app/greeting.txt\n',
  'greet/tests/test_outputs.py':
    "from pathlib import Path\n\ndef test_greeting():\n    assert Path('/app/greeting.txt').read_text() == Path('/app/model.txt').read_text()\n    assert Path('/app/made.txt').exists()\n",
  'many/task.yaml': 'instruction: Do it.\n',
  'many/docker-compose.yaml': 'services:\n  client: { build: . }\n  db: { image: x }\n',
  'many/tests/test_outputs.py': 'def test_x(): pass\n',
  'elsewhere/task.yaml': 'instruction: Write /etc/motd.\n',
  'elsewhere/tests/test_outputs.py': 'def test_x(): pass\n',
};

describe('terminal-bench', () => {
  test('tasks that can run here are read, the others are skipped with their reason', async () => {
    const [elsewhere, greet, many] = await read(bench);
    expect(elsewhere?.skip).toBe('it works in /etc/motd, outside of /app');
    expect(many?.skip).toBe('it needs several containers');
    expect(greet).toMatchObject({
      id: 'greet',
      kind: 'file-operations',
      limits: { active_ms: 60_000 },
      setup: [`echo more > ${workPlace}/made.txt`],
    });
    expect(greet?.skip).toBeUndefined();
    expect(greet && taskAt(greet, '/trial/work').goal).toBe('Write hello to /trial/work/greeting.txt, as in /trial/work/model.txt.');
    expect(Object.keys(greet?.files ?? {})).toEqual(['model.txt']);
  });

  test('a task runs in the folder of its trial, and its tests decide', async () => {
    const player = suitePlayer(new Map([['Write hello to', { script: 'echo hello > greeting.txt', answer: 'It is written.' }]]));
    await using server = await startProvider({ answer: (asked) => player(asked) });
    const at = newHome();
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' };
    const { out } = await runArtoo(['eval', placed(bench), '--json'], { at, env });
    const report = JSON.parse(out);
    expect(report.skipped.map(({ task }: { task: string }) => task).toSorted()).toEqual(expect.arrayContaining(['elsewhere', 'many']));
    const isHere = !report.skipped.some(({ why }: { why: string }) => why.includes('pytest')); // not every machine has pytest
    expect(report.arms[0]).toMatchObject(isHere ? { trials: 1, passed: 1 } : { trials: 0 });
  });
});

const matching = {
  description: 'What is in /root/a.txt?',
  create: { local: 'default', init: { code: 'echo blue > /root/a.txt' } },
  evaluation: { match: 'blue' },
  labels: [],
};
const checking = {
  description: 'How many files end in .log? Answer with the number.',
  create: { init: { file: 'init/logs.sh' } },
  evaluation: { check: [null, { language: 'python', file: 'check/same.py' }], example: { code: 'ls *.log | wc -l' } },
};
const agentBench = {
  'data/1/some.json': JSON.stringify([
    matching,
    checking,
    { ...matching, start: 'sleep 100 &' },
    { ...matching, create: { init: { code: 'useradd bob' } } },
    { ...matching, create: { init: { code: 'echo x > /usr/local/x' } } },
    { ...matching, evaluation: { match: { regex: '(?=x)' } } },
    { description: 'Nothing decides this.', evaluation: {} },
  ]),
  'scripts/1/init/logs.sh': 'touch a.log b.log c.txt\n',
  'scripts/1/check/same.py': 'import sys\nsys.exit(0 if sys.argv[1].strip() == sys.argv[2].strip() else 1)\n',
};

describe('AgentBench', () => {
  test('tasks that can run here are read, the others are skipped with their reason', async () => {
    const tasks = await read(agentBench);
    expect(tasks.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `1-some-${at}`));
    expect(tasks.map(({ skip = '' }) => skip)).toEqual([
      '',
      '',
      expect.stringMatching(/keep running/),
      expect.stringMatching(/adds users/),
      expect.stringMatching(/works in \/usr\/local\/x/),
      expect.stringMatching(/look-around/),
      'its expected answer is missing',
    ]);
    expect(tasks[0]?.goal).toMatch(new RegExp(`^What is in ${workPlace}/a\\.txt\\?`));
  });

  test.each([
    ['right', 'blue', '2', 2],
    ['wrong', 'It is green', '3', 0],
  ])('a match and scripts decide about a %s answer', async (_, one, two, passed) => {
    const says = (answer: string) => ({ script: 'ls', answer });
    const player = suitePlayer(
      new Map([
        ['What is in', says(one)],
        ['How many files end', says(two)],
      ]),
    );
    await using server = await startProvider({ answer: (asked) => player(asked) });
    const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' };
    const { out } = await runArtoo(['eval', placed(agentBench), '--json', '--only', '1-some-1', '--only', '1-some-2'], {
      at: newHome(),
      env,
    });
    expect(JSON.parse(out)).toMatchObject({ refused: [], skipped: [], arms: [{ trials: 2, passed }] });
  });

  test('a file that is none of its own is refused', async () => {
    await expect(read({ 'data/1/x.json': '{' })).rejects.toMatchObject({ code: 'suite_invalid' });
    await expect(read({ 'x.json': '[1]' })).rejects.toMatchObject({ code: 'suite_invalid' });
  });
});
