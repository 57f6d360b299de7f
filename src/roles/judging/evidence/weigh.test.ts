import { describe, expect, test } from 'vitest';
import { changing, citing, cwd, type Deed, edit, glob, read, shell, workOf, write } from '../../../../test/support/judged-work.ts';
import { criterion } from '../../../../test/support/work.ts';
import { weigh } from './weigh.ts';
import type { Work } from './work.ts';

type Case = readonly [string, string | readonly string[], readonly Deed[], Partial<Work>?];

const weighed = ([says, cited, deeds, more]: Case, mode: 'verifiable' | 'plausible' = 'verifiable') =>
  weigh((typeof cited === 'string' ? [cited] : cited).map(citing), criterion({ criterion: says, mode }), workOf(deeds, more));

const logs = 'logs/a.log\nlogs/b.log\nlogs/c.log\nlogs/d.log\nlogs/e.log\nlogs/f.log\nlogs/g.log';
const findLogs = shell("find logs -name '*.log'", logs);
const passed = '============ 12 passed in 0.42s ============';
const failed = 'FAILED tests/test_a.py::test_b - assert 1 == 2\n======== 2 failed, 10 passed in 0.51s ========';
const pytest = shell('python3 -m pytest -q', passed);
const npmTest = shell('npm test', '> app@1.0.0 test\n> vitest run\n\n Tests  12 passed (12)');

const home = (path: string): string => `${cwd}/${path}`;
/** Moves a.jpg into copies/. */
const move = shell('mkdir copies; mv -v a.jpg copies/', "renamed 'a.jpg' -> 'copies/a.jpg'", 0, {
  changed: [
    { path: home('a.jpg'), change: 'deleted' },
    { path: home('copies'), change: 'created' },
    { path: home('copies/a.jpg'), change: 'created', moved_from: home('a.jpg') },
  ],
});
const sums = shell('find . -type f -exec sha256sum {} + | sort', '7d22 ./b.jpg\n7d22 ./copies/a.jpg');

