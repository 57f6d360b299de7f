/** Attacks on git's folder: what a command leaves there must not make git run something, or take one object for another. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lawful } from '../../support/lawful.ts';
import { git, repositoryIn } from '../../support/repository.ts';
import { sampled } from '../../support/sample.ts';

type Attacks = Readonly<Record<string, string>>;

/**
 * Lists the attacks that are not asked about, or that leave something nevertheless; the list must be empty. They share one repository, because none
 * of their changes becomes real.
 */
const free = (attacks: Attacks, prepare?: (cwd: string) => void): Promise<readonly string[]> =>
  freeOf(sampled(Object.entries(attacks), 8), prepare);

async function freeOf(attacks: readonly (readonly [what: string, command: string])[], prepare: (cwd: string) => void = () => {}) {
  const at = lawful({ '.gitconfig': identity });
  repositoryIn(at.cwd);
  prepare(at.cwd);
  const through: string[] = [];
  const tree = at.tree();
  for (const [what, command] of attacks) {
    const { harm, output } = await at.run(command);
    if (harm === undefined) through.push(`${what}: ${output}`);
    else expect(at.tree(), what).toEqual(tree);
  }
  return through;
}

const timeout = 120_000;

/** A pack whose index gives other content for the file at HEAD: made in the view, with tools that every machine has. */
const forgedPack = `
set -e
real=$(git rev-parse HEAD:tracked.txt)
made=$(mktemp -d) && git init -q "$made" && printf 'evil\\n' > "$made/f"
fake=$(git -C "$made" hash-object -w f)
pack=$(echo $fake | git -C "$made" pack-objects -q "$made/pack")
python3 - "$made/pack-$pack.idx" $fake $real "$PWD/.git/objects/pack/pack-$pack.idx" <<'PY'
import hashlib, struct, sys
index = open(sys.argv[1], 'rb').read()
fake, real = bytes.fromhex(sys.argv[2]), bytes.fromhex(sys.argv[3])
fan = b''.join(struct.pack('>I', 1 if at >= real[0] else 0) for at in range(256))
body = index[:8] + fan + real + index[8 + 1024 + 20:-20]
open(sys.argv[4], 'wb').write(body + hashlib.sha1(body).digest())
PY
cp "$made/pack-$pack.pack" .git/objects/pack/
`;

const identity = '[user]\n\tname = a\n\temail = a@example.org\n';
const evil = "printf '#!/bin/sh\\ntouch pwned\\n'";
const head = "echo 'ref: refs/heads/x'";
const runs = "printf '[core]\\n\\tfsmonitor = x\\n'";
const [at, object] = ['mkdir -p .git/objects/ab', `.git/objects/ab/${'c'.repeat(38)}`];
const pack = 'objects/pack/pack-1111111111111111111111111111111111111111';

/** 128 MiB of zeros in 1 MiB, which claims to have five bytes. */
const bomb = `${at} && python3 -c "
import zlib
packer = zlib.compressobj(1)
with open('${object}', 'wb') as out:
    out.write(packer.compress(b'blob 5\\0'))
    for _ in range(128): out.write(packer.compress(bytes(1 << 20)))
    out.write(packer.flush())"`;

/** Its name is the hash of its real content, which is longer than it claims. */
const longer = `python3 -c "
import hashlib, os, zlib
content = b'blob 5\\0' + b'and more'
name = hashlib.sha1(content).hexdigest()
os.makedirs('.git/objects/' + name[:2], exist_ok=True)
open('.git/objects/' + name[:2] + '/' + name[2:], 'wb').write(zlib.compress(content))"`;

/** Git reads a loose object before a packed one. */
const shadow = `python3 -c "
import os, subprocess, zlib
name = subprocess.check_output(['git', 'rev-parse', 'packed:tracked.txt'], text=True).strip()
folder = '.git/objects/' + name[:2]
os.makedirs(folder, exist_ok=True)
assert not os.path.exists(folder + '/' + name[2:])
open(folder + '/' + name[2:], 'wb').write(zlib.compress(b'blob 5\\0evil\\n'))"`;

