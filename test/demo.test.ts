/** The demo as a person sees it at a terminal. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newHome } from './support/command.ts';
import { runArtoo } from './support/run-artoo.ts';
import { scratch } from './support/scratch.ts';
import { atTerminal } from './support/terminal.ts';
import { inTmux } from './support/tmux.ts';

/** Enter starts the next scene, and speeds up a scene that is playing. */
async function playInAHurry(tour: ReturnType<typeof atTerminal>): Promise<void> {
  const before = tour.screen().split('understands').length - 1;
  tour.type('\r');
  await tour.shows('understands', before + 1);
  tour.type('\r');
}

test('the tour begins with six scenes, and the others only follow if the person wants them', async () => {
  const tour = atTerminal(['demo'], newHome());
  for (let scene = 1; scene <= 6; scene += 1) {
    await tour.shows(`${scene} of 6`);
    tour.type('s');
  }
  await tour.shows('Enter plays the other 11');
  tour.type('q');
  expect(await tour.ended).toBe(0);
  expect(tour.screen()).toContain('That was the tour.');
});

test('a tour waits before each scene, at its questions and at the end, and says what to do next', async () => {
  const tmp = scratch();
  const tour = atTerminal(['demo', 'taken-back', 'talk'], newHome(), { TMPDIR: tmp });
  await tour.shows('Enter plays it');
  expect(tour.screen()).not.toContain('understands');
  await playInAHurry(tour);
  await tour.shows('y answers · the other keys show what they would do');
  expect(tour.screen()).not.toContain('then Enter'); // a key acts at once
  expect(tour.screen()).toMatch(/-soup +6\n[\s\S]*\+soup +7\n/);
  expect(tour.screen()).toContain('y yes · n no (and what to do instead)'); // as a real one
  tour.type('n'); // not the answer of this story
  await tour.shows('n would leave everything as it is.');
  await tour.shows('In this scene the answer is y.');
  tour.type('w');
  await tour.shows('Nothing is harmed without your yes (Law 1), so you are asked');
  tour.type('\r'); // as if the key had to be sent: it must not say yes
  await tour.shows('Nothing has happened yet. Type one of y, n,');
  tour.type('x');
  await tour.shows('"x" is not one of y, n,');
  expect(tour.screen()).not.toContain('Allow this once? y');
  tour.type('y');
  await tour.shows('Allow this once? y');
  await tour.shows('restores menu.txt');
  await tour.shows('y answers', 6); // drawn again after each explanation
  tour.type('n');
  await tour.shows('n would leave everything as the task left it.');
  tour.type('y');
  await tour.shows('Undone');
  await tour.shows('2 of 2  a question is just answered');
  await playInAHurry(tour);
  await tour.shows('artoo setup');
  expect([await tour.ended, readdirSync(tmp)]).toEqual([0, []]);
  expect(tour.screen()).toContain('All 2 went as expected.');
  expect(tour.screen()).toContain('Enter speeds it up · s skips the scene · q quits');
  expect(tour.screen()).not.toContain('Ctrl+C stops it'); // it would end the tour, and nothing could be resumed
});

test.each([
  ['before it plays', 's', 'Enter plays it'],
  ['while it plays', '\u001b[C', 'understands'],
])('a scene can be skipped %s, and the closing screen counts those that were played', async (_, key, seen) => {
  const tmp = scratch();
  const tour = atTerminal(['demo', 'taken-back', 'talk'], newHome(), { TMPDIR: tmp });
  await tour.shows('s skips the scene');
  if (seen !== 'Enter plays it') tour.type('\r');
  await tour.shows(seen);
  tour.type(key);
  await tour.shows('skipped');
  await tour.shows('2 of 2  a question is just answered');
  await playInAHurry(tour);
  await tour.shows('artoo setup');
  expect([await tour.ended, readdirSync(tmp)]).toEqual([0, []]);
  expect(tour.screen()).toContain('1 went as expected; 1 skipped.');
});

test('one scene alone is not a tour, has none to skip to, and names no setup where there is a model', async () => {
  const tour = atTerminal(['demo', 'talk'], newHome(), { OPENAI_API_KEY: 'sk-test-0123456789abcdef' });
  await tour.shows('Enter plays it · q quits');
  tour.type('s');
  await playInAHurry(tour);
  await tour.shows('It went as expected.');
  expect(await tour.ended).toBe(0);
  expect(tour.screen()).not.toMatch(/skips|That was the tour|artoo setup/);
});

test('the auditor is asked after many judged answers, and says in words what it noticed', async () => {
  const tour = atTerminal(['demo', 'yes-to-all'], newHome());
  await tour.shows('Enter plays it');
  tour.type('\r');
  await tour.shows('Enter asks the auditor');
  expect(tour.screen()).toContain('36 answers were judged; the judge said yes to all of them.');
  tour.type('\r');
  await tour.shows('It went as expected.');
  expect(await tour.ended).toBe(0);
  expect(tour.screen()).toMatch(/Approval of nearly everything\s+a\d+-1 {2}just now {2}the judge passed 36 of 36 attempts this week/);
});

test('Ctrl+Z stops the tour, and fg brings it back where it was', async () => {
  const { send, shows, screen } = inTmux(['demo', 'talk'], newHome());
  send('artoo\r');
  await shows('Enter plays it');
  send('\u001a');
  await shows('Stopped');
  send('clear\r');
  await expect.poll(screen).not.toContain('Enter plays it');
  send('fg\r');
  await shows('Enter plays it');
  send('\r');
  await shows('understands');
  send('\r');
  await shows('artoo setup');
});

test.each([
  ['q', 0, 'You quit the scene'],
  ['\u0003', 130, ''],
])('%j leaves in the middle of a scene, and leaves no folder and no process behind', async (key, code, said) => {
  const tmp = scratch();
  const tour = atTerminal(['demo', 'killed'], newHome(), { TMPDIR: tmp });
  await tour.shows('Enter plays it');
  tour.type('\r');
  await tour.shows('Enter resumes it');
  const pid = Number(/kill -9 (\d+)/.exec(tour.screen())?.[1]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  tour.type(key);
  expect([await tour.ended, readdirSync(tmp)]).toEqual([code, []]);
  expect(tour.screen()).toContain(said);
});

test('--list names every scene, and a name with a slip gets the nearest', async () => {
  const at = newHome();
  expect((await runArtoo(['demo', '--list'], { at })).out).toMatch(/^ {2}killed +killed and resumed$/m);
  expect(await runArtoo(['demo', 'kiled'], { at })).toMatchObject({ code: 64, err: expect.stringContaining('did you mean killed?') });
});
