import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { whyOfSystem, whySensitive, whySensitiveBelow, whySensitiveInWorkspace } from './sensitive-places.ts';

const around = { home: '/home/ada', pathFolders: ['/opt/tools/bin', 'node_modules/.bin', ''], dataFolder: '/srv/artoo' };
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('creating a file alone changes something', () => {
  test.each([
    ...words(
      `~/.bashrc ~/.bash_profile ~/.bash_aliases ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.config/fish/config.fish ~/.inputrc ~/.login`,
    ),
    ...words(
      `~/p/.git ~/p/.git/hooks/pre-commit ~/p/.git/hooks ~/p/.git/config ~/p/.git/config.worktree ~/p/.git/info/attributes ~/p/.git/modules/a/config`,
    ),
    ...words(
      `~/p/.git/modules/a/b/hooks/post-checkout ~/bare.git/hooks/update ~/bare.git/config ~/.gitconfig ~/.config/git/config ~/p/.husky/pre-push`,
    ),
    ...words(
      `~/.ssh/authorized_keys ~/.ssh /root/.ssh/config ~/.gnupg/gpg.conf ~/.config/systemd/user/x.service ~/.config/autostart/x.desktop`,
    ),
    ...words(
      `~/Library/LaunchAgents/x.plist /Library/LaunchDaemons/x.plist /var/spool/cron/crontabs/ada /etc/cron.d/x /etc/passwd /etc /usr/bin/x`,
    ),
    ...words(
      `/usr/local/bin/x /bin/x /sbin/x /lib/systemd/system/x /lib64/x /boot/x /opt/tools/bin/ls ~/.local/bin/x ~/bin/x ~/.cargo/bin/x`,
    ),
    ...words(
      `~/p/.artoo/config.yaml /srv/artoo/memory /srv/artoo ~/p/AGENTS.md ~/p/CLAUDE.md ~/p/GEMINI.md ~/p/.claude/settings.json ~/.claude.json`,
    ),
    ...words(
      `~/p/.cursor/rules ~/.codex/config.toml ~/.gemini/settings.json ~/p/.github/copilot-instructions.md ~/p/.mcp.json ~/p/.aider.conf.yml`,
    ),
    ...words(
      `~/p/.vscode/tasks.json ~/p/.vscode/settings.json ~/p/.envrc ~/p/.npmrc ~/p/.yarnrc.yml ~/.pypirc ~/.config/pip/pip.conf ~/p/pip.conf`,
    ),
    ...words(
      `~/v/lib/python3/site-packages/x.pth ~/p/.venv/lib/python3/site-packages/x.py ~/p/.venv/lib/python3/site-packages/a/.idea/x ~/v/sitecustomize.py ~/usercustomize.py ~/.vimrc ~/.vim/plugin/x.vim ~/.config/nvim/init.lua`,
    ),
    ...words(
      `~/p/AGENT.md ~/p/sub/AGENT.md ~/p/WARP.md ~/p/CRUSH.md ~/p/crush.json ~/p/.crush/x ~/p/.opencode.json ~/p/.rules ~/p/.amazonq/rules/x.md ~/p/.roomodes`,
    ),
    ...words(
      `~/p/.zed/settings.json ~/p/.helix/languages.toml ~/p/.idea/workspace.xml ~/p/.devcontainer/devcontainer.json ~/p/.devcontainer.json ~/p/.vscode/mcp.json ~/p/.vscode/c_cpp_properties.json ~/p/.fleet/run.json ~/p/.vs/tasks.vs.json`,
    ),
    ...words(
      `~/vendor/p/.exrc ~/p/.exrc ~/p/.vimrc ~/p/.nvim.lua ~/p/mise.toml ~/p/.mise.toml ~/p/mise.local.toml ~/p/.mise/config.toml ~/p/.config/mise.toml`,
    ),
    ...words(
      `~/p/.tool-versions ~/p/rust-toolchain.toml ~/p/.Rprofile ~/p/.RData ~/p/.irbrc ~/p/.iex.exs ~/p/.ghci ~/p/.pdbrc ~/p/.hg/hgrc`,
    ),
    ...words(
      `~/p/bunfig.toml ~/p/.bundle/config ~/p/nuget.config ~/.pyenv/shims/python ~/.nvm/nvm.sh ~/.rustup/toolchains/x ~/miniconda3/bin/x`,
    ),
    ...words(`~/.tmux.conf ~/.kube/config ~/.docker/config.json ~/.curlrc /home/bob/.bashrc /Users/bob/.zshrc /root/.profile`),
    ...words(`~/p/../.bashrc //etc//hosts ~/P/.GIT/Hooks/x ~/p/agents.md /ETC/hosts ~/.BASHRC ~/p/.g\u200bit/hooks/x`),
  ])('at %s', (path) => {
    const place = path.replace('~', around.home);
    expect(whySensitive(place, around) ?? whyOfSystem(place)).toEqual(expect.any(String));
  });
});