describe('J1: only a repository is git’s', () => {
  test.each([
    ['an index', 'data.git/index'],
    ['a log', 'data.git/logs/x'],
    ['an index in a folder of git’s name that is not a repository', 'x/.git/index'],
    ['a log there', 'x/.git/logs/HEAD'],
  ])('%s that only looks so is not changed without a yes', async (_, path) => {
    const at = lawful({ [path]: 'precious\n', [`project/${path}`]: 'precious\n' });
    for (const place of [`../${path}`, path]) expect((await at.run(`echo more >> ${place}`)).harm, place).toBeDefined();
  });

  test('what is in a repository is git’s only if git could have written it', { timeout }, async () => {
    const attacks = {
      'an index of noise': 'echo x > .git/index',
      'the start of an index': 'printf DIRC > .git/index',
      'an index with another end': 'printf DIRC-and-more-that-is-long-enough-for-a-hash > .git/index',
      'an index that is not what its hash says': `python3 -c "
index = bytearray(open('.git/index', 'rb').read())
index[-1] ^= 1
open('.git/index', 'wb').write(index)"`,
      'another mode of the index': 'chmod 666 .git/index',
      'a log that is cut': 'tail -n 1 .git/logs/HEAD > l && cat l > .git/logs/HEAD && rm l',
      'a log with noise at its end': 'echo noise >> .git/logs/HEAD',
      'a new log of noise': 'mkdir -p .git/logs/refs/heads/x && echo noise > .git/logs/refs/heads/x/y',
      'a log of what never was': `echo "$(git rev-parse HEAD) $(git rev-parse HEAD~1) a <a@example.org> 1 +0000" >> .git/logs/HEAD`,
      'a log of a stash that is none': `echo "$(git rev-parse HEAD) $(git rev-parse side) a <a@example.org> 1 +0000" > .git/logs/refs/stash`,
      'a log elsewhere': 'echo x > .git/logs/notes',
    };
    expect(await free(attacks)).toEqual([]);
  });
});

describe('G1: objects are what their names say', () => {
  test('a forged one, or what stands for another, is asked about', { timeout }, async () => {
    const attacks = {
      'a forged pack': forgedPack,
      'an object under another name': `${at} && o=$(git rev-parse HEAD) && cp .git/objects/$(echo $o | cut -c1-2)/$(echo $o | cut -c3-) ${object}`,
      'an object of noise': `${at} && echo noise > ${object}`,
      'an object that unpacks without end': bomb,
      'an object that holds more than it says': longer,
      'an object that cannot be read': `${at} && echo > ${object} && chmod 0 ${object}`,
      'an object that is a link': `${at} && ln -s ../../HEAD ${object}`,
      'a loose object in place of a packed one': shadow,
      'another content of an object': `o=.git/objects/$(git rev-parse HEAD | sed 's,^..,&/,') && chmod u+w $o && echo x > $o`,
      'a pack without an index': `cp .git/objects/pack/*.pack .git/${pack}.pack`,
      'an index of a pack that is none': `cp .git/objects/pack/*.idx .git/${pack}.idx && echo x > .git/${pack}.pack`,
      'an index without a pack': `cp .git/objects/pack/*.idx .git/${pack}.idx`,
      'another order of a pack': 'cd .git/objects/pack && echo x > $(basename -s .pack *.pack).rev',
      'a promise that objects are elsewhere': 'cd .git/objects/pack && touch $(basename -s .pack *.pack).promisor',
      'a map of a pack': 'cd .git/objects/pack && echo x > $(basename -s .pack *.pack).bitmap',
      'a list of commits': 'mkdir -p .git/objects/info && git commit-graph write --reachable',
      'an index of several packs': 'git multi-pack-index write',
      'other objects': 'mkdir -p .git/objects/info && echo /tmp/x > .git/objects/info/alternates',
      'objects over HTTP': 'mkdir -p .git/objects/info && echo /tmp/x > .git/objects/info/http-alternates',
      grafts: 'mkdir -p .git/info && git rev-parse HEAD > .git/info/grafts',
      'a border of the history': 'git rev-parse HEAD > .git/shallow',
      'a replacement': 'mkdir -p .git/refs/replace && git rev-parse HEAD~1 > .git/refs/replace/$(git rev-parse HEAD)',
      'a large file under another name': `mkdir -p .git/lfs/objects/ab/cd && echo x > .git/lfs/objects/ab/cd/abcd${'0'.repeat(60)}`,
    };
    expect(await free(attacks)).toEqual([]);
  });

  test('a forged pack is asked about even if a rule allows the line that made it', async () => {
    const at = lawful({ '.gitconfig': identity }, { allow: ['shell(git commit*)'] });
    repositoryIn(at.cwd);
    writeFileSync(join(at.cwd, '.git/hooks/pre-commit'), `#!/bin/sh\n${forgedPack}`);
    chmodSync(join(at.cwd, '.git/hooks/pre-commit'), 0o755);
    expect((await at.run('git commit -qam x')).harm?.effects).toContainEqual(
      expect.objectContaining({ why: expect.stringMatching('pack') }),
    );
    expect(git(at.cwd, 'show', 'HEAD:tracked.txt')).toBe('v2\n');
  });

  test('real objects and packs are free', async () => {
    const at = lawful();
    repositoryIn(at.cwd);
    expect(await at.run('git hash-object -w tracked.txt && git fetch -q . main:refs/heads/copied')).toMatchObject({ ok: true });
    const other = join(at.home, 'other');
    mkdirSync(other);
    repositoryIn(other);
    for (let at = 0; at < 120; at += 1) writeFileSync(join(other, `${at}.txt`), `${at}\n`);
    git(other, 'add', '.');
    git(other, 'commit', '-qm', 'many');
    expect(await at.run('git fetch -q ../other main:refs/heads/other')).toMatchObject({ ok: true });
    expect(git(at.cwd, 'show', 'other:7.txt')).toBe('7\n');
    expect(git(at.cwd, 'count-objects', '-v')).toContain('packs: 2');
  });
});

