/** The built `artoo replay`: what it says, how it ends, and that it leaves no trace. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startChild } from './support/child.ts';
import { artoo, type Home, newHome } from './support/command.ts';
import { goldenNames, goldenPath } from './support/golden-entries.ts';
import { runArtoo } from './support/run-artoo.ts';
import { isProof } from './support/sample.ts';
import { atTerminal } from './support/terminal.ts';

const bin = fileURLToPath(new URL('../bin/artoo.cjs', import.meta.url));

const ids = { 'another-tool': '20260101-000000000-aaaaaaaa', 'giving-up': '20260102-000000000-bbbbbbbb' } as const;

/** A home with two tasks, the second one newer, and some more that must not change. */
function scratchProject(): Home {
  const home = newHome();
  mkdirSync(join(home.data, 'tasks'));
  for (const [name, id] of Object.entries(ids)) copyFileSync(goldenPath(name), join(home.data, 'tasks', `${id}.jsonl`));
  writeFileSync(join(home.data, 'index.jsonl'), '');
  return home;
}

const journalOf = ({ data }: Home, name: keyof typeof ids): string => join(data, 'tasks', `${ids[name]}.jsonl`);

/** A task whose recorded loss has been made smaller. */
function tampered(home: Home): Home {
  const path = journalOf(home, 'another-tool');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/("type":"PlanDirective".*?"loss":\{"D":)1,/, '$10.5,'));
  return home;
}

/** Everything below a folder: names, contents, and when each was last changed. */
function stateOf(folder: string): readonly unknown[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const stats = statSync(join(folder, name));
      const { mtimeMs, ctimeMs, size, mode } = stats;
      return { name, mtimeMs, ctimeMs, size, mode, text: stats.isFile() ? readFileSync(join(folder, name), 'latin1') : null };
    });
}

