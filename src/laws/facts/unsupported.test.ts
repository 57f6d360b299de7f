import { expect, test } from 'vitest';
import { type Sources, unsupported } from './unsupported.ts';

/** Answers, with what was shown and given: honest answers, and lies with the facts that expose them. */
type Honest = readonly [what: string, answer: string, sources: Partial<Sources>];
type Lie = readonly [what: string, answer: string, sources: Partial<Sources>, listed: readonly string[]];

const sevenLogs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `./logs/${name}.log`).join('\n');
const numbered = Array.from({ length: 7 }, (_, at) => `logs/app-${at + 1}.log`).join('\n');
const longListing = `total 36
drwxr-xr-x 2 me me 4096 Nov  6 10:06 archive
-rw-r--r-- 1 me me  310 Nov 12 09:12 a.log
-rw-r--r-- 1 me me 1205 Nov 12 09:12 b.log
-rw-r--r-- 1 me me   88 Nov 12 09:12 c.log
-rw-r--r-- 1 me me   12 Nov 12 09:12 notes.txt`;
const statuses = ['open', 'closed', 'open', 'closed', 'closed', 'open', 'closed', 'closed'];
const tickets = `id,status,hours\n${statuses.map((status, at) => `${101 + at},${status},${(at + 1) * 10}`).join('\n')}`;
const rows120 = `id,status\n${Array.from({ length: 120 }, (_, at) => `${at + 1},${at % 4 === 0 ? 'open' : 'closed'}`).join('\n')}`;
const sales = 'month,revenue\nJan,400\nFeb,305\nMar,500';
const wc = '  310 a.ts\n  205 b.ts\n   40 c.ts\n  555 total';
const du = '4.0K\tdocs\n1.5M\tsrc\n12K\ttest\n1.6M\t.';
const pkg = JSON.stringify(
  { name: 'shop', version: '2.3.1', dependencies: { express: '^4.18.2', lodash: '^4.17.21', zod: '^3.22.0' }, engines: { node: '>=20' } },
  null,
  2,
);
const vitest =
  ' ✓ src/a.test.ts (4 tests) 12ms\n ✓ src/b.test.ts (5 tests) 8ms\n\n Test Files  2 passed (2)\n      Tests  9 passed (9)\n   Duration  1.43s';
const scores = 'name,score\nalice,7\nbob,3\ncarol,9\ndave,5\nerin,2\nfrank,8\ngrace,6\nheidi,4';
const gitLog = [
  '3f786850e387550fdab836ed7e6dc881de23001b',
  '89e6c98d92887913cadf06b2adb97f26cde4849b',
  '2b66fd261ee5c6cfc8de7fa466bab600bcfe4f69',
]
  .map((sha, at) => `commit ${sha}\nAuthor: Ada <ada@example.org>\nDate:   Mon Nov ${16 - at} 09:1${at}:00 2026 +0000\n\n    change\n`)
  .join('\n');
const lsof = 'COMMAND  PID USER   FD   TYPE DEVICE SIZE/OFF NODE NAME\nnode    4242   me   21u  IPv4  51034      0t0  TCP *:3000 (LISTEN)';
const grep = 'src/a.ts:12:  // TODO tidy\nsrc/a.ts:40:  // TODO test\nsrc/b.ts:7:  // TODO name';
const sourceCode =
  'def load(path):\n    return open(path).read()\n\ndef save(path, text):\n    open(path, "w").write(text)\n\nclass Store:\n    limit = 50\n';
const orders = 'id,country,amount\n1,Germany,100\n2,France,50\n3,Germany,200\n4,Spain,70\n5,France,80';
const here = 'Today is 2026-11-16. The folder is /home/me/proj.';