describe('G2: what git would act on', () => {
  test('a name that git takes for another one is asked about', { timeout }, async () => {
    const attacks = {
      'the name of a branch': 'git rev-parse HEAD~1 > .git/main',
      'the name of a tag': 'git rev-parse HEAD~1 > .git/packed',
      'a ref beside the branches': 'git rev-parse HEAD~1 > .git/refs/main',
      'a tag like a branch': 'git tag side packed',
      'a branch like a tag': 'git branch packed',
      'a branch over a packed one': 'git rev-parse HEAD > .git/refs/heads/packed-branch',
      'a branch in a packed one': 'mkdir .git/refs/heads/packed-branch && git rev-parse HEAD > .git/refs/heads/packed-branch/x',
      'a branch like one of a remote': 'git branch origin/x',
      'a branch like a commit': 'git branch $(git rev-parse --short HEAD~1)',
      'a branch like an option': 'git rev-parse HEAD > .git/refs/heads/-f',
      'a branch of no object': `echo ${'a'.repeat(40)} > .git/refs/heads/none`,
      'a branch that is another': 'git symbolic-ref refs/heads/also refs/heads/main',
      'a branch that is a link': 'ln -s main .git/refs/heads/linked',
      'a branch that is a link to outside': 'ln -s ../../../notes.txt .git/refs/heads/linked',
      'another head': 'git symbolic-ref HEAD refs/heads/side',
      'a head that is a link': 'ln -sf ../notes.txt .git/HEAD',
      'a head outside': 'echo "ref: ../../x" > .git/HEAD',
      'a message that is an id': 'git rev-parse HEAD > .git/MERGE_MSG',
      'a commit to go back to that is none': 'echo x > .git/ORIG_HEAD',
      'a commit to go back to that is not there': `echo ${'a'.repeat(40)} > .git/ORIG_HEAD`,
    };
    expect(await free(attacks, (cwd) => git(cwd, 'update-ref', 'refs/remotes/origin/x', 'HEAD'))).toEqual([]);
  });

  test('what git does next, or does by itself, is asked about', { timeout }, async () => {
    const attacks = {
      'a list of steps': `mkdir .git/rebase-merge && echo 'exec touch pwned' > .git/rebase-merge/git-rebase-todo`,
      'a list of picks': `mkdir .git/rebase-merge && echo "pick $(git rev-parse HEAD)" > .git/rebase-merge/git-rebase-todo`,
      'a mail to apply': 'mkdir .git/rebase-apply && echo x > .git/rebase-apply/0001',
      'a list of reverts': 'mkdir .git/sequencer && echo "revert $(git rev-parse HEAD)" > .git/sequencer/todo',
      'a merge under way': 'git rev-parse side > .git/MERGE_HEAD',
      'settings of a worktree': `echo > .git/config.worktree`,
      'settings under way': 'cp .git/config .git/config.lock',
      'an index under way': 'touch .git/index.lock',
      'a shared index': 'git update-index --split-index',
      'another common folder': 'echo /tmp > .git/commondir',
      attributes: 'mkdir -p .git/info && echo "* filter=x" > .git/info/attributes',
      'what is checked out': 'mkdir -p .git/info && echo / > .git/info/sparse-checkout',
      'what is not seen': 'mkdir -p .git/info && echo "*" > .git/info/exclude',
      'a remote of the old kind': 'mkdir -p .git/remotes && echo "URL: ext::sh -c x" > .git/remotes/origin',
      'a remote of the oldest kind': 'mkdir -p .git/branches && echo "ext::sh -c x" > .git/branches/origin',
      'a submodule that runs': 'git init -q --bare .git/modules/sub && printf "[core]\\n\\tfsmonitor = x\\n" > .git/modules/sub/config',
      'a plain submodule': 'git init -q --bare .git/modules/sub',
      'a worktree':
        'mkdir -p .git/worktrees/w && echo "ref: refs/heads/w" > .git/worktrees/w/HEAD && echo ../.. > .git/worktrees/w/commondir',
      'settings of another worktree': 'mkdir -p .git/worktrees/w && echo > .git/worktrees/w/config.worktree',
      'a description': 'echo x > .git/description',
      'a repository within git’s folder': 'git init -q --bare .git/x',
      'a project within git’s folder': 'mkdir -p .git/hooks/.git',
      'a hook': `${evil} > .git/hooks/post-checkout`,
      'a hook in other letters': `mkdir -p .git/HOOKS && ${evil} > .git/HOOKS/post-checkout`,
      'a folder in other letters': `mkdir -p sub/.GIT/hooks && ${evil} > sub/.GIT/hooks/post-checkout`,
      'hooks that are a link': 'mv .git/hooks .git/hooks.old; mkdir h; ln -s ../h .git/hooks',
      'a table of refs': 'mkdir -p .git/reftable && echo x > .git/reftable/tables.list',
      'a merge that was remembered': 'mkdir -p .git/rr-cache/x && echo x > .git/rr-cache/x/postimage',
    };
    const noInfo = (cwd: string) => rmSync(join(cwd, '.git/info'), { recursive: true });
    expect(await free(attacks, noInfo)).toEqual([]);
  });

  test('an empty folder is asked about too, unless git leaves such a one', { timeout }, async () => {
    const attacks = {
      'a rebase that seems to be under way': 'mkdir .git/rebase-merge && git status',
      'mails that seem to be applied': 'mkdir .git/rebase-apply',
      'steps that seem to be taken': 'mkdir .git/sequencer',
      'a name that git does not know': 'mkdir .git/x',
      'a submodule without anything': 'mkdir -p .git/modules/sub',
    };
    expect(await freeOf(Object.entries(attacks))).toEqual([]);
    expect(await freeOf([['a submodule that could not be added', 'git submodule --quiet add ./nowhere sub; ls -d .git/modules']])).toEqual([
      expect.stringContaining('.git/modules'),
    ]);
  });

  test('a folder that becomes a repository without being called one is asked about', { timeout }, async () => {
    const attacks = {
      'a file that says where git’s folder is': 'mkdir sub && echo "gitdir: ../h" > sub/.git',
      'a link that does': 'mkdir sub h && ln -s ../h sub/.git',
      'a bare layout': `mkdir -p sub/objects sub/refs && ${head} > sub/HEAD && printf '[core]\\n\\tbare = true\\n' > sub/config`,
      'a bare layout that runs': `mkdir -p sub/objects sub/refs && ${head} > sub/HEAD && ${runs} > sub/config`,
      'a bare layout by links': `mkdir -p sub && ln -s ../.git/objects sub/objects && ln -s ../.git/refs sub/refs && ${head} > sub/HEAD`,
      'a layout that shares': `mkdir -p sub && echo ../.git > sub/commondir && ${head} > sub/HEAD`,
      'a layout in the folder itself': `mkdir objects refs && ${head} > HEAD`,
      'a copy that names no verb': 'echo git init --bare; cp -r .git sub',
      'a bare repository with a hook': `git init -q --bare sub.git && ${evil} > sub.git/hooks/update`,
      'a bare repository that runs': `git init -q --bare sub && ${runs} >> sub/config`,
      'another one than the line says': `git init -q --bare x && mkdir -p sub/objects sub/refs && ${head} > sub/HEAD && ${runs} > sub/config`,
      'with steps to take': `git init -q sub && mkdir sub/.git/rebase-merge && echo 'exec x' > sub/.git/rebase-merge/git-rebase-todo`,
      'with a submodule': 'git init -q sub && git init -q --bare sub/.git/modules/m',
      'with attributes': 'git init -q sub && echo "* filter=x" > sub/.git/info/attributes',
      'with settings that cannot be read': `git init -q sub && ${runs} > sub/.git/config && chmod 0 sub/.git/config`,
      'with a link in it': 'git init -q sub && ln -s ../../../notes.txt sub/.git/refs/heads/x',
      'with a head outside': 'git init -q sub && echo "ref: ../../x" > sub/.git/HEAD',
    };
    expect(await free(attacks)).toEqual([]);
  });

  test('from a worktree, its own part and that of the whole are closed', { timeout }, async () => {
    const at = lawful({ 'main/x': 'x' });
    repositoryIn(join(at.home, 'main'));
    git(join(at.home, 'main'), 'worktree', 'add', '-q', join(at.cwd, 'tree'));
    const [own, whole] = ['$(git rev-parse --git-dir)', '$(git rev-parse --git-common-dir)'];
    const attacks = {
      'another whole': `echo /tmp > ${own}/commondir`,
      'another worktree': `echo /tmp/.git > ${own}/gitdir`,
      settings: `${runs} > ${own}/config.worktree`,
      'a hook': `${evil} > ${whole}/hooks/post-commit`,
      'a name of a branch': `git rev-parse HEAD~1 > ${whole}/main`,
      'a name of a branch here': `git rev-parse HEAD~1 > ${own}/main`,
      'a branch here': `mkdir -p ${own}/refs/heads && git rev-parse HEAD~1 > ${own}/refs/heads/x`,
      'a hook here': `mkdir -p ${own}/hooks && ${evil} > ${own}/hooks/post-commit`,
      'steps here': `mkdir ${own}/rebase-merge && echo 'exec x' > ${own}/rebase-merge/git-rebase-todo`,
      'where it is': 'echo "gitdir: /tmp/x" > .git',
    };
    for (const [what, command] of Object.entries(attacks))
      expect((await at.run(command, { cwd: join(at.cwd, 'tree') })).harm, what).toBeDefined();
  });

  test('a folder becomes a repository in steps, with what was left there before', async () => {
    const at = lawful();
    const steps = [`mkdir -p sub/objects && ${head} > sub/HEAD`, `${runs} > sub/config`, 'mkdir sub/refs'];
    const asked = [];
    for (const step of steps) asked.push((await at.run(step)).harm !== undefined);
    expect(asked).toEqual([false, false, true]);
  });

  test('a bare repository is free if the line makes one and nothing in it acts', async () => {
    const at = lawful();
    repositoryIn(at.cwd);
    expect((await at.run(`mkdir -p sub/hooks && ${evil} > sub/hooks/update && chmod +x sub/hooks/update`)).harm).toBeUndefined();
    expect((await at.run('git init -q --bare sub')).harm).toBeDefined();
    for (const line of ['git init -q --bare a.git', 'git init -q --bare b', 'git clone -q --mirror . c.git', 'git clone -q --bare . d'])
      expect((await at.run(line)).harm, line).toBeUndefined();
  });
});

