/** Attacks on reading: what may not be read cannot be reached, neither as root nor as an ordinary user. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { servant, triedBy, type User, users } from '../../support/contained.ts';
import { asOrdinaryUser, isRoot, ordinary } from '../../support/ordinary-user.ts';

/** Not in the format of a key, so that only the gate protects it. */
const mark = 'the-very-words';

const secrets = [
  ...[
    '.aws/credentials',
    '.ssh/config',
    '.codex/auth.json',
    '.claude/.credentials.json',
    '.gemini/oauth_creds.json',
    '.cargo/credentials.toml',
  ],
  ...[
    '.npmrc',
    '.config/rclone/rclone.conf',
    '.terraform.d/credentials.tfrc.json',
    '.config/doctl/config.yaml',
    '.bash_history',
    '.psql_history',
  ],
  ...[
    '.python_history',
    '.electrum/wallets/default',
    '.config/solana/id.json',
    '.config/gh/hosts.yml',
    '.databrickscfg',
    '.config/Bitwarden/data.json',
  ],
  ...[
    '.local/share/opencode/auth.json',
    '.config/github-copilot/hosts.json',
    'keys/server.key',
    'backup/home/.aws/credentials',
    'old/passwords.kdbx',
  ],
  ...[
    '.ssh (copy)/config',
    '.netrc (1)',
    '.docker.bak/config.json',
    '.config/gh - Copy/hosts.yml',
    'Copy of .netrc',
    'keys/server.key.old',
  ],
];

type Lab = { readonly home: string; readonly cwd: string; give(): void };