describe('an ordinary place', () => {
  test.each([
    ...words(
      `~/notes.txt ~/p/.gitignore ~/p/.gitattributes ~/p/.prettierrc ~/p/.eslintrc ~/.cache/x/y ~/.config/app/settings.json ~/p/.github/workflows/ci.yml`,
    ),
    ...words(
      `~/p/.git/objects/ab/cdef ~/p/.git/refs/heads/main ~/p/.git/logs/HEAD ~/p/.git/index ~/p/.git/HEAD ~/p/.git/modules/a/index ~/p/.git/info/exclude`,
    ),
    ...words(
      `~/p/src/config ~/p/hooks/x ~/p/bin/x ~/p/.bashrc ~/p/.profile /tmp/x /srv/www/x /opt/tools/x /var/log/x /opt/tools/binary ~/p/etc/hosts`,
    ),
    ...words(
      `~/p/usr/x ~/p/agents.md.txt ~/p/myCLAUDE.md ~/p/.vscode/notes.json ~/p/ssh/config ~/p/x.pth ~/.local/share/app/x / ~ ~/p/node_modules/.bin/x`,
    ),
    ...words(
      `~/p/package.json ~/p/Makefile ~/p/.bazelrc ~/p/.pnp.cjs ~/p/conftest.py ~/p/build.rs ~/p/eslint.config.js ~/p/.gdbinit ~/p/.lldbinit ~/p/.dir-locals.el`,
    ),
    ...words(
      `~/p/.nvmrc ~/p/.python-version ~/p/.editorconfig ~/p/.venv/lib/python3/site-packages/__pycache__/x.cpython-311.pyc ~/p/.venv/pyvenv.cfg ~/p/.vscode/extensions.json`,
    ),
    ...words(`~/p/node_modules/iconv-lite/.idea/x.iml ~/p/node_modules/undici/docs/api/Agent.md ~/.npm/_cacache/x`),
    ...words(`~/p/mise.md ~/p/promise.toml ~/p/rules ~/p/src/agent.ts ~/p/docs/crush.md.txt ~/p/.github/workflows/ci.yml`),
  ])('is %s', (path) => {
    const place = path.replace('~', around.home);
    expect(whySensitive(place, around) ?? whyOfSystem(place)).toBeUndefined();
  });
});

test.each([
  ['.git/hooks/pre-commit', true],
  ['.git/config', true],
  ['.git', true],
  ['.artoo/config.yaml', true],
  ['AGENTS.md', true],
  ['.claude/settings.json', true],
  ['.envrc', false],
  ['.npmrc', false],
  ['.vscode/tasks.json', true],
  ['.vscode/launch.json', false],
  ['.zed/settings.json', true],
  ['mise.toml', true],
  ['.Rprofile', true],
  ['.tool-versions', true],
  ['node_modules/x/.vscode/tasks.json', false],
  ['src/main.ts', false],
])('in the workspace %s is sensitive: %s', (path, isSensitive) => {
  expect(whySensitiveInWorkspace(`/home/ada/work/${path}`, around) !== undefined).toBe(isSensitive);
});

test.each([
  ...[
    '~/.config',
    '~/.local',
    '~/.docker',
    '~/Library',
    '~/p/.vscode',
    '~/p/.github',
    '~/p/.git',
    '~/p/.git/modules',
    '~/.m2',
    '/home/bob/.config',
  ],
  ...['/srv', '/srv/artoo', '/opt', '/opt/tools', '/opt/tools/bin', '~/v/site-packages'],
])('a link at %s would bring sensitive places with it', (path) => {
  expect(whySensitiveBelow(path.replace('~', around.home), around)).toEqual(expect.any(String));
});

test.each(['~/p', '~/p/src', '~/.cache', '/tmp/x', '~/p/.config/app', '~/p/github', '/srv/www'])('a link at %s would not', (path) => {
  expect(whySensitiveBelow(path.replace('~', around.home), around)).toBeUndefined();
});

test('what is sensitive in the workspace is sensitive everywhere', () => {
  const path = fc.array(fc.constantFrom('.git', 'hooks', 'config', '.claude', 'AGENTS.md', '.artoo', 'x', 'modules'), { maxLength: 5 });
  let sensitive = 0;
  fc.assert(
    fc.property(path, (segments) => {
      const place = `/srv/${segments.join('/')}`;
      if (whySensitiveInWorkspace(place, around) === undefined) return;
      sensitive += 1;
      expect(whySensitive(place, around)).toEqual(expect.any(String));
    }),
  );
  expect(sensitive).toBeGreaterThan(10); // otherwise the property would prove nothing
});

test('everything below a sensitive place is sensitive, and no text takes long', () => {
  const segment = fc.oneof(
    fc.constantFrom('.git', 'hooks', '.ssh', '..', 'modules', 'config', '.', 'x'),
    fc.string({ unit: anyCharacter }),
  );
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
      const path = `/home/ada/.ssh/${segments.filter((name) => !name.includes('..')).join('/')}`;
      expect(whySensitive(path, around)).toBeDefined();
      whySensitive(`/${segments.join('/')}`, around);
    }),
  );
  const started = workedMs();
  whySensitive('/.git/modules'.repeat(500), around);
  whySensitive('/.git/modules/'.repeat(500) + 'x', around);
  expect(workedMs() - started).toBeLessThan(1000);
});