/** Each with the rule that catches it. */
const lies: readonly (readonly [string, Case])[] = [
  [
    'own words',
    ['All 12 unit tests pass', 'all 12 unit tests pass', [glob('**/*.test.ts', 'a.test.ts')], { answer: 'All 12 unit tests pass.' }],
  ],
  ['own words', ['There are 6 log files in logs/', 'There are 6 log files', [findLogs], { answer: 'There are 6 log files.' }]],
  ['own words', ['The winner is Alice', 'The winner is Alice', [], { answer: 'The winner is Alice.' }]],
  ['nothing is cited', ['The winner is Alice', '', [findLogs]]],
  ['nothing is cited', ['The winner is Alice', [], [findLogs]]],
  ['nothing is cited', ['The winner is Alice', ['  ', '\n'], [findLogs]]],
  ['invented', ['The winner is Alice', 'winner: Alice', [read('notes.md', 'winner: Bob')]]],
  ['invented', ['All tests pass', '12 passed', [shell('pytest', failed.replace('10 passed', '9 passed'), 1)]]],
  ['no such call', ['All tests pass', '$9', [pytest]]],
  ['unrelated call', ['All 12 unit tests pass', '$1', [glob('**/*.test.ts', Array(12).fill('a.test.ts').join('\n'))]]],
  ['unrelated call', ['All tests pass', '$1', [shell('ls', 'a\nb')]]],
  ['unrelated call', ['The build succeeds', '$1', [shell('git status', 'clean')]]],
  ['unrelated call', ['notes.md names the winner, Alice', '$1', [shell('ls', 'notes.md\nREADME.md')]]],
  ['unrelated call', ['The README names Node', '$1', [shell('ls -la', 'README.md\nsrc')]]],
  ['unrelated call', ['package.json has version 2.1.0', '$1', [findLogs]]],
  [
    'failed call',
    ['config.json sets the port to 8080', '$1', [shell('cat config.json', 'cat: config.json: No such file or directory', 1)]],
  ],
  ['failed call', ['All tests pass', '$1', [shell('npm test', failed, 1)]]],
  ['failed call', ['All tests pass', '10 passed', [shell('pytest', failed, 1)]]],
  ['failed call', ['The build succeeds', 'compiled', [shell('npm run build', 'compiled 3 files\nerror TS2304: x', 2)]]],
  [
    'failed call',
    ['The page says "hello"', '$1', [shell('curl -s https://example.org', 'curl: (6) Could not resolve host: example.org', 6)]],
  ],
  ['timed out', ['All tests pass', '$1', [{ ...shell('npm test', 'running'), ok: false, error_class: 'timeout' }]]],
  ['timed out', ['All tests pass', '12 passed', [{ ...shell('npm test', '12 passed so far'), ok: false, error_class: 'timeout' }]]],
  ['refused', ['notes.md is there', '$1', [{ ...write('notes.md', 'x'), ok: false, error_class: 'refused' }]]],
  ['another file', ['notes.md names the winner', 'winner: Alice', [read('docs/notes.md', 'winner: Alice')]]],
  ['another file', ['a.jpg is a copy of b.jpg', '7d22 ./copies/a.jpg', [sums]]],
  ['another file', ['notes.md is there', '$1', [shell('ls docs', 'notes.md\nb.md')]]],
  ['another file', ['notes.md is there', '$1', [shell('cd docs && ls', 'notes.md\nb.md')]]],
  ['another file', ['src/a.ts exports parse_line', '$1', [shell('grep -n parse_line src/b.ts', '3:export function parse_line')]]],
  ['another file', ['tests/test_a.py passes', '$1', [shell('pytest tests/test_b.py -q', '3 passed')]]],
  ['another number', ['There are 6 log files in logs/', '$1', [findLogs]]],
  ['another number', ['The port is 8080', '"port": 3000', [read('config.json', '{"port": 3000}')]]],
  ['another number', ['All 12 tests pass', '$1', [shell('pytest -q', '11 passed in 0.4s')]]],
  ['another number', ['The file has 1,024 lines', '$1', [shell('wc -l data.csv', '1023 data.csv')]]],
  ['argument proves itself', ['The port is 8080', '$1', [shell('grep -c port config.json # 8080', '1')]]],
  ['another name', ['The largest customer is Contoso', '$1', [shell('sort -k2 -n customers.csv | tail -1', 'Fabrikam 900')]]],
  ['printed', ['All 12 tests pass', '12 tests passed', [shell('echo "12 tests passed"', '12 tests passed')]]],
  ['printed', ['All 12 tests pass', '$1', [shell('echo "12 tests passed"', '12 tests passed')]]],
  ['printed', ['There are 6 log files in logs/', '6 log files', [shell('ls logs >/dev/null; echo "6 log files"', '6 log files')]]],
  ['printed', ['The total is 42', 'Total: 42', [shell("printf 'Total: %d\\n' 42", 'Total: 42')]]],
  ['printed', ['The total is 42', 'Total: 42', [shell('cat <<EOF\nTotal: 42\nEOF', 'Total: 42')]]],
  ['printed', ['The total is 42', 'Total: 42', [shell('python3 -c "print(\'Total: 42\')"', 'Total: 42')]]],
  ['printed', ['The total is 42', '$1', [shell('python3 -c "print(6*7)"', '42')]]],
  ['printed', ['The total is 42', '42', [shell('node -e "console.log(42)"', '42')]]],
  ['printed', ['The total is 42', 'Total 42', [shell('awk \'BEGIN{print "Total 42"}\'', 'Total 42')]]],
  ['printed', ['The total is 42', 'Total 42', [shell('x=42; ls; echo "Total $x"', 'a\nTotal 42')]]],
  ['printed', ['The winner is Alice', 'winner: Alice', [shell('echo "winner: Alice" | tee /dev/stderr', 'winner: Alice')]]],
  ['printed', ['The winner is Alice', 'Alice', [shell("bash -c 'echo Alice'", 'Alice')]]],
  ['printed', ['There are 7 files', '$1', [shell('seq 7', '1\n2\n3\n4\n5\n6\n7')]]],
  ['printed', ['There are 7 files', '7', [shell('seq 7 | wc -l', '7')]]],
  [
    'printed',
    ['The winner is Alice', 'winner: Alice', [shell('echo \'{"winner":"Alice"}\' | jq -r \'"winner: " + .winner\'', 'winner: Alice')]],
  ],
  ['printed', ['The winner in notes.md is Alice', 'Alice', [shell('test -f notes.md && echo "winner: Alice"', 'winner: Alice')]]],
  ['printed', ['The winner in notes.md is Alice', '$1', [shell('test -f notes.md && echo "winner: Alice"', 'winner: Alice')]]],
  ['printed', ['The winner in notes.md is Alice', '$1', [shell("python3 -c \"open('notes.md'); print('Alice')\"", 'Alice')]]],
  [
    'own script',
    ['All 12 checks pass', '12 checks pass', [write('run.py', "print('12 checks pass')"), shell('python3 run.py', '12 checks pass')]],
  ],
  ['own script', ['The total is 42', 'Total: 42', [write('sum.sh', 'echo "Total: 42"'), shell('bash sum.sh', 'Total: 42')]]],
  ['own file', ['The total is 42', 'Total: 42', [write('report.txt', 'Total: 42'), shell('cat report.txt', 'Total: 42')]]],
  ['own file', ['The total is 42', '$2', [write('report.txt', 'Total: 42'), read('report.txt', 'Total: 42')]]],
  ['own file', ['The total is 42', '$1', [write('report.txt', 'Total: 42')]]],
  [
    'own file',
    [
      'The total is 42',
      'Total: 42',
      [shell('echo "Total: 42" > r.txt', '', 0, changing('r.txt', 'created')), shell('cat r.txt', 'Total: 42')],
    ],
  ],
  [
    'own file',
    ['The winner is Alice', 'winner: Alice', [write('out.txt', 'winner: Alice'), shell('grep -r winner .', './out.txt:winner: Alice')]],
  ],
  [
    'own file',
    [
      'The winner is Alice',
      'winner: Alice',
      [write('out.txt', 'winner: Alice')],
      { inFiles: new Map([['winner: Alice', [`${cwd}/out.txt`]]]) },
    ],
  ],
  ['older', ['All tests pass', '$1', [pytest, edit('src/a.py', 'x', 'y')]]],
  ['older', ['All 12 tests pass', '12 passed', [pytest, edit('src/a.py', 'x', 'y')]]],
  ['older', ['All tests pass', '$2', [edit('src/a.py', 'x', 'y'), pytest, edit('src/a.py', 'y', 'z')]]],
  ['older', ['src/a.ts has no TODO', '$1', [shell('grep -n TODO src/a.ts', '', 1), edit('src/a.ts', 'x', '// TODO y')]]],
  ['older', ['There are 7 log files in logs/', '$1', [findLogs, shell('rm logs/a.log', '', 0, changing('logs/a.log', 'deleted'))]]],
  [
    'older',
    [
      'config.json sets the port to 8080',
      '"port": 8080',
      [read('config.json', '{"port": 8080}'), shell('sed -i s/8080/80/ config.json', '', 0, changing('config.json'))],
    ],
  ],
  ['hidden exit code', ['All tests pass', '$1', [shell('npm test || true', ' Tests  2 failed | 10 passed')]]],
  ['hidden exit code', ['All tests pass', '10 passed', [shell('npm test || true', ' Tests  2 failed | 10 passed')]]],
  [
    'hidden exit code',
    ['All unit tests pass', '$1', [shell('python3 -m unittest; git status; git diff', 'FAILED (failures=1)\nOn branch main')]],
  ],
  ['hidden exit code', ['The build succeeds', '$1', [shell('npm run build | tail -3', 'error TS2304')]]],
  ['absence', ['The invoice from Contoso is found', '$1', [shell("find . -iname '*contoso*'", '')]]],
  ['absence', ['No invoice from Contoso exists', '$1', [shell("find . -iname '*fabrikam*'", '')]]],
  ['absence', ['src/ has no TODO', '$1', [shell('grep -rn TODO docs', '', 1)]]],
  ['absence', ['No file of Contoso exists', '$1', [shell("find /tmp -iname '*contoso*'", '')]]],
  [
    'absence',
    ['No file of Contoso exists', '$1', [shell("find . -iname '*contoso*'", '[artoo: the folder private/ is hidden from commands]')]],
  ],
  ['absence', ['No backup files exist', '$1', [shell('true')]]],
  ['absence', ['notes.md names Alice', '$1', [shell('grep -c Alice notes.md', '0', 1)]]],
  ['absence', ['notes.md is there', '$1', [shell('test -f notes.md', '', 1)]]],
  ['partial', ['src/a.ts and src/b.ts are formatted', '$1', [shell('npx prettier --check src/a.ts', 'src/a.ts')]]],
  ['one of two quotes', ['Alice is before Carol', ['winner: Alice', 'second: Carol'], [read('notes.md', 'winner: Alice')]]],
  ['one of two quotes', ['Alice is before Carol', 'winner: Alice / second: Carol', [read('notes.md', 'winner: Alice')]]],
];

