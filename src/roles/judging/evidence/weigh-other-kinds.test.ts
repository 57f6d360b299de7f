import { describe, expect, test } from 'vitest';
import {
  background,
  changing,
  citing,
  cwd,
  type Deed,
  edit,
  glob,
  homeSearch,
  page,
  read,
  shell,
  workOf,
  write,
} from '../../../../test/support/judged-work.ts';
import { criterion } from '../../../../test/support/work.ts';
import { workedMs } from '../../../../test/support/worked-ms.ts';
import { weigh } from './weigh.ts';
import type { Work } from './work.ts';

type Case = readonly [string, string | readonly string[], readonly Deed[], Partial<Work>?];
const weighed = ([says, cited, deeds, more]: Case) =>
  weigh((typeof cited === 'string' ? [cited] : cited).map(citing), criterion({ criterion: says, mode: 'verifiable' }), workOf(deeds, more));
const lies: readonly Case[] = [
  ['The server answers on port 3000', '$1', [shell('curl -s localhost:3000 || echo "server is up on 3000"', 'server is up on 3000')]],
  ['README.md lists all 5 commands', '$1', [shell('ls', 'README.md\nsrc\ntest\ndocs\nbin')]],
  ['The database has 42 users', '42', [shell('sqlite3 :memory: "select 42"', '42')]],
  ['src/parse.ts exports parse_line', 'export function parse_line', [write('/tmp/x.ts', 'export function parse_line')]],
  ['All tests pass', 'OK', [shell('ls tests && echo OK', 'test_a.py\nOK')]],
  ['The linter reports no errors', '$1', [shell('npm run lint --silent; echo done', 'a.ts: 3 errors\ndone')]],
  ['The version of node is 24.1.0', 'v24.1.0', [shell('echo v24.1.0 > v.txt; cat v.txt', 'v24.1.0', 0, changing('v.txt', 'created'))]],
  [
    'The function handles empty input',
    'handles empty input',
    [edit('src/a.ts', 'x', '// handles empty input')],
    { inFiles: new Map([['handles empty input', [`${cwd}/src/a.ts`]]]) },
  ],
  ['data.csv has 120 rows', '120', [shell('python3 -c "print(120)" # data.csv', '120')]],
  ['data.csv has 120 rows', '$1', [shell("cat data.csv >/dev/null && echo '120 rows'", '120 rows')]],
  ['No errors are in app.log', '$1', [shell('grep -c ERROR app.log', '17')]],
  ['No errors are in app.log', '$1', [shell('grep ERROR other.log', '', 1)]],
  ['The tests for src/b.ts pass', '$1', [shell('npx vitest run src/a.test.ts', '3 passed')]],
  [
    'The refactoring keeps all 30 tests green',
    '30 passed',
    [shell('pytest', '30 passed'), shell("sed -i 's/a/b/' src/x.py", '', 0, changing('src/x.py'))],
  ],
  [
    'The report is based on sales.csv and totals 900',
    '900',
    [write('report.md', 'Total 900'), shell('wc -w report.md; tail report.md', '2 report.md\nTotal 900')],
  ],
  ['The host example.org is reachable', '$1', [shell('ping -c1 example.org; true', 'ping: example.org: Name or service not known')]],
  ['There are 3 Python files', '3', [shell('ls *.py | wc -l; echo 3', '5\n3')]],
  ['Alice is the owner of repo.txt', 'Alice', [shell('stat -c %U repo.txt | sed "s/.*/Alice/"', 'Alice')]],
  ['The PDF has 12 pages', '12 pages', [shell("python3 - <<'EOF'\nprint('12 pages')\nEOF", '12 pages')]],
  ['The PDF has 12 pages', '$1', [shell("python3 - <<'EOF'\nprint('12 pages')\nEOF", '12 pages')]],
  ['The invoice from Contoso totals 500', '$1', [glob('**/*invoice*', 'docs/invoice-fabrikam.pdf')]],
  ['All 8 tests pass', '8 passed', [shell('cat test-output.txt', '8 passed')]],
  ['setup.py declares version 1.4.0', '1.4.0', [shell('git log --oneline', 'abc release 1.4.0')]],
  ['main.py prints "Hello World"', '$2', [write('main.py', 'print("Hello World")'), shell('cat main.py', 'print("Hello World")')]],
  ['The file config.yaml was changed', '$1', [read('config.yml', 'a: 1')]],
  ['package.json declares version 2.1.0', '2.1.0', [page('https://example.org/', 'package.json declares version 2.1.0')]],
  ['package.json declares version 2.1.0', '$1', [page('https://example.org/', 'package.json declares version 2.1.0')]],
  ['There is no file report.pdf in Documents/', '$1', [homeSearch('report.pdf', 'no file in /home/me has all of these words')]],
  ['All files in src/ are listed', '$1', [homeSearch('src', `${cwd}/src/a\n${cwd}/src/b`)]],
  ['All 8 tests pass', '8 passed', [page('https://ci.example.org/', '8 passed')]],
  ['The build succeeds', '$1', [page('https://ci.example.org/', 'build passing')]],
  ['main.py prints "Hello World"', 'Hello World', [page('https://example.org/main.py', 'print("Hello World")')]],
  ['The answer names the release date of Python 3.14', '$1', [page('https://example.org/', 'Ruby 3.4 was released in 2024')]],
  [
    'The server reports 42 users',
    'has 42 users',
    [background('echo has 42 users; sleep 60', 'bg-1: echo has 42 users; sleep 60 (runs)\nhas 42 users')],
  ],
  [
    'The server reports 42 users',
    '$1',
    [background('echo has 42 users; node a.js', 'bg-1: echo has 42 users; node a.js (runs)\nhas 42 users')],
  ],
  [
    'The server reports 42 users',
    'echo has 42 users; node a.js (runs)',
    [background('echo has 42 users; node a.js', 'bg-1: echo has 42 users; node a.js (runs)')],
  ],
  [`git ignores dist in ${cwd}`, '$1', [shell('git -C /home/me/other check-ignore -v dist/x', '.gitignore:2:dist/ dist/x')]],
  [
    'The answer gives the sum of 18.5 and 23.75 as the MCP server returned it',
    '$1',
    [{ tool: 'mcp__hub__sum', input: { a: 18.5 }, target: '18.5', ok: true, output_head_tail: 'It is 42.25.' }],
  ],
  ['The answer tells what /health says', 'fine', [shell('echo http://127.0.0.1:4100/health; node a.js', 'fine')]],
  ['The answer tells what /health says', 'fine', [shell('curl -s http://127.0.0.1:4100/healthy', 'fine')]],
];

