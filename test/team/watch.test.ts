import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newText } from '../../src/team/board/text/read-text.ts';
import { newHome } from '../support/command.ts';
import { inTmux } from '../support/tmux.ts';
import { aBoard, inState } from './boards.ts';
import { repositoryWithTeam, runTeam } from './team-repository.ts';

test('a team is watched live: what changes is drawn in its place, and q leaves', async () => {
  const root = await repositoryWithTeam();
  /** Writes the whole board at once: half of a board is not valid, which would also be an alert. */
  const put = (text: string): void => {
    writeFileSync(join(root, '.liza/state.new'), text);
    renameSync(join(root, '.liza/state.new'), join(root, '.liza/state.yaml'));
  };
  const show = (...tasks: Parameters<typeof aBoard>[0]): void => put(newText(aBoard(tasks, {})));
  show(inState('BLOCKED'));
  const screen = inTmux(['team', 'watch'], { ...newHome(), cwd: root });
  screen.send('artoo\r');
  await screen.shows('t1 is blocked');
  await screen.shows('q leaves');
  show(inState('BLOCKED', { failed_by: ['coder-1', 'coder-2'] }));
  await screen.shows('HYPOTHESIS EXHAUSTION');
  put('tasks: [');
  await screen.shows('The board is not valid');
  show(inState('MERGED'));
  await screen.shows(/merged +t1/);
  expect(screen.all().filter((line) => line.includes('Greet people'))).toHaveLength(1);
  screen.send('q');
  await screen.shows('ended with 0');
  expect(screen.screen()).not.toContain('Greet people');
  const log = readFileSync(join(root, '.liza/alerts.log'), 'utf8');
  for (const line of [
    /WARNING BLOCKED: t1: The spec is silent/,
    /CRITICAL INVALID STATE: /,
    /CLEARED INVALID STATE: /,
    /CLEARED BLOCKED: /,
  ])
    expect(log.match(new RegExp(line, 'g'))).toHaveLength(1);
}, 60_000);

test('without a terminal, an alert is a line, or a JSON object', async () => {
  const root = await repositoryWithTeam();
  writeFileSync(join(root, '.liza/state.yaml'), newText(aBoard([inState('BLOCKED')], {})));
  for (const [args, line] of [
    [[], 'WARNING BLOCKED: t1: The spec is silent'],
    [['--json'], '{"kind":"alert","level":"WARNING","title":"BLOCKED","about":"t1","text":"The spec is silent"}'],
  ] as const) {
    const leave = new AbortController();
    const printed: string[] = [];
    const print = (text: string) => {
      printed.push(text);
      leave.abort();
    };
    writeFileSync(join(root, '.liza/alerts.json'), '[]');
    expect((await runTeam(root, ['watch', ...args], { print, cancel: leave.signal })).code).toBe(130);
    expect(printed).toEqual([line]);
  }
  expect(existsSync(join(root, '.liza/CHECKPOINT'))).toBe(false);
}, 30_000);
