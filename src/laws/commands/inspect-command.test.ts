import { describe, expect, test } from 'vitest';
import { inspectCommand, whyUnreadable } from './inspect-command.ts';

const context = { cwd: '/lab', workspace: '/lab/scratch', home: '/lab/protected/home' };
const inspect = (line: string) => inspectCommand(line, context);

/** Lines as a person would write them; ` ¦ ` separates lines that share one row. */
const lines = (...text: Parameters<typeof String.raw>): readonly string[] =>
  String.raw(...text)
    .trim()
    .split(/\s*\n\s*| ¦ /);

describe('it only reads:', () => {
  test.each([
    ...lines`
    ls ¦ cat a | wc -l ¦ ls; ls ¦ cat a && cat b || echo none ¦ (ls src) ¦ ! grep -q x a ¦ cd src && ls ¦ cd src; cat a ¦ cd /lab/src && grep -r x . ¦ : ¦ true
    cd /tmp && ls ¦ cd && ls ¦ set -e; ls ¦ set -euo pipefail; cat a | head ¦ type rm ¦ command -v rm ¦ exit 3 ¦ rm --help ¦ chmod --help >/dev/null; stat -c %a a
    timeout 5 ls ¦ timeout -k 1 5s cat a ¦ nice -n 5 ls ¦ command ls -la ¦ stdbuf -oL cat a ¦ bash -c 'ls src' ¦ sh -c 'cat a | head' ¦ eval 'ls src'
    basename /usr/bin/rm ¦ echo protected/notes.txt | cat ¦ find protected -name "*.py" -print ¦ sed -n 1,3p protected/notes.txt ¦ echo 'rm -rf /'`,
    'ls\n',
    'cd src &&\n  ls',
  ])('%j', (line) => {
    expect(inspect(line)).toEqual({ verdict: 'harmless', effects: [], reason: expect.any(String) });
  });
});

describe('it harms nothing that existed, or only the workspace:', () => {
  test.each([
    ['mkdir -p protected/new/sub', [['created', '/lab/protected/new/sub']]],
    ['touch /tmp/x', [['created', '/tmp/x']]],
    ['mkdir ~/new', [['created', '/lab/protected/home/new']]],
    ['mkdir "$HOME/new"', [['created', '/lab/protected/home/new']]],
    ['cd protected && mkdir x', [['created', '/lab/protected/x']]],
    ['bash -c "mkdir x"', [['created', '/lab/x']]],
    ['cp -n scratch/a protected/b || true', [['created', '/lab/protected/b']]],
    [
      'mv -n scratch/a protected/b',
      [
        ['created', '/lab/protected/b'],
        ['deleted', '/lab/scratch/a'],
      ],
    ],
    ['rm -rf scratch/build', [['deleted', '/lab/scratch/build']]],
    ['rm -rf scratch/build/*', [['deleted', '/lab/scratch/build/*']]],
    ['cd scratch && rm -rf build', [['deleted', '/lab/scratch/build']]],
    ['cd scratch || exit 1; rm -rf build', [['deleted', '/lab/scratch/build']]],
    ['(cd scratch/sub && rm x)', [['deleted', '/lab/scratch/sub/x']]],
    ['echo x > scratch/a', [['changed', '/lab/scratch/a']]],
    ['echo x >> /lab/scratch/a 2>/dev/null', [['changed', '/lab/scratch/a']]],
    ["cat <<'E' > scratch/a\nx $y\nE", [['changed', '/lab/scratch/a']]],
    ['sed -i s/a/b/ scratch/a', [['changed', '/lab/scratch/a']]],
    ["sed -i.bak -e '/x/d' scratch/a", [['changed', '/lab/scratch/a']]],
    ['chmod +x scratch/a', [['metadata', '/lab/scratch/a']]],
    ['chmod -x scratch/a', [['metadata', '/lab/scratch/a']]],
    ['tar -C scratch -xf scratch/a.tar', [['changed', '/lab/scratch']]],
    ['tar czf scratch/a.tgz protected/src', [['changed', '/lab/scratch/a.tgz']]],
    ['cd scratch && tar xzf a.tgz', [['changed', '/lab/scratch']]],
    ['sort -o scratch/a protected/b', [['changed', '/lab/scratch/a']]],
    ['dd if=protected/a of=scratch/b bs=1', [['changed', '/lab/scratch/b']]],
    ['cp -t scratch protected/a', [['changed', '/lab/scratch']]],
    ['find scratch -name "*.o" -delete', [['deleted', '/lab/scratch/*']]],
    [String.raw`find scratch -type f -exec rm {} \;`, [['deleted', '/lab/scratch/*']]],
    ['cat protected/a | tee scratch/b > /dev/null', [['changed', '/lab/scratch/b']]],
    ['if [ -f a ]; then mkdir b; fi', [['created', '/lab/b']]],
  ] as const)('%j', (line, effects) => {
    expect(inspect(line)).toEqual({
      verdict: 'creates',
      effects: effects.map(([change, path]) => ({ path, change })),
      reason: expect.any(String),
    });
  });
});

