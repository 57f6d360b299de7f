/**
 * Files that change behaviour merely by existing: created outside the folder where the task works, or where something runs without being called (C3,
 * J3, J4).
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { triedBy, users } from '../../support/contained.ts';
import { isRoot } from '../../support/ordinary-user.ts';
import { sampled } from '../../support/sample.ts';
import { newMachine } from '../../support/under-law.ts';
import { ownSystem } from '../own-system.ts';

const site = '.local/lib/python3.11/site-packages';
const venv = {
  'project/.venv/pyvenv.cfg': 'home = /usr/bin\n',
  'project/.venv/bin/python': '',
  'workspace/.venv/pyvenv.cfg': 'home = /usr/bin\n',
  'workspace/.venv/lib/python3.11/site-packages/six.py': '',
};

describe.each(users)('%s is asked about', (user) => {
  test.each(
    triedBy(
      user,
      sampled(
        [
          ['a .pth in a new user site', `mkdir -p ~/${site} && echo 'import os' > ~/${site}/x.pth`],
          ['a module in a new user site', `mkdir -p ~/${site} && echo > ~/${site}/requests.py`],
          [
            'a new environment elsewhere, as a whole',
            `d=~/v/lib/python3.11/site-packages; mkdir -p $d; echo > ~/v/pyvenv.cfg; echo > $d/x.pth`,
          ],
          ['an empty file elsewhere', 'touch ~/notes.txt'],
          ['a folder elsewhere', 'mkdir ~/docs'],
          ['a file beside the project', 'touch ../sibling'],
          ['a file through a link in the project', 'ln -s ~/.cache c && mkdir -p ~/.cache && touch c/x'],
          ['a link elsewhere', 'ln -s /etc/hosts ~/hosts'],
          ['a start-up file that no list knows', 'mkdir -p ~/.config/newshell && echo x > ~/.config/newshell/rc'],
          ['a cache that another program runs', 'mkdir -p ~/.cache/tool && echo x > ~/.cache/tool/compiled.js'],
          ['a folder that only starts like the project', 'mkdir ../project2 && touch ../project2/x'],
        ],
        3,
      ),
    ),
  )('%s', async (_, command) => {
    const at = newMachine(user);
    const { asked, result } = await at.shell(command);
    expect({ asked: asked > 0, ok: result.ok }).toEqual({ asked: true, ok: false });
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['a .pth in a new user site', `~/${site}/x.pth`],
          ['an ordinary file elsewhere', '~/docs/notes.txt'],
          ['a .pth in a site-packages of the project that is new', './lib/python3.11/site-packages/x.pth'],
          ['a .pth in a site-packages that is new in an existing environment', './.venv/lib/python3.12/site-packages/x.pth'],
          ['a compiled sitecustomize', './sitecustomize.pyc'],
          ['a sitecustomize package', './sitecustomize/__init__.py'],
          ['a program that an environment finds first', './.venv/bin/ls'],
          ['a .pth in an environment of the workspace', '../workspace/.venv/lib/python3.11/site-packages/x.pth'],
          ['a program that an environment of the workspace finds first', '../workspace/.venv/bin/git'],
          ['what another agent loads', '../workspace/.agents/skills/x/SKILL.md'],
          ['a module in an existing environment', './.venv/lib/python3.11/site-packages/plugin.py'],
          ['a plugin in an environment of the workspace', '../workspace/.venv/lib/python3.11/site-packages/x-1.dist-info/entry_points.txt'],
        ],
        3,
      ),
    ),
  )('%s, by write_file', async (_, path) => {
    const at = newMachine(user, { files: venv });
    expect((await at.write(path.replace('~', at.home), 'import os\n')).asked).toBeGreaterThan(0);
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['instructions for agents', 'AGENT.md'],
          ['rules of an editor for its agent', '.rules'],
          ['programs that an agent starts', 'crush.json'],
          ['tasks of an editor', '.vscode/tasks.json'],
          ['language servers of an editor', '.helix/languages.toml'],
          ['settings of an editor', '.zed/settings.json'],
          ['what a container runs on the host', '.devcontainer/devcontainer.json'],
          ['what Vim reads', '.exrc'],
          ['what is run on entering the folder', 'mise.toml'],
          ['which programs are run', '.tool-versions'],
          ['what R runs', '.Rprofile'],
          ['what Mercurial runs', '.hg/hgrc'],
        ],
        4,
      ),
    ),
  )('%s in a project and in the workspace: %s', async (_, path) => {
    const at = newMachine(user);
    for (const folder of ['.', '../workspace']) {
      const place = `${folder}/${path}`;
      expect((await at.write(place, 'x')).asked).toBe(1);
      expect((await at.shell(`mkdir -p $(dirname ${place}); echo x > ${place}`)).asked).toBeGreaterThan(0);
    }
    expect((await at.shell(`mkdir -p node_modules/x/.idea && echo x > node_modules/x/.idea/x.iml`)).asked).toBe(0);
  });

  test.each(
    triedBy(user, [
      [
        'an environment that becomes new by being moved',
        'mv .venv x && mkdir -p .venv/lib/python3.11/site-packages && echo > .venv/lib/python3.11/site-packages/x.pth',
      ],
      [
        'a pyvenv.cfg that pretends that an existing folder is new',
        'mkdir -p .venv/lib/python3.11/site-packages && touch .venv/pyvenv.cfg && echo > .venv/lib/python3.11/site-packages/x.pth',
      ],
      ['a link in place of a program of an environment', 'ln -s /bin/true .venv/bin/ls'],
    ]),
  )('%s', async (_, command) => {
    const at = newMachine(user, { files: venv });
    expect((await at.shell(command)).asked).toBeGreaterThan(0);
  });

  test.each(
    triedBy(user, [
      ['a folder that is a link', 'echo {} > conf/settings.json'],
      ['a folder in one', 'echo x > skills/new.md'],
      ['a skill of its own', 'echo x > shared/one/SKILL.md'],
      ['a link that leads nowhere yet', 'mkdir later; echo x > later/agents.md'],
      ['a folder that is a link, further in', 'cd packages/a && echo {} > conf/tasks.json'],
      ['a folder that is a link in the workspace', 'echo {} > ../workspace/conf/settings.json'],
    ]),
  )('what has the name of a sensitive place by %s', async (_, command) => {
    const files = Object.fromEntries(
      ['conf/x', 'skills/x', 'shared/one/x', '.cursor/x', '.claude-x/x', 'packages/a/conf/x', '.agents/skills/x'].map((name) => [
        `project/${name}`,
        '',
      ]),
    );
    const links = {
      'project/.claude': 'conf',
      'project/.cursor/rules': '../skills',
      'project/.agents/skills/one': '../../shared/one',
      'project/CLAUDE.md': 'later/agents.md',
      'project/packages/a/.vscode': 'conf',
      'workspace/.claude': 'conf',
    };
    const at = newMachine(user, { files: { ...files, 'workspace/conf/x': '' }, links });
    expect((await at.shell(command)).asked).toBeGreaterThan(0);
    expect((await at.shell('mkdir -p other; echo x > other/settings.json')).asked).toBe(0);
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['of the workspace', 'workspace/tools', '../workspace/tools/ls'],
          ['of the project', 'project/tools', 'tools/ls'],
          ['named from the current folder', './tools', 'tools/ls'],
          ['of the workspace, below it', 'workspace', '../workspace/x/ls'],
        ],
        3,
      ),
    ),
  )('a program in a folder on the PATH %s', async (_, folder, path) => {
    const at = newMachine(user, { files: { 'project/tools/x': '', 'workspace/tools/x': '' }, path: [folder] });
    expect((await at.shell(`mkdir -p $(dirname ${path}); echo 'echo planted' > ${path}; chmod +x ${path}`)).asked).toBeGreaterThan(0);
    expect((await at.write(path, 'echo planted')).asked).toBeGreaterThan(0);
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['written', "echo 'echo planted' > ls; chmod +x ls", ''],
          ['linked', 'mkdir sub; ln -s /bin/true sub/git', '.'],
          ['made executable later', 'echo planted > cat; chmod +x cat', './'],
        ],
        3,
      ),
    ),
  )('a program that is %s where the current folder is on the PATH', async (_, command, current) => {
    const at = newMachine(user, { env: { PATH: `${current}:/usr/bin:/bin` } });
    expect((await at.shell(command)).asked).toBeGreaterThan(0);
    const [first, second = 'true'] = command.split('; ');
    expect([(await at.shell(first ?? '')).asked, (await at.shell(second)).asked]).toEqual([0, 1]);
    const last = newMachine(user, { env: { PATH: `/usr/bin:/bin:${current}` } });
    expect((await last.shell(command)).result.ok).toBe(true); // a program in the last folder is found last
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['the home itself', '.'],
          ['a dot-folder of the home', '.config'],
          ['a folder below a dot-folder', '.config/app/deep'],
          ['a dot-folder by its real name', 'dots/app'],
        ],
        3,
      ),
    ),
  )('everything where the current folder is %s', async (_, folder) => {
    const at = newMachine(user, { files: { '.config/app/deep/x': '', 'dots/app/x': '' }, links: { '.linked': 'dots' } });
    const cwd = join(at.home, folder);
    expect((await at.shell('touch new', { cwd })).asked).toBe(1);
    expect((await at.write('new.txt', 'x', { cwd })).asked).toBe(1);
  });

  test('what an allowed command changes around the home, because it was started there', async () => {
    const at = newMachine(user, { files: { 'thesis.tex': 'years', 'clean.sh': 'rm thesis.tex' } });
    const { asked } = await at.shell('./clean.sh', { cwd: at.home, allow: ['shell(./clean.sh)'] });
    expect({ asked, kept: at.has('thesis.tex') }).toEqual({ asked: 1, kept: true });
  });

  test.each(
    triedBy(
      user,
      sampled(
        [
          ['a link in place of the workspace', 'ln -s ~/docs ws'],
          ['a link on the way to the workspace', 'mkdir ~/project/x; ln -s ~ up'],
        ],
        3,
      ),
    ),
  )('%s, which is missing, and nothing behind it is free', async (_, command) => {
    const at = newMachine(user, { files: { 'docs/thesis.tex': 'years' } });
    const workspace = join(at.cwd, command.includes('up') ? 'up/docs' : 'ws');
    expect((await at.shell(command, { workspace })).asked).toBe(1);
    expect((await at.shell('rm ~/docs/thesis.tex', { workspace })).asked).toBe(1);
  });

  test('a second creation elsewhere after a yes to the first', async () => {
    const at = newMachine(user);
    const first = await at.shell('mkdir ~/docs && touch ~/docs/a');
    const hash = first.result.harm?.hash ?? '';
    expect((await at.shell('mkdir ~/docs && touch ~/docs/a', { approved: hash })).result.ok).toBe(true);
    expect((await at.shell('touch ~/docs/b')).asked).toBe(1);
    expect((await at.shell('echo more >> ~/docs/a')).result.ok).toBe(true); // its own
  });
});

describe.skipIf(!isRoot)('as root, where the current folder is of the system', () => {
  const places = [
    ['/etc', 'cron.d/x'],
    ['/etc/cron.d', 'x'],
    ['/etc', 'profile.d/x.sh'],
    ['/etc', 'systemd/system/x.service'],
    ['/etc', 'ld.so.preload'],
    ['/var/www', 'html/x.php'],
    ['/var/www/html', 'x.php'],
    ['/opt/app', 'x'],
    ['/srv/site', 'x'],
    ['/', 'etc/x'],
  ] as const;

  test('nothing is created without a question', async () => {
    const at = newMachine('this user', { prefix: ownSystem().prefix });
    for (const [cwd, file] of places) {
      const byCommand = await at.shell(`mkdir -p $(dirname ${file}); echo x > ${file}`, { cwd });
      const byTool = await at.write(file, 'x', { cwd });
      expect([cwd, file, byCommand.asked > 0, byTool.asked > 0]).toEqual([cwd, file, true, true]);
    }
  });
});