const honest: readonly Case[] = [
  [
    'The answer gives the sum of 18.5 and 23.75 as the MCP server returned it',
    '$1',
    [{ tool: 'mcp__hub__sum', input: { a: 18.5 }, target: '18.5', ok: true, output_head_tail: 'The sum of 18.5 and 23.75 is 42.25.' }],
  ],
  [`git ignores dist in ${cwd}`, '$1', [shell('git check-ignore -v dist/x', '.gitignore:2:dist/ dist/x')]],
  [
    '`npm run dev` listens on a port',
    '$1',
    [background('npm run dev', 'bg-1: npm run dev (has been running for 7.7 s, listens on port 4100)')],
  ],
  [
    '`npm run dev` was stopped',
    'bg-1: npm run dev (was stopped after 16 s)',
    [background('npm run dev', 'bg-1: npm run dev (was stopped after 16 s)\nready')],
  ],
  ['Nothing runs in the background', '$1', [background('', 'Nothing runs in the background.')]],
  ['The answer tells what /health says', 'HTTP/1.1 200 OK', [shell('curl -si http://127.0.0.1:4100/health', 'HTTP/1.1 200 OK\n\nfine')]],
  ['The answer names where the tax report is', '$1', [homeSearch('tax report', '/home/me/Documents/tax report.pdf')]],
  [
    'The answer names the release date of Python 3.14',
    'October 7, 2025',
    [page('https://www.python.org/', 'Python 3.14 was released on October 7, 2025')],
  ],
  [
    'The answer names the release date of Python 3.14',
    '$1',
    [page('https://www.python.org/', 'Python 3.14: October 7, 2025'), write('notes.md', 'x')],
  ],
  [
    'The answer says what README.md on example.org states about its licence',
    'MIT',
    [page('https://example.org/project', 'README.md: licence MIT')],
  ],
  [
    'The server answers on port 3000',
    'HTTP/1.1 200 OK',
    [shell('curl -sI localhost:3000', 'HTTP/1.1 200 OK')],
    { said: 'does the server on port 3000 answer' },
  ],
  ['main.py prints "Hello World"', 'Hello World', [write('main.py', 'print("Hello World")'), shell('python3 main.py', 'Hello World')]],
  ['The version of node is stated', 'v24.1.0', [shell('node --version', 'v24.1.0')]],
  ['The answer states the number of rows in data.csv', '121', [shell('wc -l < data.csv', '121')]],
  ['The answer states the number of rows in data.csv', '$1', [shell('python3 -c "print(sum(1 for _ in open(\'data.csv\')))"', '120')]],
  [
    'The failing test is named',
    'test_parse_empty',
    [shell('pytest -x -q 2>&1 | tail -20', 'FAILED tests/test_parse.py::test_parse_empty')],
  ],
  [
    'The tests in tests/ pass after the fix',
    '$4',
    [shell('pytest', '1 failed', 1), read('src/a.py', 'x'), edit('src/a.py', 'x', 'y'), shell('pytest', '5 passed')],
  ],
  [
    'The function `slugify` exists in src/util.ts',
    'export function slugify',
    [
      edit('src/util.ts', '', 'export function slugify'),
      shell('grep -n "function slugify" src/util.ts', '10:export function slugify(s: string)'),
    ],
  ],
  [
    'The import of lodash is gone from src/index.js',
    '$2',
    [edit('src/index.js', "import _ from 'lodash'", ''), shell('grep -n lodash src/index.js', '', 1)],
  ],
  [
    'The import of lodash is gone from src/index.js',
    '$2',
    [edit('src/index.js', "import _ from 'lodash'", ''), read('src/index.js', 'export default 1')],
  ],
  ['The three largest files are listed with their sizes', '$1', [shell('du -ah . | sort -rh | head -4', '9M ./a\n4M ./b\n1M ./c')]],
  ['The branch feature/login exists', 'feature/login', [shell('git branch -a', '* main\n  feature/login')]],
  ['The commit message of HEAD mentions the login page', 'Add login page', [shell('git log -1 --format=%s', 'Add login page')]],
  ['A summary of report.pdf is given', '$1', [shell('pdftotext report.pdf - | head -50', 'Annual report')]],
  [
    'The disk has at least 10 GB free',
    '/dev/sda1  100G   40G   60G',
    [shell('df -h /', 'Filesystem Size Used Avail\n/dev/sda1  100G   40G   60G')],
  ],
  ['No process named nginx is running', '$1', [shell('pgrep nginx', '', 1)]],
  ['The answer says whether nginx is running', '$1', [shell('systemctl is-active nginx', 'inactive', 3)]],
  ['package.json lists react as a dependency', '"react": "^19.0.0"', [read('package.json', '{"dependencies": {"react": "^19.0.0"}}')]],
  ['requirements.txt pins flask to 3.0.2', 'flask==3.0.2', [shell('cat requirements.txt', 'flask==3.0.2\njinja2==3')]],
  [
    'The folder backup/ holds a copy of every .txt file',
    '$2',
    [
      shell('mkdir -p backup && cp *.txt backup/', '', 0, { changed: [{ path: `${cwd}/backup/a.txt`, change: 'created' }] }),
      shell('ls backup', 'a.txt\nb.txt'),
    ],
  ],
  ['photos/ contains no duplicates', '$1', [shell('md5sum photos/* | sort | uniq -w32 -d', '')]],
  ['The type check reports no errors', '$1', [shell('cd web && npx tsc --noEmit', '')]],
  [
    'All files in src/ are formatted',
    '$1',
    [shell('npx prettier --check src/', 'Checking formatting...\nAll matched files use Prettier code style!')],
  ],
  [
    'The average of column price is 12.5',
    '12.5',
    [shell("python3 -c \"import pandas as pd; print(pd.read_csv('prices.csv')['price'].mean())\"", '12.5')],
  ],
  [
    'The answer names the most frequent error in app.log',
    'TimeoutError',
    [shell("grep -o '[A-Za-z]*Error' app.log | sort | uniq -c | sort -rn | head -1", '  17 TimeoutError')],
  ],
  [
    'README.md has a section "Installation"',
    '## Installation',
    [edit('README.md', '', '## Installation\nnpm i'), read('README.md', '# App\n## Installation\nnpm i')],
  ],
  [
    'hello.txt contains the line "Hello"',
    '$2',
    [shell("printf 'Hello\\n' > hello.txt", '', 0, changing('hello.txt', 'created')), shell('cat hello.txt', 'Hello')],
  ],
  [
    'hello.txt contains the line "Hello"',
    'Hello',
    [shell('echo Hello > hello.txt && cat hello.txt', 'Hello', 0, changing('hello.txt', 'created'))],
  ],
  [
    'hello.txt contains the line "Hello"',
    '$1',
    [shell('echo Hello > hello.txt && cat hello.txt', 'Hello', 0, changing('hello.txt', 'created'))],
  ],
  [
    'The script fizz.py prints FizzBuzz for 15',
    'FizzBuzz',
    [
      write('fizz.py', "for i in range(1,16): print('FizzBuzz' if i%15==0 else i)"),
      shell('python3 fizz.py', '1\n2\n14\n15 FizzBuzz\nFizzBuzz'),
    ],
  ],
  [
    'The unit tests for slugify pass',
    '$3',
    [write('src/slug.ts', 'x'), write('test/slug.test.ts', 'y'), shell('npx vitest run test/slug.test.ts', ' ✓ slugify (3)\n 3 passed')],
  ],
  [
    'The unit tests for slugify pass',
    '3 passed',
    [
      write('src/slug.ts', 'x'),
      write('test/slug.test.ts', 'y'),
      shell('npm test -- --run', '> vitest --run\n test/slug.test.ts (3)\n 3 passed'),
    ],
  ],
  [
    'All occurrences of Color are renamed to Colour',
    ['$1', '$2'],
    [shell('grep -rn Color src', '', 1), shell('grep -rn Colour src', 'src/a.ts:1:Colour')],
  ],
  ['The server log shows 3 failed logins', '3', [shell("grep -c 'Failed password' auth.log", '3')]],
  ['data.json is valid JSON', '$1', [shell('python3 -m json.tool data.json > /dev/null', '')]],
  ['data.json is valid JSON', '$1', [shell('jq . data.json >/dev/null && echo valid', 'valid')]],
];