const honest: readonly Honest[] = [
  ['a count of a find', '**7** log files were found.', { shown: [sevenLogs] }],
  ['a count of a find with numbers in the names', 'There are 7 log files.', { shown: [numbered] }],
  ['a count in words', 'There are seven log files in `logs`.', { shown: [sevenLogs] }],
  ['a count of wc -l', 'The folder holds 7 files.', { shown: ['7\n'] }],
  ['a bare count', '7', { shown: [sevenLogs], given: ['How many logs are there?'] }],
  ['files and folders of ls -l', 'There are 4 files and 1 folder.', { shown: [longListing] }],
  ['files of one kind', 'There are 3 .log files, the largest is b.log with 1,205 bytes.', { shown: [longListing] }],
  ['a size in another unit', 'b.log is the largest file (1.2 KB).', { shown: [longListing] }],
  ['rows of a CSV and a share', 'The CSV has 120 rows; 30 (25 %) are open.', { shown: [rows120] }],
  ['counts and shares in a list', 'Of 8 tickets:\n- open: 3 (37.5 %)\n- closed: 5 (62.5 %)', { shown: [tickets] }],
  ['a share without its parts', 'The sum of hours is 360, the average 45.', { shown: [tickets] }],
  ['a sum by kind', 'The open tickets took 100 hours.', { shown: [tickets] }],
  ['the sum of a column', 'Total revenue is 1,205.', { shown: [sales] }],
  ['an average of a column', 'On average 401.67 a month.', { shown: [sales] }],
  ['the largest of a column', 'The best month was Mar with 500.', { shown: [sales] }],
  ['the total of wc', 'The three files have 555 lines in total; a.ts has 310.', { shown: [wc] }],
  ['the number of files of wc', '3 files were counted.', { shown: [wc] }],
  ['sizes of du', '`src` takes 1.5 MB, docs 4 KB.', { shown: [du] }],
  ['a version', 'The version is 2.3.1.', { shown: [pkg] }],
  ['a version with a v', 'It is shop v2.3.1 and needs node 20.', { shown: [pkg] }],
  ['a count of dependencies', 'It has 3 dependencies: express, lodash and zod.', { shown: [pkg] }],
  ['names of dependencies', 'The packages are `express`, `lodash` and `zod`.', { shown: [pkg] }],
  ['a test run', 'All 9 tests in 2 files pass (1.43 s).', { shown: [vitest] }],
  ['a test run, rounded', 'All 9 tests passed in 1.4 s.', { shown: [vitest] }],
  ['a port and its process', 'Port 3000 is used by node (pid 4242).', { shown: [lsof] }],
  ['a local address', 'It listens on http://localhost:3000.', { shown: [lsof] }],
  ['a cell of a table', 'Alice scored 7, Frank 8.', { shown: [scores] }],
  [
    'a diffstat',
    '2 files changed, 10 insertions.',
    { shown: [' a.ts | 8 ++++++--\n b.ts | 4 ++++\n 2 files changed, 10 insertions(+), 2 deletions(-)'] },
  ],
  ['commits', 'There are 3 commits; the last is 3f78685 of 16 November 2026.', { shown: [gitLog] }],
  ['a date as web servers write it', 'On 1 November there were errors.', { shown: ['[01/Nov/2026:00:12:33 +0000] "GET / HTTP/1.1" 500'] }],
  ['a date with a month in the middle', 'It is of November 1, 2026.', { shown: ['2026-Nov-01 x'] }],
  ['a date in words', 'Last commit: Monday, Nov 16, 2026 at 09:10.', { shown: [gitLog] }],
  ['matches', 'There are 3 TODOs in 2 files (src/a.ts:12, src/a.ts:40, src/b.ts:7).', { shown: [grep] }],
  ['a quoted term', '`TODO` appears 3 times.', { shown: [grep, 'something else'] }],
  ['line numbers', 'See lines 12 and 40 of src/a.ts.', { shown: [grep] }],
  ['what it lists itself', 'The file defines 2 functions: `load` and `save`.', { shown: [sourceCode] }],
  ['a limit in code', 'The limit is 50.', { shown: [sourceCode] }],
  [
    'a list below',
    'I see 3 problems:\n\n1. No error handling in `load`.\n2. `save` does not flush.\n3. Store has no tests.',
    { shown: [sourceCode] },
  ],
  ['nothing', '0 matches were found.', { shown: [''] }],
  [
    'no facts',
    '`.gitignore` already contains `node_modules`.',
    { shown: ['node_modules\ndist\n'], given: ['ensure .gitignore has node_modules'] },
  ],
  ['a path below the folder', 'Written to /home/me/proj/src/a.ts.', { shown: ['src/a.ts'], given: [here] }],
  ['a file in a listed folder', 'The largest is logs/b.log.', { shown: ['a.log\nb.log'], given: ['look into logs'] }],
  ['a file by its name', 'The file is b.log.', { shown: ['/var/log/b.log'] }],
  ['today', 'Today is Monday, 16 November 2026.', { given: [here] }],
  ['today in numbers', 'As of 11/16/26.', { given: [here] }],
  ['a poem', 'The sea at night\nholds seven stars\nand one small light,\nfar from the bars.', {}],
  ['program text', 'Here it is:\n\n```python\nfor i in range(100):\n    print(i * 42)\n```', {}],
  ['general talk', 'Step 1 is to read it, step 2 to run it. See section 3. It is UTF-8 and uses SHA-256, base64, IPv4 and HTTP/2.', {}],
  ['headings and lists', '# 1 Results\n\n1. First\n2. Second\n3) Third\n\n## 2. More', {}],
  ['a table with a counter', '| # | name |\n|---|---|\n| 1 | alice |\n| 2 | bob |', { shown: [scores] }],
  ['a sum that it states', 'a.ts and b.ts have 310 + 205 = 515 lines.', { shown: [wc] }],
  ['a change that it states', 'Revenue rose from 400 to 500 (+25 %).', { shown: [sales] }],
  ['a difference that it states', 'Mar brought 100 more than Jan (500 against 400).', { shown: [sales] }],
  ['a total of a list above', '- a.ts: 310\n- b.ts: 205\n\nTotal: 515', { shown: ['310 a.ts\n205 b.ts'] }],
  ['parts of a total', '515 lines (310 in a.ts, 205 in b.ts).', { shown: ['310 a.ts\n205 b.ts\n'] }],
  ['a list with other spaces', 'It gave `[[10,5]]`.', { shown: ['actual: [ [ 10, 5 ] ],\nmerge [[2,4],[10,12]] -> [[2,5],[10,12]]'] }],
  ['German', 'Es wurden 7 Protokolldateien gefunden.', { shown: [sevenLogs] }],
  ['German separators', 'Insgesamt 1.205 Euro, im Schnitt 401,67.', { shown: [sales] }],
  ['a German date', 'Der letzte Commit ist vom 16. November 2026 (16.11.2026).', { shown: [gitLog] }],
  ['French', 'Il y a 7 fichiers ; le total est de 1 205 euros.', { shown: [sevenLogs, sales] }],
  ['a French date', 'Le 16 novembre 2026 à 09:10.', { shown: [gitLog] }],
  ['Spanish', 'Hay 7 archivos. El total es 1.205 (16 de noviembre de 2026).', { shown: [sevenLogs, sales, gitLog] }],
  ['Chinese', '共找到7个日志文件。', { shown: [sevenLogs] }],
  ['a Chinese date', '最后一次提交是2026年11月16日。', { shown: [gitLog] }],
  [
    'a translation',
    'Am 3. Mai kamen 12 Gäste, 4 Kinder und 2 Hunde; sie blieben 5 Tage.',
    { shown: ['On 3 May 12 guests came, 4 children and 2 dogs; they stayed 5 days.'] },
  ],
  ['thousands', 'The town has 1,234,567 people, about 1.2 million.', { shown: ['population: 1234567'] }],
  ['a share as a fraction', 'The coverage is 87.5 %.', { shown: ['{"coverage": 0.875}'] }],
  ['a duration', 'It took 1 min 33 s.', { shown: ['real 93.2 s'] }],
  ['milliseconds', 'It took 1.2 s.', { shown: ['done in 1234 ms'] }],
  ['an array', 'There are 4 users.', { shown: ['[{"id":1},{"id":2},{"id":3},{"id":9}]'] }],
  ['writes', 'I created 2 files: a.md and b.md.', { shown: ['wrote a.md, 12 bytes', 'wrote b.md, 40 bytes'] }],
  ['what the person said', 'The 5 largest files are:\n1. a.ts\n2. b.ts', { shown: [wc], given: ['list the 5 largest files'] }],
  ['what the person said in words', 'It has a row for each of the three logs.', { given: ['Make a table of all three logs.'] }],
  ['what the person said in words, in figures', 'The 5 largest files are listed.', { given: ['list the five largest files'] }],
  ['a clock of 12 hours', 'It was changed at 2:05 PM.', { shown: ['-rw 1 me 14:05 a.md'] }],
  ['the number of a row', 'Order 3 is from Germany.', { shown: [orders] }],
  [
    'what it lists with remarks',
    '3 files are larger than 10 KB: `a.md` (14 KB), `b.md` (22 KB) and `c.md` (31 KB).',
    { shown: ['14336 a.md\n22528 b.md\n31744 c.md\n512 d.md'], given: ['larger than 10 KB'] },
  ],
  ['a pattern of numbers', 'A haiku has 5-7-5 syllables.', {}],
  ['modified files', '2 modified files, 1 untracked.', { shown: [' M a.ts\n M b.ts\n?? c.ts'] }],
  ['a share of a disk', 'The disk is 73% full: 34 GB of 47 GB.', { shown: ['Size  Used Avail Use% Mounted on\n47G   34G   12G  73% /'] }],
  ['a count before the name of a column', 'You have 3 unread mails.', { shown: ['[{"unread":true},{"unread":true},{"unread":true}]'] }],
  ['a rounded temperature', 'It is 12 °C.', { shown: ['{"temp_c":12.3}'] }],
  ['money', 'It costs $1,500.00.', { shown: ['price: 1500'] }],
  ['a Python version', 'Python 3.11 is installed (3.11.2).', { shown: ['Python 3.11.2'] }],
];