describe('artoo replay', () => {
  test('says what was decided again, and that nothing differs', async () => {
    const { out, err, code } = await artoo(['replay', 'last'], { at: scratchProject() });
    expect(code).toBe(0);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/there is no task in this folder; .* in \/scratch\/home $/);
    expect(out).toContain('giving-up: 138 entries followed, 95 of them decided by code\n');
    expect(out).toContain('        3  measurements\n');
    expect(out).toContain('It ends with abandon (gap).\nNo differences: code makes the same decisions again.\n');
  });

  test('prints one JSON object', async () => {
    const { out, code } = await runArtoo(['replay', 'last', '--json', '--with', 'kill=1'], { at: scratchProject() });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      task_id: 'giving-up',
      entries: 138,
      differences: [],
      result: { directive: 'abandon', reason: 'gap' },
      with: { kill: 1 },
      rounds: [{ differs: false }, { differs: true, otherwise: { macro_state: 'abandon' } }, { hypothetical: true }],
    });
  });

  test('names what differs, and ends with 1', async () => {
    const home = tampered(scratchProject());
    const text = await runArtoo(['replay', ids['another-tool']], { at: home });
    expect(text.code).toBe(1);
    expect(text.out).toContain('entry 53 PlanDirective payload.loss.D: recorded 0.5, computed 1\n');
    const json = await runArtoo(['replay', '--json', ids['another-tool']], { at: home });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out).differences).toMatchObject([{ seq: 53, parts: [{ path: 'payload.loss.D', recorded: 0.5, computed: 1 }] }]);
  });

  test('shows what other constants would have decided', async () => {
    const { out, code } = await runArtoo(['replay', 'last', '--with', 'epsilon=0.3', '--with', 'kill=3'], { at: scratchProject() });
    expect(code).toBe(0);
    expect(out).toContain('With epsilon 0.3 instead of 0.1, kill 3 instead of 2:\n');
    expect(out).toContain('      recorded   change_approach  D 0.64, P 1.00, Ω 0.20, L 0.70, ∇L +0.13\n');
    expect(out).toContain('    ≠ otherwise  break_symmetry   D 0.64, P 1.00, Ω 0.20, L 0.70, ∇L +0.13\n');
    expect(out).toContain('Round 2 (entry 90) is the first that would have been decided differently');
  });

  test.each([
    ['the beginning of an id', () => '20260101', 'another-tool'],
    ['an id', () => ids['another-tool'], 'another-tool'],
    ['a path', (home: Home) => journalOf(home, 'another-tool'), 'another-tool'],
    ['a path from here', () => `../.artoo/tasks/${ids['another-tool']}.jsonl`, 'another-tool'],
  ])('finds a task by %s', async (_, wanted, name) => {
    const home = scratchProject();
    expect(await runArtoo(['replay', wanted(home)], { at: home })).toMatchObject({ code: 0, out: expect.stringMatching(`^${name}: `) });
  });

  test('finds a task that was compressed, and one in another data folder', async () => {
    const home = newHome();
    const data = join(home.home, 'elsewhere');
    mkdirSync(join(data, 'tasks'), { recursive: true });
    writeFileSync(join(data, 'tasks', 'talk.jsonl.gz'), gzipSync(readFileSync(goldenPath('talk'))));
    for (const args of [['--data', '../elsewhere', 'talk'], ['--data', '../elsewhere', 'last'], ['../elsewhere/tasks/talk.jsonl.gz']])
      expect(await runArtoo(['replay', ...args], { at: home })).toMatchObject({ code: 0, out: expect.stringMatching(/^talk: 11 entries/) });
  });

  test.each(['format-1/another-tool', 'format-2/giving-up'])(
    'says of %s that an earlier artoo wrote it, and does not call it damaged',
    async (name) => {
      const { out, err, code } = await runArtoo(['replay', goldenPath(name)], { at: scratchProject() });
      expect([code, err]).toEqual([1, '']);
      expect(out).toContain(`An earlier artoo wrote this journal (format ${name.charAt('format-'.length)}; `);
      expect(out).toContain('The journal is intact');
    },
  );

  test.each([
    ['no task', []],
    ['two tasks', ['one', 'two']],
    ['a task that is not there', ['nobody']],
    ['what could be two tasks', ['2026']],
    ['what is no id', ['a task']],
    ['a path where nothing is', ['./nothing.jsonl']],
    ['an unknown constant', ['last', '--with', 'epsilom=1']],
    ['a constant that cannot be', ['last', '--with', 'epsilon=2']],
    ['a constant without a value', ['last', '--with', 'epsilon']],
    ['a constant twice', ['last', '--with', 'kill=2', '--with', 'kill=3']],
    ['a walk where nobody is', ['last', '--step']],
    ['an unknown option', ['last', '--steps']],
  ])('refuses %s', async (_, args) => {
    const { code, out, err } = await runArtoo(['replay', ...args], { at: scratchProject() });
    expect([code, out]).toEqual([64, '']);
    expect(err).toMatch(/^artoo: /);
  });

  test.each([
    ['is damaged', (text: string) => text.replace('"kind":"intent"', '"kind":"dream"'), /line \d+ of .*unknown kind/],
    ['is newer than this artoo', (text: string) => text.replace(/"format":\d+/, '"format":99'), /format 99/],
    ['is empty', () => '', /has no entries/],
  ])('says so when a journal %s', async (_, change, said) => {
    const home = scratchProject();
    const path = journalOf(home, 'giving-up');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const { code, out, err } = await runArtoo(['replay', 'last'], { at: home });
    expect([code, out]).toEqual([70, '']);
    expect(err).toMatch(said);
  });

  test('follows a journal that another process writes, as far as it goes', async () => {
    const home = newHome();
    const child = await startChild('holds-journal.ts', [home.data, 'held']);
    await child.line('ready');
    expect(await runArtoo(['replay', 'held'], { at: home })).toMatchObject({
      code: 0,
      out: expect.stringContaining('ends before the task did'),
    });
  });

  test('changes nothing on disk', async () => {
    const home = tampered(scratchProject());
    for (const name of goldenNames.filter((each) => !each.includes('/')))
      writeFileSync(join(home.data, 'tasks', `${name}.jsonl.gz`), gzipSync(readFileSync(goldenPath(name))));
    const before = stateOf(home.home);
    for (const args of [['last'], ['20260101', '--with', 'kill=1'], ['talk', '--json'], ['talk', '--step'], ['nobody']])
      await runArtoo(['replay', ...args], { at: home });
    const walk = atTerminal(['replay', ids['giving-up'], '--step'], home);
    await walk.shows('?: help >');
    walk.type('q\r');
    expect(await walk.ended).toBe(0);
    expect(stateOf(home.home)).toEqual(before);
  });

  test.runIf(isProof)('takes no more memory for a journal that is large', async () => {
    const home = scratchProject();
    const path = journalOf(home, 'giving-up');
    const large = 'x y '.repeat(3_000_000);
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(
      path,
      lines
        .map((line) =>
          line.startsWith('{"kind":"outcome"') ? line.replace('"truncated":false', `"truncated":false,"more":"${large}"`) : line,
        )
        .join('\n'),
    );
    expect(statSync(path).size).toBeGreaterThan(100_000_000);
    const env = { NODE_OPTIONS: '--max-old-space-size=96' };
    expect(await artoo(['replay', 'last'], { at: home, env })).toMatchObject({ code: 0, out: expect.stringContaining('No differences') });
  });
});