/** A home with secrets and a project in it. `give` makes the user its owner. */
function labOf(user: User): Lab {
  const home = mkdtempSync('/var/tmp/artoo-reading-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const files = Object.fromEntries(secrets.map((path) => [path, JSON.stringify({ value: mark })]));
  const own = { 'project/a.txt': 'ordinary\n', 'project/.env': `API_KEY=${mark}\nPORT=3000\n`, 'workspace/w': 'w\n', '.artoo/log': mark };
  for (const [path, content] of Object.entries({ ...files, ...own })) put(join(home, path), content);
  const give = () => {
    if (user === 'an ordinary user') execFileSync('chown', ['-R', '-h', `${ordinary}:${ordinary}`, home]);
  };
  return { home, cwd: join(home, 'project'), give };
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

type Asked = { readonly call?: object; readonly look?: object; readonly places?: readonly string[]; readonly rules?: object };

const child = 'test/support/children/reads.ts';
const servants: Readonly<Record<User, (line: string) => Promise<string>>> = {
  'this user': servant([], child),
  'an ordinary user': servant(asOrdinaryUser, child),
};

/** What a model would get from each. */
async function askAll(user: User, { home, cwd, give }: Lab, asked: readonly Asked[]): Promise<readonly string[]> {
  give();
  const told = JSON.parse(await servants[user](JSON.stringify({ home, data: join(home, '.artoo'), cwd, asked })));
  return 'error' in told ? expect.fail(told.error) : told;
}

const askOne = async (user: User, lab: Lab, asked: Asked): Promise<string> => (await askAll(user, lab, [asked]))[0] ?? '';

const reading = (path: string) => ({ call: { tool: 'read_file', input: { path } } });

describe.each(users)('as %s', (user) => {
  test('no place where secrets are kept is read by its name, searched, or revealed by a check', async () => {
    const lab = labOf(user);
    const looks = ['.codex/auth.json', '.aws/credentials', '.config/solana/id.json', '.bash_history'].flatMap((path) => [
      { look: { kind: 'json_equals', path: `~/${path}`.replace('~', lab.home), pointer: '/value', equals: 'x' } },
      { look: { kind: 'file_matches', path: join(lab.home, path), pattern: 'v.*' } },
      { look: { kind: 'contents', paths: [join(lab.home, path)] } },
    ]);
    const calls = [
      ...secrets.map((path) => reading(join(lab.home, path))),
      { call: { tool: 'grep', input: { pattern: 'value', root: lab.home, glob: '.*/**' } } },
      { call: { tool: 'grep', input: { pattern: 'very', root: join(lab.home, 'keys') } } },
      { call: { tool: 'edit_file', input: { path: join(lab.home, '.codex/auth.json'), old: 'value', new: 'x' } } },
      reading('../.artoo/log'),
    ];
    const told = await askAll(user, lab, [...looks, ...calls]);
    expect(told.filter((text) => text.includes(mark))).toEqual([]);
    expect(await askOne(user, lab, reading('a.txt'))).toContain('ordinary');
  }, 120_000);

  test('no link, hard link or long way round leads to one', async () => {
    const lab = labOf(user);
    const inProject = (name: string) => join(lab.cwd, name);
    symlinkSync('../.aws', inProject('vendor'));
    symlinkSync('../.aws/credentials', inProject('notes.txt'));
    symlinkSync('/', inProject('root'));
    symlinkSync('/proc/self/cwd', inProject('here'));
    linkSync(join(lab.home, '.codex/auth.json'), inProject('hard.json'));
    linkSync(join(lab.home, '.electrum/wallets/default'), inProject('deep.json'));
    linkSync(join(lab.home, 'keys/server.key'), inProject('key.txt'));
    linkSync(inProject('.env'), inProject('env.txt'));
    mkdirSync(join(lab.home, 'dotfiles'));
    renameSync(join(lab.home, '.ssh'), join(lab.home, 'dotfiles/ssh'));
    symlinkSync('dotfiles/ssh', join(lab.home, '.ssh'));
    renameSync(join(lab.home, '.config/rclone/rclone.conf'), join(lab.home, 'dotfiles/rclone'));
    symlinkSync('../../dotfiles/rclone', join(lab.home, '.config/rclone/rclone.conf'));
    const ways = [
      ...[
        'vendor/credentials',
        'notes.txt',
        `root${lab.home}/.aws/credentials`,
        ...['hard.json', 'deep.json', 'key.txt', 'env.txt'],
        '../dotfiles/ssh/config',
        '../dotfiles/rclone',
      ],
      ...[`/proc/self/root${lab.home}/.aws/credentials`, 'here/../../../..' + `${lab.home}/.aws/credentials`, 'vendor/../.aws/credentials'],
      ...['../project/../.codex//./auth.json', `/proc/1/root${lab.home}/.aws/credentials`, `${lab.home}/.AWS/credentials`],
    ];
    const asked = [
      ...ways.map(reading),
      ...ways.map((path) => ({ look: { kind: 'file_contains', path, text: 'v' } })),
      ...['vendor', '.', `root${lab.home}`, 'hard.json', 'key.txt', 'env.txt', '../dotfiles'].map((root) => ({
        call: { tool: 'grep', input: { pattern: 'very', root } },
      })),
      { call: { tool: 'glob', input: { pattern: '*', root: 'vendor' } } },
      { look: { kind: 'quote', text: mark, paths: ways } },
    ];
    expect((await askAll(user, lab, asked)).filter((text) => text.includes(mark))).toEqual([]);
  }, 120_000);

  test('checks do not reveal what is in a closed place', async () => {
    const lab = labOf(user);
    symlinkSync('../.aws/not-there', join(lab.cwd, 'dangling'));
    const paths = [`${lab.home}/.aws/credentials`, `${lab.home}/.aws/not-there`, 'dangling', '/mnt/x', '/var/lib/x'];
    const told = await askAll(
      user,
      lab,
      paths.flatMap((path) => ['file_exists', 'file_absent'].map((kind) => ({ look: { kind, path } }))),
    );
    expect(told.map((text) => JSON.parse(text).of)).toEqual(Array(10).fill('nothing'));
    expect(JSON.parse(await askOne(user, lab, { look: { kind: 'file_exists', path: `${lab.home}/keys/server.key` } }))).toMatchObject({
      type: 'file',
    });
  }, 60_000);

  test('processes, devices and what is not shown are refused, and what the goal or a rule names is read', async () => {
    const lab = labOf(user);
    const refused = ['/proc/self/environ', '/proc/1/environ', '/proc/thread-self/environ', '/dev/zero', '/var/log/dpkg.log', '/run/utmp'];
    const shown = ['/var/lib/dpkg/status', '/etc/hostname'];
    const log = reading('/var/log/dpkg.log');
    const aws = join(lab.home, '.aws/credentials');
    const [first, second, wide, narrow, ...rest] = await askAll(user, lab, [
      { ...log, places: ['/var/log'] },
      { ...log, rules: { allow: ['read(/var/log/**)'] } },
      { ...reading(aws), places: [aws, lab.home], rules: { allow: ['read(~/**)', 'read(~/.aws/**)'] } },
      { ...reading(aws), rules: { allow: ['read(~/.aws/credentials)'] } },
      ...[...refused, ...shown].map(reading),
    ]);
    expect(rest.map((text) => JSON.parse(text).ok)).toEqual([...refused.map(() => false), ...shown.map(() => true)]);
    for (const text of [first, second]) expect(text).not.toContain('outside of what this task may read');
    expect(wide).not.toContain(mark);
    expect(narrow).toContain(mark);
  }, 60_000);

  test('of a file of variables only names are reported, by tools, checks and commands', async () => {
    const lab = labOf(user);
    put(join(lab.cwd, 'packages/api/.env.local'), `export DB_PASSWORD="${mark}"\nMULTI='a\n${mark}\n'\n# OLD=${mark}\n`);
    put(join(lab.cwd, '.env.example'), 'API_KEY=put-yours-here\n');
    put(join(lab.home, 'other/.env'), 'DB_PASSWORD=words-kept-elsewhere\n');
    const asked = [
      reading('packages/api/.env.local'),
      ...['.', '.env', 'packages'].map((root) => ({ call: { tool: 'grep', input: { pattern: 'very', root, glob: '.env*' } } })),
      { call: { tool: 'grep', input: { pattern: 'the-v.*', root: '.', glob: '.*', context: 3 } } },
      { look: { kind: 'file_contains', path: '.env', text: 'API_KEY=the' } },
      { look: { kind: 'file_matches', path: '.env', pattern: 'API_KEY=.*' } },
      { look: { kind: 'contents', paths: ['.env', 'packages/api/.env.local'] } },
      { call: { tool: 'edit_file', input: { path: '.env', old: 'PORT=<hidden>', new: 'PORT=4000' } } },
      { call: { tool: 'write_file', input: { path: '.env', content: 'API_KEY=new\n' } } },
      ...['cat .env', 'cat ~/other/.env', 'cat packages/api/.env.local', 'env -i sh -c ". ./.env; echo $API_KEY"'].map((command) => ({
        call: { tool: 'shell', input: { command } },
      })),
    ];
    const told = await askAll(user, lab, asked);
    expect(told.filter((text) => text.includes(mark) || text.includes('words-kept-elsewhere'))).toEqual([]);
    const search = (pattern: string) => ({ call: { tool: 'grep', input: { pattern, root: '.', glob: '.env*', context: 1 } } });
    const edit = (old: string) => ({ call: { tool: 'edit_file', input: { path: '.env', old, new: 'x' } } });
    const [names, example, check, found, missed, edited, unedited, allowed] = await askAll(user, lab, [
      reading('.env'),
      reading('.env.example'),
      { look: { kind: 'file_contains', path: '.env', text: 'API_KEY=' } },
      ...[search('API_KEY=the'), search('API_KEY=xyz'), edit('API_KEY=the'), edit('API_KEY=xyz')],
      { ...reading('.env'), rules: { allow: ['read(./.env)'] } },
    ]);
    expect(names).toContain('API_KEY=<hidden>\\nPORT=<hidden>');
    expect(example).toContain('put-yours-here');
    expect(check).toContain('API_KEY=<hidden>');
    expect(found).toBe(missed);
    expect(edited).toBe(unedited);
    expect(allowed).toContain(mark);
  }, 120_000);

  test.each(triedBy(user, ['deny', 'ask']))(
    'a rule that says to %s binds every reader',
    async (use) => {
      const lab = labOf(user);
      put(join(lab.cwd, 'private/diary.txt'), mark);
      symlinkSync('private/diary.txt', join(lab.cwd, 'd'));
      const rules = { [use]: ['read(./private/**)'], allow: ['read(./private/diary.txt)'] };
      const asked = [
        ...['private/diary.txt', 'd', 'PRIVATE/../private/diary.txt'].map(reading),
        ...['.', 'private'].map((root) => ({ call: { tool: 'grep', input: { pattern: 'very', root } } })),
        { look: { kind: 'file_contains', path: 'd', text: 'very' } },
        { call: { tool: 'shell', input: { command: 'cat private/diary.txt; cat d' } } },
      ];
      expect(
        (
          await askAll(
            user,
            lab,
            asked.map((each) => ({ ...each, rules })),
          )
        ).filter((text) => text.includes(mark)),
      ).toEqual([]);
      expect(await askOne(user, lab, reading('private/diary.txt'))).toContain(mark);
    },
    60_000,
  );
});

test.runIf(isRoot)(
  'root reads nothing of the home that is not its own now, and nothing that the system keeps secret',
  async () => {
    const lab = labOf('this user');
    const paths = [
      '/root/.bashrc',
      '/root/.ssh/id_rsa',
      '/etc/shadow',
      '/etc/gshadow',
      '/etc/ssl/private/x.key',
      '/etc/wireguard/wg0.conf',
    ];
    const told = await askAll('this user', lab, [
      ...paths.map((path) => ({ look: { kind: 'file_matches', path, pattern: '.' } })),
      ...paths.map((path) => ({ look: { kind: 'file_exists', path }, places: ['/root/.ssh', '/etc'] })),
    ]);
    expect(told.filter((text) => !/not shown to models|outside of what this task may read/.test(text))).toEqual([]);
  },
  60_000,
);
