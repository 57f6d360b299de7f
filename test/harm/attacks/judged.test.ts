/** Attacks between judging and applying: what is reported and asked about is what becomes real, and what an undo reverses (X1, X2, X3). */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attributesOf } from '../../../src/tools/changes/disk/attributes.ts';
import { openToRead } from '../../../src/tools/changes/disk/hash-of.ts';
import { lawful } from '../../support/lawful.ts';
import { sampled } from '../../support/sample.ts';

type Lawful = ReturnType<typeof lawful>;

const { signal } = new AbortController();

/** The numbers of setxattr and removexattr: not every machine has a program for them. */
const calls = process.arch === 'arm64' ? { set: 5, remove: 14 } : { set: 188, remove: 197 };

const timeOf = (path: string): bigint => lstatSync(path, { bigint: true }).mtimeNs;

async function undone({ assembled }: Lawful): Promise<void> {
  const plan = await assembled.changes.planUndo('task');
  if (!plan) return expect.unreachable('there is nothing to undo');
  expect(plan.conflicts).toEqual([]);
  expect(await assembled.changes.undo(plan, signal)).toMatchObject({ undone: true });
}

const told = (effects: readonly { change: string; path: string }[] = []) =>
  effects.map(({ change, path }) => `${change} ${path.split('/').at(-1)}`);

describe('what is changed in the staging while its question stands (X3)', () => {
  const tamperings: [what: string, tamper: (path: string) => void, becomes: 'refused' | 'as judged'][] = [
    ['other content', (path) => writeFileSync(path, 'evil'), 'refused'],
    [
      'other content of the same size and time',
      (path) => {
        const { atime, mtime } = lstatSync(path);
        writeFileSync(path, 'bad\n');
        utimesSync(path, atime, mtime);
      },
      'refused',
    ],
    [
      'another file',
      (path) => {
        writeFileSync(`${path}.new`, 'bad\n');
        renameSync(`${path}.new`, path);
      },
      'refused',
    ],
    [
      'a link to another file',
      (path) => {
        rmSync(path);
        symlinkSync('/etc/passwd', path);
      },
      'refused',
    ],
    ['nothing', (path) => rmSync(path), 'refused'],
    ['the right to run as its owner', (path) => chmodSync(path, 0o4755), 'as judged'],
    ['another time', (path) => utimesSync(path, 1, 1), 'as judged'],
    ['an attribute', (path) => setAttribute(path, 'user.evil', 'x'), 'as judged'],
    ['more files beside it', (path) => writeFileSync(`${path}.more`, 'evil'), 'as judged'],
  ];

  test.each(sampled(tamperings, 3))('%s', async (_, tamper, becomes) => {
    const name = `victim-${randomUUID()}.txt`;
    const world = lawful({ [`project/${name}`]: 'old\n', 'project/other.txt': 'other\n' });
    const [victim, other] = [join(world.cwd, name), join(world.cwd, 'other.txt')];
    const command = `printf 'more\\n' >> other.txt; printf 'new\\n' > ${name}`;
    const { harm } = await world.run(command);
    expect(told(harm?.effects)).toEqual(expect.arrayContaining([`changed ${name}`]));
    const time = timeOf(victim);
    const staging = `/var/tmp/artoo-${process.getuid?.()}`;
    const found = execFileSync('sh', ['-c', `find ${staging} -name ${name} 2>/dev/null || :`], { encoding: 'utf8' }); // other entries come and go in it
    tamper(found.trim());
    const result = await world.run(command, { approved: harm?.hash ?? '' });
    if (becomes === 'refused') {
      expect(result).toMatchObject({ ok: false });
      expect(result.error?.message).toMatch(
        _ === 'nothing' || _.startsWith('a link')
          ? /could not be applied/
          : /changed by another program after it was judged; nothing was applied/,
      );
      expect([readFileSync(victim, 'utf8'), readFileSync(other, 'utf8'), timeOf(victim)]).toEqual(['old\n', 'other\n', time]);
    } else {
      expect(result).toMatchObject({ ok: true });
      expect(readFileSync(victim, 'utf8')).toBe('new\n');
      expect(lstatSync(victim).mode & 0o7777).toBe(0o644);
      expect(lstatSync(victim).mtimeMs).toBeGreaterThan(Date.now() - 600_000);
      expect(attributesAt(victim)).toEqual({});
    }
    expect(readdirSync(world.cwd).sort()).toEqual(['notes.txt', 'other.txt', name].sort());
  });
});