/** Content of the attacker's choice for a path in the index; the work tree never holds it. */
const staged = (content: string, path: string, mode = '100644') =>
  `git update-index --add --cacheinfo ${mode},$(printf '${content}' | git hash-object -w --stdin),${path}`;

/** The index as a program of the attacker leaves it: `changed` is Python that is given `entries` and `extensions`, which are bytes, and their number `n`. */
const rewritten = (changed: string) => `python3 - <<'PY'
import hashlib, struct, subprocess
def git(*args, **more): return subprocess.run(['git', *args], check=True, capture_output=True, **more).stdout.strip().decode()
def extension(name, content): return name + struct.pack('>I', len(content)) + content
index = open('.git/index', 'rb').read()
n, at = struct.unpack('>I', index[8:12])[0], 12
for _ in range(n): at += ((index.index(0, at + 62) - at) // 8 + 1) * 8
entries, extensions = index[:at], index[at:-20]
evil = bytes.fromhex(git('hash-object', '-w', '--stdin', input=b'evil'))
tree = bytes.fromhex(git('mktree', input=(git('ls-tree', 'HEAD') + '\\n100755 blob ' + evil.hex() + '\\tevil.sh\\n').encode()))
${changed}
body = entries + extensions
open('.git/index', 'wb').write(body + hashlib.sha1(body).digest())
PY`;