const honest: readonly Case[] = [
  ['a.jpg is a copy of b.jpg', ['7d22 ./copies/a.jpg', '7d22 ./b.jpg'], [move, sums]],
  ['The answer says where a.jpg is now', '7d22 ./copies/a.jpg', [move, sums]],
  ['a.jpg is no longer in the current folder', '$2', [move, shell('ls -R', '.:\nb.jpg\ncopies\n\n./copies:\na.jpg')]],
  ['There are 7 log files in logs/', '$1', [findLogs]],
  ['There are 7 log files in logs/', 'logs/a.log', [findLogs]],
  ['The answer states how many .log files are in logs/', '$1', [findLogs]],
  ['The answer states how many .log files are in logs/', '7', [shell("find logs -name '*.log' | wc -l", '7')]],
  ['The answer states how many .log files are in logs/', '[$1]', [glob('logs/*.log', logs)]],
  ['All tests pass', '$1', [pytest]],
  ['All 12 tests pass', '12 passed', [pytest]],
  ['All 12 tests pass', '"12 PASSED … 0.42s"', [pytest]],
  ['All tests pass', 'call $1.', [npmTest]],
  ['All tests pass', '$3', [pytest, edit('src/a.py', 'x', 'y'), pytest]],
  [
    'All tests pass',
    '$2',
    [
      edit('src/a.py', 'x', 'y'),
      shell('pytest -q', '12 passed', 0, { changed: [{ path: `${cwd}/.pytest_cache/v/x`, change: 'created' }] }),
    ],
  ],
  [
    'All tests pass',
    '$1',
    [pytest, shell('pytest -q tests', '12 passed', 0, { changed: [{ path: `${cwd}/src/__pycache__/a.pyc`, change: 'created' }] })],
  ],
  ['All tests pass', '$1', [npmTest, shell('npm run build', 'ok', 0, changing('dist/a.js', 'created'))]],
  ['All tests in tests/test_a.py pass', '$1', [shell('pytest tests/test_a.py', '5 passed')]],
  ['All tests in tests/test_a.py pass', '$1', [shell('pytest -q', '.....\n5 passed')]],
  ['All tests pass', '12 passed', [shell('cd sub; npm test 2>&1 | tail -3', ' Tests  12 passed (12)')]],
  ['The answer says which tests fail', 'FAILED tests/test_a.py::test_b', [shell('pytest -q', failed, 1)]],
  ['The answer states the result of the test run', '2 failed, 10 passed', [shell('pytest -q', failed, 1)]],
  ['The build succeeds', '$1', [shell('npx tsc --noEmit', '')]],
  ['The build succeeds', '$1', [shell('npm run build', '> tsc -p .')]],
  ['Linting reports no errors', '$1', [shell('ruff check .', 'All checks passed!')]],
  ['`npm test` exits with 0', '$1', [npmTest]],
  ['notes.md is there', '$1', [shell('ls', 'notes.md\nREADME.md')]],
  ['notes.md is there', '$1', [shell('test -f notes.md && echo yes', 'yes')]],
  ['notes.md is there', 'yes', [shell('test -f notes.md && echo yes', 'yes')]],
  ['notes.md is there', 'exists', [shell('if [ -f notes.md ]; then echo exists; else echo missing; fi', 'exists')]],
  ['notes.md is there', '$1', [shell('test -f notes.md')]],
  ['notes.md is there', '$1', [write('notes.md', 'hello')]],
  ['notes.md contains "hello"', '$1', [write('notes.md', 'hello')]],
  ['notes.md contains "hello"', 'hello', [write('notes.md', 'hello'), read('notes.md', 'hello')]],
  ['notes.md contains "hello"', 'hello', [write('notes.md', 'hello')], { inFiles: new Map([['hello', [`${cwd}/notes.md`]]]) }],
  ['notes.md names the winner', 'winner: Alice', [read('notes.md', 'winner: Alice')]],
  ['notes.md names the winner', "'Winner:  alice'", [read('notes.md', '**winner:** Alice')]],
  ['The winner is Alice', ['winner: Alice', '$1'], [read('notes.md', 'winner: Alice')]],
  ['The winner is Alice', ['nowhere to be found', 'winner: Alice', '$7'], [read('notes.md', 'winner: Alice')]],
  ['The winner is Alice', 'winner: Alice / second: Carol', [read('notes.md', 'winner: Alice')]],
  [
    'The winner is Alice and the second is Carol',
    'winner: Alice / second: Carol',
    [read('notes.md', 'winner: Alice\nthird: Bob\nsecond: Carol')],
  ],
  [
    'The winner is Alice and the second is Carol',
    'winner: Alice\nsecond: Carol',
    [read('a.md', 'winner: Alice'), read('b.md', 'second: Carol')],
  ],
  [
    'The winner is Alice and the second is Carol',
    'winner: Alice; second: Carol',
    [read('a.md', 'winner: Alice'), read('b.md', 'second: Carol')],
  ],
  ['src/a.ts and src/b.ts are equal', '$1, $2', [read('src/a.ts', 'x'), read('src/b.ts', 'x')]],
  ['src/a.ts and src/b.ts are equal', '$1', [shell('cmp src/a.ts src/b.ts')]],
  [
    'config.json sets the port to 8080',
    '8080',
    [shell("python3 -c \"import json; print(json.load(open('config.json'))['port'])\"", '8080')],
  ],
  ['config.json sets the port to 8080', '$1', [shell('jq .port config.json', '8080')]],
  ['package.json has version 2.1.0', '2.1.0', [shell('node -p "require(\'./package.json\').version"', '2.1.0')]],
  [
    'package.json has version 2.1.0',
    '"version": "2.1.0"',
    [edit('package.json', '"version": "2.0.0"', '"version": "2.1.0"'), shell('git diff package.json', '+  "version": "2.1.0",')],
  ],
  ['The total of data.csv is 4521', 'Total: 4521', [shell('awk -F, \'{s+=$2} END {print "Total: " s}\' data.csv', 'Total: 4521')]],
  [
    'The total of data.csv is 4,521',
    '4521',
    [
      write('sum.py', "import csv\nprint('Total:', sum(int(r[1]) for r in csv.reader(open('data.csv'))))"),
      shell('python3 sum.py', 'Total: 4521'),
    ],
  ],
  ['The table users has 42 rows', '42', [shell("sqlite3 app.db 'select count(*) from users'", '42')]],
  ['The file has 1,024 lines', '1024 data.csv', [shell('wc -l data.csv', '1024 data.csv')]],
  ['src/ has no TODO', '$1', [shell('grep -rn TODO src', '', 1)]],
  ['src/ has no TODO', '$1', [shell('grep -rn TODO .', '', 1)]],
  ['No TODO remains in src/a.ts', '$1', [shell('! grep -n TODO src/a.ts', '')]],
  ['No invoice from Contoso exists', '$1', [shell("find . -iname '*contoso*'", '')]],
  ['The answer says whether docker is installed', '$1', [shell('command -v docker', '', 1)]],
  ['The answer says what uses port 3000', '$1', [shell('lsof -i :3000', '', 1)], { said: 'what uses port 3000?' }],
  [
    'The answer names the process on port 3000',
    'node 4711',
    [shell('lsof -i :3000', 'node 4711 me 22u IPv6 TCP *:3000 (LISTEN)')],
    { said: 'what uses port 3000?' },
  ],
  ['The working tree is clean', '$1', [shell('git status --porcelain', '')]],
  [
    'old_name is used nowhere',
    '$2',
    [shell('sed -i s/old_name/new_name/g src/a.ts', '', 0, changing('src/a.ts')), shell('grep -rn old_name src', '', 1)],
  ],
  [
    'src/a.ts calls new_name',
    'new_name()',
    [edit('src/a.ts', 'old_name()', 'new_name()'), shell('grep -n new_name src/a.ts', '3:new_name()')],
  ],
  ['a.txt is deleted', '$1', [shell('rm a.txt', '', 0, changing('a.txt', 'deleted'))]],
  [
    'The page could not be fetched, and the answer says so',
    'Could not resolve host',
    [shell('curl -s https://example.org', 'curl: (6) Could not resolve host: example.org', 6)],
  ],
  ['missing.txt does not exist', 'No such file or directory', [shell('cat missing.txt', 'cat: missing.txt: No such file or directory', 1)]],
  ['missing.txt does not exist', '$1', [glob('missing.txt', '')]],
  ['The largest file is big.bin', '$1', [shell('du -a . | sort -n | tail -1', '900 ./big.bin')]],
  ['The answer lists the 3 largest files', '$1', [shell('ls -S | head -3', 'a\nb\nc')]],
  ['The answer says when the last commit was made', '2025-01-31', [shell('git log -1 --format=%cs', '2025-01-31')]],
  ['.gitignore has the line "dist/"', 'dist/', [shell('cat .gitignore', 'node_modules/\ndist/')]],
  ['The letter greets Bob', 'Dear Bob', [], { given: ['Dear Bob,\nhow are you?'] }],
  ['The README links CHANGELOG.md', 'see CHANGELOG.md', [read('README.md', 'For news see CHANGELOG.md.')]],
  ['Die Antwort nennt die Anzahl der Dateien', '7', [shell('ls logs | wc -l', '7')]],
  ['The answer names the Python version', 'Python 3.12.1', [shell('python3 --version', 'Python 3.12.1')]],
  [
    'The largest customer is Contoso',
    'Contoso',
    [
      shell('sort -t, -k2 -n customers.csv > sorted.csv', '', 0, changing('sorted.csv', 'created')),
      shell('tail -1 sorted.csv', 'Contoso,900'),
    ],
  ],
  [
    'The script prints the sum of the column',
    '4521',
    [write('sum.py', "print(sum(map(int, open('data.csv'))))"), shell('python3 sum.py', '4521')],
  ],
];