describe('it harms:', () => {
  test.each([
    ['rm -f protected/notes.txt', 'deletes /lab/protected/notes.txt'],
    ['rm -rf ~/x', 'deletes /lab/protected/home/x'],
    ['rm -rf /', 'deletes /'],
    ['rm -rf scratch', 'deletes /lab/scratch'],
    ['rm -rf scratch/../protected', 'deletes /lab/protected'],
    ['rm -rf scratch/a/../b', 'deletes /lab/scratch/b'],
    ['rm -rf scratch/.*', 'deletes /lab/scratch/.*'],
    ['rm "$f"', 'deletes "$f"'],
    ['cd scratch; rm -rf build', 'deletes /lab/scratch/build'],
    ['cd "$d"; rm -rf build', 'deletes build'],
    ['cd /lab/scratch; cd "$d" && rm -rf build', 'deletes build'],
    ['pushd scratch && rm -rf build', 'deletes build'],
    ['(cd scratch); rm x', 'deletes /lab/x'],
    ['cd scratch | rm x', 'deletes /lab/x'],
    ['echo x > protected/a', 'may overwrite /lab/protected/a'],
    ['echo x >> protected/a', 'adds to /lab/protected/a'],
    ['> protected/a', 'may overwrite /lab/protected/a'],
    ['{ ls; } &> protected/a', 'may overwrite /lab/protected/a'],
    ['ls >| a', 'may overwrite /lab/a'],
    ['exec 3<>a', 'may overwrite /lab/a'],
    ['ls >& a', 'may overwrite /lab/a'],
    ['mv protected/a scratch/', 'moves away /lab/protected/a'],
    ['cp -nf a b', 'may overwrite /lab/b'],
    ['bash -c "rm -f a"', 'deletes /lab/a, in a string given to bash'],
    [String.raw`sh -c 'sh -c "sh -c \"rm a\""'`, 'deletes /lab/a, in a string given to sh'],
    ['eval r"m" a', 'deletes /lab/a, in a string given to eval'],
    ['sudo -u root -- env X=1 nice rm a', 'deletes /lab/a'],
    ['ls | xargs rm', 'deletes what xargs reads'],
    [String.raw`find protected -exec sh -c 'rm a' \;`, 'deletes /lab/a, in a string given to sh'],
    ['busybox truncate -s 0 a', 'truncates /lab/a'],
    ['perl -pi -e s/a/b/ a', 'edits /lab/a'],
    ['sed -i s/a/b/ a', 'edits /lab/a'],
    ['xz a', 'replaces /lab/a'],
    ['chmod 777 a', 'changes the permissions of /lab/a'],
    ['chown me a', 'changes the owner of /lab/a'],
    ['echo x >> ~/.bashrc', 'adds to /lab/protected/home/.bashrc: the shell runs it at startup'],
    ['touch ~/.ssh/authorized_keys', 'creates /lab/protected/home/.ssh/authorized_keys: it decides who may log in, and where'],
    ['touch scratch/.git/hooks/x', 'creates /lab/scratch/.git/hooks/x: it decides what git runs'],
    ['cp -n a/.profile ~', 'creates /lab/protected/home/.profile: the shell runs it at startup'],
    ['mkdir /etc/x', 'creates /etc/x: it configures the system'],
    ['git push', 'sends commits to another repository with git push'],
    ['git -C protected/repo reset --hard', 'may overwrite or delete files in the repository at /lab/protected/repo'],
    ['git config --global user.email x', 'uses git config to change what git does everywhere'],
    ['curl https://me:pass@Example.org/x', 'reaches another machine with curl: example.org'],
    ['scp a me@host.example:b', 'reaches another machine with scp: host.example'],
    ['cat a > /dev/tcp/example.org/80', 'reaches another machine: example.org'],
    ['kill -9 1', 'stops processes with kill'],
    ['kubectl -n prod delete pod x', 'changes a cluster with kubectl'],
    ['psql <<< "truncate users;"', 'changes a database with psql'],
    ['mkfs.ext4 /dev/sda', 'formats or partitions a disk with mkfs.ext4'],
  ])('%j %s', (line, reason) => {
    expect(inspect(line)).toMatchObject({ verdict: 'harms', reason });
  });
});

