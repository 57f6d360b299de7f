/**
 * What drawing costs: 1,000 entries a second, and pieces of an answer between them, folded into the picture and drawn, against the same entries
 * without drawing; and an idle shell.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../src/journal/entry.ts';
import { readJournal } from '../src/journal/reader.ts';
import { fitted } from '../src/view/picture/layout.ts';
import { liveLines } from '../src/view/picture/live-lines.ts';
import { createPicture } from '../src/view/picture/picture.ts';
import { createPreview } from '../src/view/picture/preview.ts';
import { frame } from '../src/view/screen/frame.ts';
import { createFrameClock } from '../src/view/screen/frame-clock.ts';
import { createRenderer } from '../src/view/screen/renderer.ts';
import { line } from '../src/view/style/line.ts';
import { inColour } from '../src/view/style/paint.ts';
import { artoo } from './first-request.ts';
import { compare } from './measure.ts';
import { report } from './report.ts';

const [perSecond, seconds, columns, rows] = [1_000, 4, 80, 24];
const golden = fileURLToPath(new URL('../test/golden/first-task.jsonl', import.meta.url));
const { entries } = await readJournal(golden);

/** Share of a core that this process takes while it is given that many entries a second. */
async function shareOf(see: (entry: Entry) => void): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  for (let given = 0; performance.now() - began < seconds * 1_000; ) {
    for (const due = ((performance.now() - began) / 1_000) * perSecond; given < due; given += 1) {
      const entry = entries[given % entries.length];
      if (entry) see(entry);
    }
    await delay(20);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 10 / (performance.now() - began);
}

/** A long answer that grows in every frame, and whose end is rendered. */
const answer =
  '## What changed\n\n- **one** file, `notes.md`, and [its page](https://example.org/notes)\n- *two* lines in another\n\n'.repeat(100);

/** Folds entries into the picture of one task after another, and draws it as the shell does. */
function drawing(write: (text: string) => void): (entry: Entry) => void {
  const renderer = createRenderer({ write, paint: inColour });
  const preview = createPreview();
  let picture = createPicture();
  let written = 0;
  const clock = createFrameClock({
    draw() {
      const live = liveLines(picture.state, Date.now(), columns, Math.floor(rows / 3), preview);
      const input = { label: line('> ', 'accent'), lines: ['what comes next'], caret: { row: 0, column: 15 } };
      renderer.draw(frame({ live, queued: [], input, choices: [], hint: line('Esc stops it', 'muted') }, columns, rows));
    },
  });
  return (entry) => {
    if (entry.seq === 0) picture = createPicture();
    renderer.commit(fitted(picture.see(entry), columns));
    if (entry.kind === 'intent' && entry.effect === 'model') {
      written += 1;
      picture.hear({ key: entry.key, kind: 'text', text: `${answer}and ${written} more` });
    }
    clock.soon();
  };
}

let frames = 0;
let isCounting = false;
const { subject, baseline, ratio } = await compare(5, async () => {
  const see = drawing(() => {
    if (isCounting) frames += 1;
  });
  isCounting = true;
  const drawn = await shareOf(see);
  isCounting = false; // the last change is drawn after a delay
  return { subject: drawn, baseline: await shareOf(() => {}) };
});
const against = `the same entries, not drawn (${baseline.toFixed(1)} %)`;
report({ name: 'drawing 1,000 entries a second: share of a core', figure: subject, unit: '%', ratio, against, aim: 'under 5 %' });
report({ name: 'frames a second meanwhile', figure: frames / 6 / seconds, unit: '', aim: 'at most 12' });

/** A shell that waits, in a terminal of its own, once it has drawn its prompt. */
async function idleShell(home: string, measure: (pid: string) => Promise<void>): Promise<void> {
  const terminal = spawn('script', ['-qfec', `exec ${process.execPath} ${artoo} --brain m@http://127.0.0.1:9`, '/dev/null'], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  for (let shown = ''; !shown.includes('/ commands'); ) shown += String((await once(terminal.stdout, 'data'))[0]);
  await delay(3_000); // what it does after it has drawn, and once it has been idle for two seconds
  await measure(shellIn(terminal));
  terminal.stdin.end('\u0004');
  await once(terminal, 'close');
}

const home = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
mkdirSync(join(home, '.artoo'), { mode: 0o700 });
writeFileSync(join(home, '.artoo', 'config.yaml'), 'steps: 12\nallow:\n  - shell(git status*)\n'); // most people have such a file
await idleShell(home, async () => {}); // from now on, compiled code is cached
await idleShell(home, async (pid) => {
  const before = workedIn(pid);
  await delay(5_000);
  report({ name: 'a shell at which nobody types: share of a core', figure: (workedIn(pid) - before) / 5, unit: '%', aim: '0 %' });
  report({ name: 'a shell at which nobody types: memory', figure: kilobytesOf(pid) / 1000, unit: 'MB', aim: 'under 80 MB' });
});
rmSync(home, { recursive: true });

/** The process itself, not the program that made its terminal. */
function shellIn(terminal: ChildProcess): string {
  return readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, 'utf8').trim();
}

/** In ticks of the clock, 100 a second. The name of the process may contain spaces. */
function workedIn(id: string): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return user + system;
}

/** As the aim counts them: thousands of bytes. */
function kilobytesOf(id: string): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024) / 1000;
}