/** A folder's tree that a commit takes as it is. */
const cachedTree = "extension(b'TREE', b'\\0' + str(n).encode() + b' 0\\n' + tree)";

describe('G3: what the next commit or checkout would bring', () => {
  test('an index that holds what is neither in the work tree nor in HEAD is asked about', { timeout }, async () => {
    const attacks = {
      'a hook in a new file': staged('#!/bin/sh', '.husky/pre-commit', '100755'),
      'what runs on a push': staged('on: push', '.github/workflows/x.yml'),
      'other content of a file': staged('evil', 'tracked.txt'),
      'other content, with the shape of index 4': `git update-index --index-version 4; ${staged('evil', 'tracked.txt')}`,
      'a link': staged('/etc', 'link', '120000'),
      'a side of a conflict':
        "printf '100644 %s 2\\ttracked.txt\\n' $(echo evil | git hash-object -w --stdin) | git update-index --index-info",
      'content of an older commit': 'git restore -q --staged --source=HEAD~1 tracked.txt',
      'a file that becomes a link': `printf /etc/passwd > plain.txt; ${staged('/etc/passwd', 'plain.txt', '120000')}`,
      'a link that becomes a file': `ln -s target made; ${staged('target', 'made')}`,
      'a mode that git does not use': `printf x > plain.txt; ${staged('x', 'plain.txt', '100666')}; ${rewritten(`
entries = entries.replace(struct.pack('>I', 0o100644), struct.pack('>I', 0o100666))`)}`,
      'a file that is emptied': staged('', 'tracked.txt'),
      'other content of a file that is announced': `git rm -qf --cached tracked.txt; git add -N tracked.txt; ${rewritten(`
empty = bytes.fromhex(git('hash-object', '-w', '--stdin', input=b''))
entries = entries.replace(empty, evil)`)}`,
      'a new submodule': `git update-index --add --cacheinfo 160000,${'1'.repeat(40)},sub`,
      'a submodule in place of a file': `git update-index --add --cacheinfo 160000,${'1'.repeat(40)},tracked.txt`,
      'a tree that the entries do not make': rewritten(`extensions = ${cachedTree}`),
      'a second tree': rewritten(`extensions += ${cachedTree}`),
      'a tree of fewer entries': rewritten(`extensions = extensions.replace(b'\\0' + str(n).encode(), b'\\0' + b'0')`),
      'a conflict that never was': rewritten(`
extensions += extension(b'REUC', b'tracked.txt\\0' + b'0\\0' + b'100644\\0' * 2 + evil * 2)`),
      'an extension that is not known': rewritten(`extensions += extension(b'ABCD', b'x')`),
      'a name of another length than it says': rewritten(`
flags = entries.index(b'tracked.txt') - 1
entries = entries[:flags] + bytes([3]) + entries[flags + 1:]; extensions = b''`),
      'extensions that start elsewhere': rewritten(`
hidden = ${cachedTree}
listed = hashlib.sha1(hidden[:8]).digest()
start = struct.pack('>I', len(entries) + len(extensions) + 8)
extensions += extension(b'UNTR', hidden + extension(b'EOIE', start + listed))`),
      'entries that start elsewhere': rewritten(`
extensions = extension(b'IEOT', struct.pack('>III', 1, 12 + 8, n)) + extensions`),
      'an index that is elsewhere': 'git update-index --split-index',
      'an index of noise with its hash': `python3 -c "
import hashlib
noise = b'DIRC' + bytes([0, 0, 0, 2, 0, 0, 0, 7]) + b'noise'
open('.git/index', 'wb').write(noise + hashlib.sha1(noise).digest())"`,
      'an index that drops what is staged, and more': `python3 -c "
import hashlib
empty = b'DIRC' + bytes([0, 0, 0, 2, 0, 0, 0, 0]) + b'rest'
open('.git/index', 'wb').write(empty + hashlib.sha1(empty).digest())"`,
    };
    expect(await freeOf(Object.entries(attacks))).toEqual([]);
  });

  test('an index by which git would not see an edit, and overwrite it, is asked about', { timeout }, async () => {
    const noted = (of: string) =>
      rewritten(`
import os
of = os.lstat('${of}')
times = [part for time in (of.st_ctime_ns, of.st_mtime_ns) for part in divmod(time, 10**9)]
at = entries.index(b'tracked.txt') - 62
entries = (entries[:at] + struct.pack('>6I', *times, of.st_dev & 0xffffffff, of.st_ino & 0xffffffff) + entries[at + 24:at + 28]
  + struct.pack('>3I', of.st_uid, of.st_gid, of.st_size) + entries[at + 40:])`);
    const attacks = {
      'the edit is noted as what was committed': noted('tracked.txt'),
      'what is staged is taken back, and the edit noted': `git add tracked.txt; git reset -q; ${noted('tracked.txt')}`,
    };
    expect(await freeOf(Object.entries(attacks))).toEqual([]);
  });

  test('an index that says which files need not be looked at is asked about; git itself writes none, though a monitor is configured', {
    timeout,
  }, async () => {
    const attack = rewritten(`
none = struct.pack('>II', 0, 1) + bytes(8) + struct.pack('>I', 0)
extensions = extension(b'FSMN', struct.pack('>IQ', 1, 2**62) + struct.pack('>I', len(none)) + none)`);
    const monitored = (cwd: string) => git(cwd, 'config', 'core.fsmonitor', '/usr/bin/true');
    expect(await freeOf([['with a monitor', attack]], monitored)).toEqual([]);
    const ordinary = ['git add notes.txt', 'git reset -q', 'git add -A'].map((line) => [line, line] as const);
    expect(await freeOf(ordinary, monitored)).toHaveLength(ordinary.length);
  });

  test('a file that was announced is not staged empty without a yes', { timeout }, async () => {
    const attack = rewritten(`
at = entries.index(b'notes.txt') - 4
flags = struct.unpack('>H', entries[at:at + 2])[0] & ~0x4000
whole = entries[at - 60:at] + struct.pack('>H', flags) + b'notes.txt'
following = at - 60 + (4 + 60 + len(b'notes.txt') + 8) // 8 * 8
entries = entries[:at - 60] + whole + bytes(8 - len(whole) % 8) + entries[following:]`);
    expect(await freeOf([['without the flag', attack]], (cwd) => git(cwd, 'add', '-N', 'notes.txt'))).toEqual([]);
  });

  test('what is added, announced, taken back or removed is free, whatever it is', { timeout }, async () => {
    const at = lawful({ '.gitconfig': identity });
    repositoryIn(at.cwd);
    mkdirSync(join(at.cwd, '.github/workflows'), { recursive: true });
    writeFileSync(join(at.cwd, '.github/workflows/ci.yml'), 'on: push\n');
    writeFileSync(join(at.cwd, 'windows.txt'), 'a\r\nb\r\n');
    writeFileSync(join(at.cwd, 'tracked.txt'), 'of the person\n');
    const lines = [
      ...['git add .github', 'git reset -q', 'git add -A', 'git restore --staged .', 'echo x > new.txt; git add -N new.txt'],
      ...['git add --chmod=+x new.txt', 'ln -s new.txt link; git add link', 'git -c core.autocrlf=input add windows.txt 2>/dev/null'],
      ...[
        'git rm -q -f --cached windows.txt', // what is staged is neither the file nor HEAD's version: depending on when it was added, git may ask for -f
        'git update-index --index-version 4; git add -A',
        'git update-index --assume-unchanged tracked.txt',
      ],
    ];
    for (const line of lines) expect(await at.run(line), line).toMatchObject({ ok: true });
    expect(git(at.cwd, 'status', '--short')).toContain('A  .github/workflows/ci.yml');
  });
});