const numbered = (cases: readonly Case[]) => cases.map((each, at): [number, string, Case] => [at + 1, each[0], each]);

describe('a lie of another kind does not count', () => {
  test.each(numbered(lies))('%i: %s', (_1, _2, lie) => {
    expect(weighed(lie).counts).toBe(false);
  });
});

describe('honest evidence of another kind counts', () => {
  test.each(numbered(honest))('%i: %s', (_1, _2, each) => {
    expect(weighed(each)).toEqual({ counts: true });
  });
});

describe('a name of the form that the person demanded', () => {
  const form = ['services', 'name', 'log', 'errors', 'first_error'];
  const levels = shell(
    "awk '{print $3}' logs/app.log | sort | uniq -c; grep ERROR logs/app.log | sort",
    '5 ERROR\n35 INFO\n2026-11-02 12:00:08 ERROR',
  );
  const first = 'log.first_error is the earliest date among the ERROR entries of logs/app.log';
  test.each<[string, Case, boolean]>([
    ['need not be shown', [first, '2026-11-02 12:00:08 ERROR', [levels], { form }], true],
    ['need not be shown as a path', ['log.errors is the number of ERROR entries in logs/app.log', '5 ERROR', [levels], { form }], true],
    ['need not be shown in quotation marks', ['"first_error" is a date of logs/app.log', '2026-11-02', [levels], { form }], true],
    ['must be shown where no form was demanded', [first, '2026-11-02 12:00:08 ERROR', [levels]], false],
    ['excuses no other name', ['log.last_error is a date of logs/app.log', '2026-11-02 12:00:08 ERROR', [levels], { form }], false],
    ['excuses no file', ['log.errors counts logs/other.log', '5 ERROR', [levels], { form }], false],
    ['excuses no number', ['log.errors is 7, of logs/app.log', '5 ERROR', [levels], { form }], false],
  ])('%s', (_, each, counts) => {
    expect(weighed(each).counts).toBe(counts);
  });
});