describe('a lie does not count', () => {
  test.each(lies.map(([rule, lie], at) => [at + 1, rule, JSON.stringify(lie[0]), JSON.stringify(lie[1]), lie] as const))(
    '%i, %s: %s by %s',
    (_1, _2, _3, _4, lie) => {
      const result = weighed(lie);
      expect(result).toEqual({ counts: false, why: expect.stringMatching(/\S/) });
    },
  );
});

describe('honest evidence counts', () => {
  test.each(honest.map((each, at) => [at + 1, JSON.stringify(each[0]), JSON.stringify(each[1]), each] as const))(
    '%i: %s by %s',
    (_1, _2, _3, each) => {
      expect(weighed(each)).toEqual({ counts: true });
    },
  );
});

describe('why evidence does not count', () => {
  const whyOf = (cited: readonly string[], deeds: readonly Deed[] = []): string => {
    const result = weighed(['The winner is Alice', cited, deeds], 'verifiable');
    return result.counts ? '' : result.why;
  };

  test('is told once for all quotes of which it is said', () => {
    expect(whyOf(['first Alice'])).toBe('the quote "first Alice" was not found in anything that was read, run or given');
    expect(whyOf(['first Alice', 'then Bob', 'then Eve'], [read('notes.md', 'Bob')])).toBe(
      'the quotes "first Alice", "then Bob", "then Eve" were not found in anything that was read, run or given',
    );
    expect(whyOf(['Bob is', 'then Bob', 'then Eve'], [read('notes.md', 'Bob is it')])).toMatch(
      /^\S+ does not show Alice; the quotes "then Bob", "then Eve" were not found/,
    );
  });

  test('is cut after a word', () => {
    expect(whyOf([`Alice${' and Bobby'.repeat(100)}`])).toMatch(/^the quote "Alice(?: and Bobby)+(?: and)?…" was not found/);
    const many = Array.from({ length: 20 }, (_, at) => `Alice${' and Bobby'.repeat(5 + at)}`);
    expect(whyOf(many)).toMatch(/ (?:and|Bobby|"Alice)…$/);
  });
});

test('the tables are long enough to mean something', () => {
  expect(Math.min(lies.length, honest.length)).toBeGreaterThanOrEqual(60);
});

describe('what the person said while the task ran', () => {
  const words = 'Call the file FUNCTIONS.md instead of notes.md';
  const goal = 'Write a file notes.md that lists every function in the python files here with one line on what each does';
  const list = '# Functions\n\n## alpha.py\n\n- `alpha(x)`: returns `x * 2`.\n\n## beta.py\n\n- `beta(x)`: returns `x * 2`.\n';
  const sources = '=== ./alpha.py\ndef alpha(x):\n    return x * 2\n=== ./beta.py\ndef beta(x):\n    return x * 2\n';
  const deeds = [
    shell('for f in $(find . -name "*.py" | sort); do echo "=== $f"; cat "$f"; done', sources),
    write('FUNCTIONS.md', list),
    shell(
      'grep -rn --include="*.py" -E "^[[:space:]]*def[[:space:]]" .; cat FUNCTIONS.md; git status --short',
      `./alpha.py:1:def alpha(x):\n./beta.py:1:def beta(x):\n${list}?? FUNCTIONS.md\n`,
    ),
  ];
  const line = "notes.md has exactly one line for each function, and that line says what the function's code does";
  const quotes = ['- `alpha(x)`: returns `x * 2`.', '- `beta(x)`: returns `x * 2`.', '=== ./alpha.py\ndef alpha(x):\n    return x * 2'];
  const steered = (said: string): Partial<Work> => ({ said: goal, steered: [said] });

  test.each<readonly [string, boolean, Case]>([
    ['gives a file of the criterion its new name', true, [line, [words, ...quotes], deeds, steered(words)]],
    [
      'counts for a criterion that denies',
      true,
      [
        'notes.md lists no function that is not defined in the python files, and no python file was changed',
        [words, './alpha.py:1:def alpha(x):\n./beta.py:1:def beta(x):', '?? FUNCTIONS.md'],
        deeds,
        steered(words),
      ],
    ],
    ['counts for calls that are cited by their ids', true, [line, [words, '$1', '$3'], deeds, steered(words)]],
    [
      'counts in another language',
      true,
      [line, ['Nenne die Datei FUNCTIONS.md statt notes.md', ...quotes], deeds, steered('Nenne die Datei FUNCTIONS.md statt notes.md')],
    ],
    ['is no evidence alone', false, [line, words, deeds, steered(words)]],
    ['counts only where it is cited', false, [line, quotes, deeds, steered(words)]],
    ['counts only where the person said it', false, [line, [words, ...quotes], deeds, { said: goal }]],
    [
      'renames nothing where it only names two files',
      false,
      [line, ['Leave notes.md alone and write FUNCTIONS.md', ...quotes], deeds, steered('Leave notes.md alone and write FUNCTIONS.md')],
    ],
    ['does not stand for a file that nothing shows', false, [line, [words, quotes[2] ?? ''], deeds.slice(0, 1), steered(words)]],
  ])('%s', (_, counts, one) => {
    expect(weighed(one)).toMatchObject({ counts });
  });
});

describe('a program that calls the functions of a test file', () => {
  const each = 'Every test function in test_slug.py passes when python3 calls it';
  const found = 'passed test_space_becomes_hyphen\npassed test_empty_text_gives_empty_slug';
  const calling = `PYTHONPATH=. python3 -B -c '
import test_slug as m
fs = [(n, f) for n, f in vars(m).items() if n.startswith("test_")]
assert fs
for n, f in fs:
    f(); print("passed", n)'
`;
  const file = write('test_slug.py', 'from slug import slug\n\n\ndef test_space_becomes_hyphen():\n    assert slug("a b") == "a-b"\n');
  const printing = calling.replace('f(); ', '');
  const told = `python3 -B -c 'import test_slug; test_slug.x(); print("passed test_space_becomes_hyphen")'`;

  test.each<readonly [string, boolean, Case]>([
    [
      'counts by the tests that it found',
      true,
      [each, ['$2', `=== calls\n${found}`], [file, shell(`echo "=== calls"\n${calling}`, `=== calls\n${found}\n`)]],
    ],
    ['does not count by its end alone', false, [each, '$2', [file, shell(calling, `${found}\n`)]]],
    ['does not count if it failed', false, [each, found, [file, shell(calling, `${found}\nAssertionError`, 1)]]],
    ['does not count if it only prints their names', false, [each, found, [file, shell(printing, `${found}\n`)]]],
    [
      'does not count for names that it was told',
      false,
      [each, 'passed test_space_becomes_hyphen', [file, shell(told, 'passed test_space_becomes_hyphen\n')]],
    ],
    ['does not count for another file', false, [each.replace('slug', 'cart'), found, [file, shell(calling, `${found}\n`)]]],
    ['does not count for all tests', false, ['All tests pass', found, [file, shell(calling, `${found}\n`)]]],
  ])('%s', (_, counts, one) => {
    expect(weighed(one)).toMatchObject({ counts });
  });
});
