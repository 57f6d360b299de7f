import { expect, test } from 'vitest';
import { workedMs } from '../../../test/support/worked-ms.ts';
import { begunBy } from './git-program.ts';

const mayRun = (line: string, path: string): boolean => {
  const { files, inTree } = begunBy(line);
  return files.some((file) => file.replace(/^\.\//, '') === path) || inTree.some((pattern) => pattern.test(path));
};

test.each<[line: string, path: string]>([
  ['./watch.sh', 'watch.sh'],
  ['sh -eu tools/clean', 'tools/clean'],
  ['bash -x clean', 'clean'],
  ['python3 -m tool', 'tool.py'],
  ['python3 -um tool.part', 'tool/part/__main__.py'],
  ['"/usr/bin/python3" -m nbstripout', 'nbstripout/__main__.py'],
  ['"/usr/bin/python3" -m nbstripout', 'json.py'],
  ['"/usr/bin/python3" -m nbstripout', 'json/__init__.py'],
  ['python3 -c "import json"', 'json.py'],
  ['python3 tools/merge.py %A', 'tools/re.py'],
  ['npx tool %A', 'node_modules/.bin/tool'],
  ['npx --no-install @team/tool@2 %A', 'node_modules/@team/tool/cli.js'],
  ['yarn tool', 'node_modules/tool/cli.js'],
  ['npm run -s show', 'package.json'],
  ['make -s show', 'Makefile'],
  ['timeout 5 make show', 'GNUmakefile'],
  ['cd a && ./b', 'a/b'],
  ['cd a; make', 'a/makefile'],
  ['make -C a', 'a/Makefile'],
  ['cd a && python3 -m tool', 'a/tool.py'],
  ['$PWD/bin/f', 'bin/f'],
  [`"\${PWD}"/bin/f`, 'bin/f'],
  ['$(pwd)/bin/f', 'bin/f'],
  ['`git rev-parse --show-toplevel`/bin/f', 'bin/f'],
  ['"$(cd "$(dirname "$0")" && ./where)/f"', 'sub/where'],
  ['sh -c \'"$GIT_DIR"/../bin/f\'', 'bin/f'],
  ['cd a && ./.b/c', 'a/.b/c'],
  ['cd a && ./b', 'a'],
  ['$PWD/bin/f', 'bin'],
  ['npx tool', 'node_modules'],
  ['python3 -m tool.part', 'tool'],
  ['PATH=node_modules/.bin:$PATH fmt', 'node_modules/.bin/fmt'],
  ['!f() { ./go.sh "$@"; }; f', 'go.sh'],
])('%s may run %s', (line, path) => {
  expect(mayRun(line, path)).toBe(true);
});

/** Program lines that people have in their own configuration, for every repository in which they work. */
const ordinary = [
  ...['vim', 'nvim -f', 'code --wait', 'emacsclient -t', '"/Applications/Sublime Text.app/bin/subl" -n -w', 'less -FRX', 'delta --dark'],
  ...['diff-so-fancy | less --tabs=4 -RFX', 'difft', 'git-lfs clean -- %f', 'git-lfs filter-process', 'true', 'hexdump -v -C'],
  ...['!gh auth git-credential', '!/usr/bin/gh auth git-credential', 'store --file ~/.credentials', 'osxkeychain', 'cache --timeout=3600'],
  ...[`!f() { echo "username=x"; echo "password=\${GITHUB_TOKEN}"; }; f`, '!aws codecommit credential-helper $@', 'gpg2', '/usr/bin/gpg'],
  ...[
    'ssh -i ~/.ssh/id_work -F /dev/null',
    'nvim -d "$LOCAL" "$REMOTE"',
    'code --wait --diff $LOCAL $REMOTE',
    'sops -d',
    'pandoc --to=markdown',
  ],
  ...['perl /usr/share/doc/git/contrib/diff-highlight/diff-highlight | less', 'python3 ~/tools/show.py', 'sqlite3 "$1" .dump'],
  ...['%C(auto)%h %d %s %C(dim)(%ar)', '^[ \\t]*((class|def)[ \\t].*)$', '!git log --oneline | head', 'https://example.org/a.git', 'main'],
];

const sources = [
  'src/index.ts',
  'index.js',
  'main.py',
  'json.py',
  'src/app/main.py',
  'package.json',
  'Makefile',
  'README.md',
  'bin/f',
  'tests/x',
];

test.each(ordinary)('%s runs none of the files that a project has', (line) => {
  expect(sources.filter((path) => mayRun(line, path))).toEqual([]);
});

test.each(['npx tool', 'make show', 'python3 -m tool', 'cd a && ./b', './show'])('%s leaves most of a project free', (line) => {
  expect(['src/index.ts', 'src/app/main.py', 'README.md', 'tests/x', 'docs/a.md'].filter((path) => mayRun(line, path))).toEqual([]);
});

test('no line takes long', () => {
  const started = workedMs();
  for (const part of ['$(', '`', '${', 'python3 -m ', 'npx a ', '../', '$(a)', 'cd a;']) begunBy(part.repeat(2000));
  expect(workedMs() - started).toBeLessThan(10_000);
});