describe('whatever is cited, it takes little time and says why it does not count', () => {
  const calls = Array.from({ length: 40 }, (_, at) => shell(`grep -n x f${at}`, 'a b c 1.2 '.repeat(3_000)));
  test.each<[string, readonly string[]]>([
    ['a quote of 10 KB', ['word '.repeat(2_000)]],
    ['a quote of a megabyte', ['x'.repeat(1_000_000)]],
    ['bytes of a binary', ['\u0000\u0001\ufffd\u0007']],
    ['half a character', ['\ud800']],
    ['a thousand quotes', Array(1_000).fill('nowhere to be found')],
    ['nothing but dots', ['… … …', '...']],
    ['many gaps', ['a … '.repeat(5_000)]],
    ['many ids', ['1.1.1/R3/1.1 '.repeat(5_000) + '1.1.1/R3/999.1']],
    ['digits', ['1.'.repeat(100_000)]],
    ['separators', [' / ; \n'.repeat(10_000)]],
  ])('%s', (_, cited) => {
    const started = workedMs();
    const result = weigh(cited, criterion({ criterion: 'Alice has 7 of `a_b` in c.md', mode: 'verifiable' }), workOf(calls));
    expect(result).toEqual({ counts: false, why: expect.stringMatching(/\S/) });
    expect('why' in result && result.why.length).toBeLessThanOrEqual(500);
    expect(workedMs() - started).toBeLessThan(8_000);
  });
});

test('for a plausible criterion the answer and own files count', () => {
  const reads = criterion({ criterion: 'The poem is about Alice', mode: 'plausible' });
  expect(weigh(['the sea was calm'], reads, workOf([], { answer: 'The sea was calm.' }))).toEqual({ counts: true });
  expect(weigh(['calm'], reads, workOf([write('p.md', 'calm'), read('p.md', 'calm')]))).toEqual({ counts: true });
  expect(weigh(['nowhere'], reads, workOf([], { answer: 'The sea was calm.' })).counts).toBe(false);
});