describe('metadata is an effect (X1)', () => {
  const old = '2001-02-03 04:05:06.123456789 UTC';
  const oldNs = 981_173_106_123_456_789n;

  test.each<[what: string, command: string, effects: readonly string[]]>([
    ['touch -d', `touch -d '${old}' notes.txt`, ['metadata notes.txt']],
    ['touch -r', `touch -d '${old}' made; touch -r made notes.txt; rm made`, ['metadata notes.txt']],
    ['cp -p of the same content', `cp notes.txt made; touch -d '${old}' made; cp -p made notes.txt; rm made`, ['metadata notes.txt']],
    ['mv of the same content', `cp notes.txt made; touch -d '${old}' made; mv made notes.txt`, ['metadata notes.txt']],
    ['perl', `perl -e 'utime 981173106, 981173106, "notes.txt"'`, ['metadata notes.txt']],
    ['a date in the future', `touch -d '2099-01-01 UTC' notes.txt`, ['metadata notes.txt']],
    ['a nanosecond', `touch -d "$(date -r notes.txt '+%F %T.%N %z' | sed 's/[0-9] \\([+-]\\)/7 \\1/')" notes.txt`, ['metadata notes.txt']],
    ['a folder', `touch -d '${old}' folder`, ['metadata folder']],
    ["the task's folder itself", `touch -d '${old}' .`, ['metadata project']],
    ['a link', `touch -h -d '${old}' link`, ['metadata link']],
  ])('new times by %s are reported, applied and taken back', async (_, command, effects) => {
    const world = lawful({ 'project/folder/x': 'x' });
    symlinkSync('notes.txt', join(world.cwd, 'link'));
    utimesSync(join(world.cwd, 'notes.txt'), 1_500_000_000.5, 1_500_000_000.5);
    const paths = ['.', 'notes.txt', 'folder', 'link'].map((name) => join(world.cwd, name));
    const before = paths.map(timeOf);
    const result = await world.run(command);
    expect(result).toMatchObject({ ok: true });
    expect(told(result.changed)).toEqual(effects);
    const path = paths.find((each) => each.endsWith(effects[0]?.split(' ')[1] ?? '')) ?? world.cwd;
    const after = timeOf(effects[0] === 'metadata project' ? world.cwd : path);
    if (command.includes(old)) expect(after / 1000n).toBe(oldNs / 1000n); // Node cannot set finer times
    if (command.includes(old) && effects[0] === 'metadata notes.txt') expect(after).toBe(oldNs);
    await undone(world);
    const back = paths.map(timeOf);
    expect(back.slice(1, 2)).toEqual(before.slice(1, 2));
    expect(back.slice(2).map((time) => time / 1000n)).toEqual(before.slice(2).map((time) => time / 1000n));
  });

  test('times of a folder that change because something is created in it are not an effect', async () => {
    const world = lawful({ 'project/folder/x': 'x' });
    const result = await world.run('echo y > folder/y; rm -f folder/none; mkdir made; echo z > made/z; touch folder made');
    expect(told(result.changed).sort()).toEqual(['created made', 'created y', 'created z']);
  });

  test('times that are set on new entries belong to them', async () => {
    const world = lawful();
    expect(await world.run(`mkdir d; ln -s x d/l; echo x > d/f; touch -h -d '${old}' d/l d/f d`)).toMatchObject({ ok: true });
    for (const name of ['d', 'd/l', 'd/f']) expect(timeOf(join(world.cwd, name)) / 1000n).toBe(oldNs / 1000n);
  });

  test('new times outside of the project are asked about, in words', async () => {
    const world = lawful({ 'elsewhere/file': 'x' });
    const before = timeOf(join(world.home, 'elsewhere/file'));
    const { harm } = await world.run(`touch -d '${old}' ../elsewhere/file`);
    expect(told(harm?.effects)).toEqual(['metadata file']);
    expect(harm?.effects[0]?.diff).toMatch(/^-modified .*\n\+modified 2001-02-03T04:05:06/);
    expect(timeOf(join(world.home, 'elsewhere/file'))).toBe(before);
    const approved = await world.run(`touch -d '${old}' ../elsewhere/file`, { approved: harm?.hash ?? '' });
    expect(approved).toMatchObject({ ok: true });
    expect(timeOf(join(world.home, 'elsewhere/file'))).toBe(oldNs);
  });

  test.each<[what: string, command: string, name: string]>([
    ['set', `${settingIn('notes.txt', 'user.new', 'v')}`, 'notes.txt'],
    ['changed', `${settingIn('marked', 'user.old', 'other')}`, 'marked'],
    ['removed', `${removingIn('marked', 'user.old')}`, 'marked'],
    ['set on a folder', `${settingIn('folder', 'user.new', 'v')}`, 'folder'],
    ['set on the folder of the task', `${settingIn('.', 'user.new', 'v')}`, 'project'],
  ])('attributes that are %s are asked about, applied and taken back', async (_, command, name) => {
    const world = lawful({ 'project/marked': 'm', 'project/folder/x': 'x' });
    setAttribute(join(world.cwd, 'marked'), 'user.old', 'value');
    const path = name === 'project' ? world.cwd : join(world.cwd, name);
    const before = attributesAt(path);
    const { harm } = await world.run(command);
    expect(told(harm?.effects)).toEqual([`metadata ${name}`]);
    expect(harm?.effects[0]?.diff).toMatch(/attribute user\./);
    expect(attributesAt(path)).toEqual(before);
    expect(await world.run(command, { approved: harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(attributesAt(path)).not.toEqual(before);
    await undone(world);
    expect(attributesAt(path)).toEqual(before);
  });

  test('an access list is reported, applied and taken back', async () => {
    const world = lawful();
    const path = join(world.cwd, 'notes.txt');
    const command = `perl -e '${aclScript('notes.txt')}'`;
    const { harm } = await world.run(command);
    expect(told(harm?.effects)).toEqual(['metadata notes.txt']);
    expect(await world.run(command, { approved: harm?.hash ?? '' })).toMatchObject({ ok: true });
    expect(Object.keys(attributesAt(path))).toEqual(['system.posix_acl_access']);
    await undone(world);
    expect(attributesAt(path)).toEqual({});
    expect(lstatSync(path).mode & 0o7777).toBe(0o644);
  });

  test('an attribute whose name is not text is refused', async () => {
    const world = lawful();
    const result = await world.run(settingIn('notes.txt', 'user.caf\\xe9', 'v'));
    expect(result).toMatchObject({ ok: false });
    expect(result.error?.message).toContain('an extended attribute that cannot be represented');
    expect(attributesAt(join(world.cwd, 'notes.txt'))).toEqual({});
  });
});

describe('bytes are not text (X2)', () => {
  const target = Buffer.from('caf\xe9/\xff\xfe', 'latin1');

  test.each(
    sampled(
      [
        ['moved', 'mv link there'],
        ['moved with its folder', 'mv folder there'],
        ['deleted', 'rm link'],
        ['replaced', 'ln -sfn other link'],
      ],
      3,
    ),
  )('the target of a link that is not UTF-8 survives being %s, and the undo of it', async (_, command) => {
    const world = lawful({ 'project/folder/x': 'x' });
    const links = [join(world.cwd, 'link'), join(world.cwd, 'folder', 'link')];
    for (const link of links) symlinkSync(target, link);
    expect(await world.confirmed(command)).toMatchObject({ ok: true });
    const there = command.includes('folder') ? join(world.cwd, 'there', 'link') : join(world.cwd, 'there');
    if (command.startsWith('mv')) expect(readlinkSync(there, 'buffer')).toEqual(target);
    await undone(world);
    expect(links.map((link) => readlinkSync(link, 'buffer'))).toEqual([target, target]);
  });

  test('two targets that look the same as text are different targets', async () => {
    const world = lawful();
    symlinkSync(target, join(world.cwd, 'link'));
    const { harm } = await world.run(`rm link; perl -e 'symlink "caf\\xea/\\xff\\xfe", "link"'`);
    expect(told(harm?.effects)).toEqual(['changed link']);
  });

  test('a target that is not UTF-8 is created as it is', async () => {
    const world = lawful();
    expect(await world.run(`perl -e 'symlink "caf\\xe9/\\xff\\xfe", "link"'`)).toMatchObject({ ok: true });
    expect(readlinkSync(join(world.cwd, 'link'), 'buffer')).toEqual(target);
  });

  test.each(
    sampled(
      [
        ['a file', `perl -e 'open F, ">", "caf\\xe9"'`],
        ['a folder with files', `perl -e 'mkdir "d\\xff"; open F, ">", "d\\xff/x"'`],
        ['a file below a new folder', `mkdir a; perl -e 'open F, ">", "a/caf\\xe9"'`],
      ],
      3,
    ),
  )('%s whose name is not UTF-8 is refused in words, and nothing is applied', async (_, command) => {
    const world = lawful();
    const result = await world.run(`echo x > x; ${command}`);
    expect(result).toMatchObject({ ok: false });
    expect(result.error?.message).toContain('a name that is not UTF-8');
    expect(readdirSync(world.cwd)).toEqual(['notes.txt']);
  });

  test('a name with the sign for what is not text is a name like any other', async () => {
    const world = lawful();
    expect(await world.run(`mkdir '\ufffd'; echo x > '\ufffd/\ufffd.txt'`)).toMatchObject({ ok: true });
    expect(existsSync(join(world.cwd, '\ufffd/\ufffd.txt'))).toBe(true);
  });
});

function settingIn(path: string, name: string, value: string): string {
  return `perl -e 'my ($p, $n, $v) = ("${path}", "${name}", "${value}"); syscall(${calls.set}, $p, $n, $v, length $v, 0) == 0 or die $!'`;
}

function removingIn(path: string, name: string): string {
  return `perl -e 'my ($p, $n) = ("${path}", "${name}"); syscall(${calls.remove}, $p, $n) == 0 or die $!'`;
}

function setAttribute(path: string, name: string, value: string): void {
  execFileSync('sh', ['-c', settingIn(path, name, value)]);
}

/** Owner rw, the same user again rw, group r, mask rw, others r. */
function aclScript(path: string): string {
  const entries = [1, 6, 0xffffffff, 2, 6, process.getuid?.() ?? 0, 4, 4, 0xffffffff, 16, 6, 0xffffffff, 32, 4, 0xffffffff];
  return `my ($p, $n, $v) = ("${path}", "system.posix_acl_access", pack("V(vvV)5", 2, ${entries.join(', ')})); syscall(${calls.set}, $p, $n, $v, length $v, 0) == 0 or die $!`;
}

function attributesAt(path: string): Record<string, string> {
  return { ...attributesOf(openToRead(path)) };
}