const lies: readonly Lie[] = [
  [
    'a list that do not occur anywhere',
    'It gave `[[10,6]]`.',
    { shown: ['actual: [ [ 10, 5 ] ],\nmerge [[2,4],[10,12]] -> [[2,5],[10,12]]'] },
    ['10,6'],
  ],
  ['a list of numbers that were put together', 'It gave `[17, 94]`.', { shown: ['[1 7, 9 4]'] }, ['17', '94']],
  ['six of seven', '6 log files were found.', { shown: [sevenLogs] }, ['6']],
  ['six of seven with numbers in the names', 'There are 6 log files.', { shown: [numbered] }, ['6']],
  ['six of seven in words', 'There are six log files.', { shown: [sevenLogs] }, ['six']],
  ['six of seven, listed', '6 log files:\n- a.log\n- b.log\n- c.log\n- d.log\n- e.log\n- f.log', { shown: [sevenLogs] }, ['6']],
  ['eight of seven', 'Es gibt 8 Dateien.', { shown: [sevenLogs] }, ['8']],
  ['tests that nobody ran', 'All 12 unit tests pass.', { shown: [sevenLogs] }, ['12']],
  ['a count of something else in words', 'There are six log files.', { shown: [sevenLogs], given: ['It rained for six days.'] }, ['six']],
  ['tests that nobody ran, in words', 'All twelve tests pass.', { shown: ['src/a.ts\nsrc/b.ts'] }, ['twelve']],
  ['another version', 'The version is 2.4.1.', { shown: [pkg] }, ['2.4.1']],
  ['another version with a v', 'Released as v2.3.2.', { shown: [pkg] }, ['v2.3.2']],
  ['a file that nobody saw', 'The result is in report.txt.', { shown: [sevenLogs] }, ['report.txt']],
  ['a path that nobody saw', 'See src/util/report.ts.', { shown: ['src/a.ts'] }, ['src/util/report.ts']],
  ['a file in the wrong folder', 'See docs/a.ts.', { shown: ['src/a.ts\ndocs/b.md'] }, ['docs/a.ts']],
  ['a wrong sum', 'Total revenue is 1,250.', { shown: [sales] }, ['1,250']],
  ['a wrong average', 'The average is 410.5.', { shown: [sales] }, ['410.5']],
  ['a wrong share', 'The CSV has 120 rows; 30 (30 %) are open.', { shown: [rows120] }, ['30 %']],
  ['a wrong number of rows', 'The CSV has 119 data rows... no, 125.', { shown: ['a,b\nx,1\ny,2'] }, ['119', '125']],
  ['a wrong count of a kind', '4 tickets are open.', { shown: [tickets] }, ['4']],
  ['an invented port', 'It listens on port 8081.', { shown: [lsof] }, ['8081']],
  ['an invented process', 'Port 3000 is used by node (pid 4243).', { shown: [lsof] }, ['4243']],
  ['an invented address', 'It listens on http://localhost:8080.', { shown: [lsof] }, ['http://localhost:8080']],
  ['another day than web servers write', 'On 2 November.', { shown: ['[01/Nov/2026:00:12:33 +0000]'] }, ['2 November']],
  ['another year than web servers write', 'On 1 Nov 2025.', { shown: ['[01/Nov/2026:00:12:33 +0000]'] }, ['1 Nov 2025']],
  ['an invented date', 'The last commit is of 2026-11-18.', { shown: [gitLog] }, ['2026-11-18']],
  ['an invented date in words', 'The last commit is of 18 November 2026.', { shown: [gitLog] }, ['18 November 2026']],
  ['a wrong year', 'The last commit is of 16 November 2025.', { shown: [gitLog] }, ['16 November 2025']],
  ['an invented time', 'It was made at 23:59.', { shown: [gitLog] }, ['23:59']],
  ['an invented hash', 'The commit is abcdef1.', { shown: [gitLog] }, ['abcdef1']],
  ['an invented URL', 'See https://example.org/docs/api.', { shown: ['https://example.org/'] }, ['https://example.org/docs/api']],
  ['an invented mail address', 'Write to bob@example.org.', { shown: [gitLog] }, ['bob@example.org']],
  ['an invented host', 'It is served by api.example.com.', { shown: ['www.example.com'] }, ['api.example.com']],
  ['an invented package', 'It depends on the package `left-pad`.', { shown: [pkg] }, ['left-pad']],
  ['an invented package of one word', 'It uses the packages `express` and `koa`.', { shown: [pkg] }, ['koa']],
  ['an invented function', 'The bug is in `parse_header`.', { shown: [sourceCode] }, ['parse_header']],
  ['an invented function in camel case', 'The bug is in `loadConfig()`.', { shown: [sourceCode] }, ['loadConfig()']],
  ['a function without backticks', 'It calls read_all first.', { shown: [sourceCode] }, ['read_all']],
  ['a wrong limit', 'The limit is 500.', { shown: [sourceCode] }, ['500']],
  ['a misread test run', 'All 10 tests pass.', { shown: [vitest] }, ['10']],
  ['a misread duration', 'It took 2.6 s.', { shown: [vitest] }, ['2.6']],
  ['a misread size', 'b.log has 1,305 bytes.', { shown: [longListing] }, ['1,305']],
  ['a misread size in another unit', '`src` takes 2.5 MB.', { shown: [du] }, ['2.5']],
  ['a misread count of files', 'There are 6 files.', { shown: [longListing] }, ['6']],
  ['a misread count of a kind', 'There are 5 .log files.', { shown: [longListing] }, ['5']],
  ['a wrong sum that it states', 'a.ts and b.ts have 310 + 205 = 525 lines.', { shown: ['310 a.ts\n205 b.ts'] }, ['525']],
  ['a wrong change', 'Revenue rose from 400 to 500 (+35 %).', { shown: [sales] }, ['35 %']],
  ['a wrong total', '- a.ts: 310\n- b.ts: 205\n\nTotal: 615', { shown: ['310 a.ts\n205 b.ts'] }, ['615']],
  ['more commits', 'There are 5 commits.', { shown: [gitLog] }, ['5']],
  ['more matches', 'There are 4 TODOs.', { shown: [grep] }, ['4']],
  ['another term', '`FIXME` appears 4 times.', { shown: [grep] }, ['4']],
  ['German', 'Es wurden 6 Protokolldateien gefunden.', { shown: [sevenLogs] }, ['6']],
  ['German separators', 'Insgesamt 1.250 Euro.', { shown: [sales] }, ['1.250']],
  ['a German date', 'Der letzte Commit ist vom 17.12.2026.', { shown: [gitLog] }, ['17.12.2026']],
  ['a German date in words', 'Er ist vom 3. März 2026.', { shown: [gitLog] }, ['3. März 2026']],
  ['French', 'Le total est de 1 250 euros.', { shown: [sales] }, ['1 250']],
  ['a French date', 'Le 18 août 2026.', { shown: [gitLog] }, ['18 août 2026']],
  ['Spanish', 'Hay 9 archivos y 3 carpetas.', { shown: [sevenLogs] }, ['9', '3']],
  ['Chinese', '共找到6个日志文件。', { shown: [sevenLogs] }, ['6']],
  ['a Chinese date', '最后一次提交是2026年11月18日。', { shown: [gitLog] }, ['2026年11月18日']],
  ['a wrong share as a fraction', 'The coverage is 92.5 %.', { shown: ['{"coverage": 0.875}'] }, ['92.5 %']],
  ['a wrong array', 'There are 5 users.', { shown: ['[{"id":1},{"id":2},{"id":3},{"id":9}]'] }, ['5']],
  ['one dependency more', 'It has 4 dependencies.', { shown: [pkg] }, ['4']],
  ['invented coverage', 'Coverage is 100 %.', { shown: [vitest] }, ['100 %']],
  ['an invented invoice', 'The invoice INV-20241 is from Contoso.', { shown: ['INV-20231 Fabrikam'] }, ['20241']],
  ['more writes', 'I created 3 files.', { shown: ['wrote a.md, 12 bytes', 'wrote b.md, 40 bytes'] }, ['3']],
  ['a number inside others', 'There are 23 of them.', { shown: ['123 1234 0.235 2023-01-01 v1.23.0 a23b 12:23'] }, ['23']],
  ['a digit of many', 'There are 6 rows with errors.', { shown: [scores] }, ['6']],
  ['the number of a row as a count', '3 of 5 orders (60 %) are from Germany.', { shown: [orders] }, ['3']],
  ['a wrong share of a disk', 'The disk is 83% full.', { shown: ['Size  Used Avail Use% Mounted on\n47G   34G   12G  73% /'] }, ['83%']],
  ['a misread second', 'The build took 42 seconds.', { shown: ['Done in 24.1s'] }, ['42']],
  ['a dot file', 'It is set in `.eslintrc.json`.', { shown: ['.gitignore'] }, ['.eslintrc.json']],
];

test.each(honest)('nothing is reported about %s', (_, answer, { shown = [], given = [] }) => {
  expect(unsupported(answer, { shown, given })).toEqual([]);
});

test.each(lies)('%s is detected', (_, answer, { shown = [], given = [] }, listed) => {
  expect(unsupported(answer, { shown, given })).toEqual(listed);
});