describe('it is unknown:', () => {
  test.each([
    ['', 'there is no command in it'],
    ['$tool -f a', 'the name of a program is not known until the command runs: $tool'],
    ['python3.11 x.py', 'runs python3.11, which can do anything'],
    ['./mkdir x', 'runs a program by its path: ./mkdir'],
    ['/usr/bin/timeout 5 ls', 'runs a program by its path: /usr/bin/timeout'],
    ['/bin/rm --help', 'runs a program by its path: /bin/rm'],
    ['/bin/ls', 'runs ls in a way that may do more than read'],
    ['no-such-program', 'runs no-such-program, which is not a known program'],
    ['git status', 'runs git status, which runs whatever the repository configures'],
    ['cat "$x"', 'gives cat something that is not known until the command runs: "$x"'],
    ['cat ~/.ssh/id_rsa', 'gives cat something that is not known until the command runs: ~/.ssh/id_rsa'],
    ['cp ~/.ssh/id_rsa scratch/k', 'names a place where secrets are kept: ~/.ssh/id_rsa'],
    ['cp .ssh/id_rsa /dev/stdout', 'names a place where secrets are kept: .ssh/id_rsa'],
    ['ls; cat .env', 'runs cat in a way that may do more than read'],
    ['cd / && cat dev/sda', 'runs cat in a way that may do more than read'],
    ['cd /etc; cat shadow', 'runs cat in a way that may do more than read'],
    ['cd /; grep -r x .', 'runs grep in a way that may do more than read'],
    ['x=1; ls', 'sets x'],
    ['PATH=. ls', 'sets PATH'],
    ['ls &', 'leaves something running'],
    ['ls() { cat a; }; ls', 'redefines ls'],
    ['ls # a comment', 'it is more than a list of commands that only read'],
    ['if ls; then ls; fi', 'it is more than a list of commands that only read'],
    ['[[ -f a ]]', 'computes something when it runs'],
    ['mkdir "$x"', 'creates "$x", a place that is not known until the command runs'],
    ['sudo ls', 'runs something through sudo'],
    ['bash script.sh', 'runs bash, which can do anything'],
    ['bash -lc ls', 'runs bash, which can do anything'],
    ['eval "$x"', 'gives eval something to run that is not known until the command runs'],
    ["sed -i 'w /etc/x' scratch/a", 'gives sed a script that may do more'],
    ['rm --unheard-of scratch/a', 'gives rm an unknown option: --unheard-of'],
    ['tar -cf - protected', 'runs tar on files that are not known in advance'],
    ['patch scratch/a < scratch/p', 'runs patch: the patch says which files it changes'],
    ['ln -s a scratch/b', 'runs ln: what is written to a link goes to another file'],
    ['echo "unclosed', 'it cannot be read as a shell command'],
    ["bash -c 'if'", 'what is in a string given to bash cannot be read as a shell command'],
  ])('%j: %s', (line, reason) => {
    expect(inspect(line)).toMatchObject({ verdict: 'unknown', reason });
  });
});

test.each([
  ['56 commands', `${'echo 1 && '.repeat(55)}rm -f protected/notes.txt`, 'it has more than 50 commands'],
  ['51 commands with harm at their start', `rm a; ${'ls; '.repeat(50)}`, 'it has more than 50 commands'],
  ['60 programs that run each other', `${'sudo '.repeat(60)}ls`, 'it has more than 50 commands'],
  ['a million characters', `rm ${'a'.repeat(1_000_000)}`, 'it is longer than 100000 characters'],
])('%s are unknown as a whole', (_, line, reason) => {
  expect(inspect(line)).toEqual({ verdict: 'unknown', effects: [], reason });
});

test('a line that cannot be read as a whole has a reason', () => {
  expect(whyUnreadable('rm -rf / && $x')).toBeUndefined();
  expect(whyUnreadable('ls; '.repeat(56))).toBe('it has more than 50 commands');
  expect(whyUnreadable('(')).toBe('it cannot be read as a shell command');
  expect(whyUnreadable('a'.repeat(1_000_000))).toBe('it is longer than 100000 characters');
});