describe('a walk', () => {
  const keys = 'q: quit, ?: help >';

  test('goes from decision to decision and ends with what was found', async () => {
    const walk = atTerminal(['replay', 'last', '--step'], scratchProject());
    await walk.shows(keys);
    expect(walk.screen()).toContain('── 1 of 80 ── entry 1 ── User → R1  UserInput\n');
    walk.type('\r');
    await walk.shows(keys, 2);
    walk.type('r\r');
    await walk.shows(keys, 3);
    expect(walk.screen()).toContain('── 28 of 80 ── entry 48 ── R7 decides\nR7    measures     loss 0.57 (D 0.45, P 1.00, Ω 0.00)\n');
    walk.type('999\r');
    await walk.shows('The last stop is entry 137.');
    await walk.shows(keys, 4);
    walk.type('b\r');
    await walk.shows('── 27 of 80 ── entry 47');
    await walk.shows(keys, 5);
    walk.type('137\r');
    await walk.shows('── 80 of 80 ── entry 137');
    await walk.shows(keys, 6);
    walk.type('\r');
    expect(await walk.ended).toBe(0);
    expect(walk.screen()).toContain('No differences');
    expect(
      walk
        .screen()
        .split('\n')
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });

  test('finds the next difference, and shows both values', async () => {
    const walk = atTerminal(['replay', '20260101', '--step'], tampered(scratchProject()));
    await walk.shows('d: difference');
    walk.type('d\r');
    await walk.shows('entry 53');
    await walk.shows('payload.loss.D: recorded 0.5, computed 1');
    await walk.shows(keys, 2);
    walk.type('q\r');
    expect(await walk.ended).toBe(1);
  });

  test.each([
    ['Ctrl+C', '\u0003', 130],
    ['the end of the input', '\u0004', 0],
    ['q', 'q\r', 0],
  ])('ends with %s', async (_, typed, code) => {
    const walk = atTerminal(['replay', 'last', '--step'], scratchProject());
    await walk.shows(keys);
    walk.type(typed);
    expect(await walk.ended).toBe(code);
    expect(walk.screen().includes('No differences')).toBe(code === 0);
  });

  test('is not taken where what is read is not a terminal', () => {
    const home = scratchProject();
    const run = () =>
      execFileSync(
        'script',
        ['-qfec', `'${process.execPath}' '${bin}' replay last --step --data '${home.data}' < /dev/null`, '/dev/null'],
        { stdio: 'pipe', timeout: 20_000 },
      );
    expect(run).toThrow(expect.objectContaining({ status: 64 }));
  });
});
